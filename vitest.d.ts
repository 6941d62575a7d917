import 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test of this project may take. */
    testMs: number
    /** How long it waits for a state. */
    patienceMs: number
  }

  interface TaskMeta {
    /** Why the test cannot run on this machine; the summary of `npm test` prints it. */
    skipReason?: string
    /** It needs something that not every machine can have: skipping it is no failure in CI. */
    optional?: boolean
  }
}
