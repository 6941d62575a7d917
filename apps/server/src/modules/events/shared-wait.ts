/**
 * Callers that arrive together share one wait. One that arrives while a wait is under way gets the next, because the
 * running one began before it asked.
 */
export function sharedWait(wait: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    // A wait that failed is its own callers' matter.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        running = wait()
        return running
      })
    return next
  }
}
