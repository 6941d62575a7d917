import type { Log } from '../../platform/log/log'
import { repeat } from '../../platform/repeating'
import type { MeetingRemoval } from './meeting-removal'

const HOUR_MS = 3_600_000

export interface RetentionOptions {
  removal: MeetingRemoval
  /** Absent: meetings are kept for ever, and only left-over files are swept. */
  retentionDays: number | undefined
  log: Log
  everyMs?: number
}

/** At once and then every hour. Nodes that run it together do no harm to each other. */
export function startRetention({ removal, retentionDays, log, everyMs = HOUR_MS }: RetentionOptions) {
  const once = async () => {
    const removed = retentionDays === undefined ? 0 : await removal.removeOlderThan(retentionDays)
    if (removed > 0) log.info({ removed, retentionDays }, 'meetings past their retention removed')
    await removal.sweep()
  }
  const retention = repeat(once, everyMs, error => log.warn({ err: error }, 'retention did not finish'))
  void retention.run()
  return retention
}
