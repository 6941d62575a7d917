import type { Log } from '../../platform/log/log'
import { repeat } from '../../platform/repeating'
import type { LogPartitionsStore } from './log-partitions.store'

const HOUR_MS = 3_600_000

export interface LogKeepingOptions {
  partitions: LogPartitionsStore
  logDays: number
  log: Log
}

/** Every hour: a day ahead always has its partition, and a day past its retention loses it within the hour. */
export function startLogKeeping({ partitions, logDays, log }: LogKeepingOptions) {
  const once = async () => {
    const { dropped, deleted } = await partitions.keep(logDays)
    if (dropped.length > 0 || deleted > 0)
      log.info({ dropped, deleted, logDays }, 'log entries past their retention removed')
  }
  const keeping = repeat(once, HOUR_MS, error => log.warn({ err: error }, 'log retention did not finish'))
  void keeping.run()
  return keeping
}
