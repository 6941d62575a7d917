export interface Repeating {
  /** Joins the run that is under way, or starts one. */
  run(): Promise<void>
  /** No further run; resolves when the one under way is over. */
  stop(): Promise<void>
}

/** Every so often, one run at a time. A run that fails is `onError`'s matter and the next comes all the same. */
export function repeat(
  task: () => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
): Repeating {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= Promise.resolve()
      .then(task)
      .then(() => undefined, onError)
      .finally(() => {
        running = undefined
      })
    return running
  }
  const timer = setInterval(run, everyMs)
  timer.unref()
  return {
    run,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
