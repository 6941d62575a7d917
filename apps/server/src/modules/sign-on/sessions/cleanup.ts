import type { Log } from '../../../platform/log/log'
import { type Repeating, repeat } from '../../../platform/repeating'

const INTERVAL_MS = 60_000

/** Runs the tasks now and then; a round that fails is tried again at the next. */
export function startCleanup(tasks: (() => Promise<void>)[], log: Log, intervalMs = INTERVAL_MS): Repeating {
  const round = async () => {
    for (const task of tasks) await task()
  }
  return repeat(round, intervalMs, error =>
    log.warn({ reason: (error as Error).message }, 'sign-on cleanup failed'),
  )
}
