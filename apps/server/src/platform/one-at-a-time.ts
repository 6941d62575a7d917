export interface OneAtATime {
  readonly isRunning: boolean
  /** Starts a run; asked for while one is under way, one more run follows it. Resolves when none is under way. */
  run(): Promise<void>
  /** No further run; resolves when the one under way is over. */
  stop(): Promise<void>
}

/** However often it is asked for, a task never runs beside itself. A run that fails is `onError`'s matter. */
export function oneAtATime(task: () => Promise<unknown>, onError: (error: unknown) => void): OneAtATime {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false
  const runs = async () => {
    do {
      again = false
      await task().catch(onError)
    } while (again && !stopped)
    running = undefined
  }
  return {
    get isRunning() {
      return running !== undefined
    },
    run() {
      if (stopped) return running ?? Promise.resolve()
      if (running) again = true
      else running = runs()
      return running
    },
    async stop() {
      stopped = true
      await running
    },
  }
}
