import 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test of this project may take. */
    testMs: number
  }

  interface TaskMeta {
    /** Why the test cannot run on this machine; the summary of `npm test` prints it. */
    skipReason?: string
  }
}
