import 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test cannot run on this machine; the summary of `npm test` prints it. */
    skipReason?: string | undefined
  }
}
