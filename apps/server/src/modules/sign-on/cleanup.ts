import type { Log } from '../../platform/log/log'

const INTERVAL_MS = 60_000

export interface Cleanup {
  stop(): Promise<void>
}

/** Runs the tasks now and then, one round at a time; a round that fails is tried again at the next. */
export function startCleanup(tasks: (() => Promise<void>)[], log: Log, intervalMs = INTERVAL_MS): Cleanup {
  let round = Promise.resolve()
  let running = false
  const run = async () => {
    for (const task of tasks) await task()
  }
  const timer = setInterval(() => {
    if (running) return
    running = true
    round = run()
      .catch(error => log.warn({ reason: (error as Error).message }, 'sign-on cleanup failed'))
      .finally(() => {
        running = false
      })
  }, intervalMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await round
    },
  }
}
