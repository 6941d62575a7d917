import type { Log } from '../../platform/log/log'
import type { MeetingRemoval } from './meeting-removal'

const HOUR_MS = 3_600_000

export interface RetentionOptions {
  removal: MeetingRemoval
  /** Absent: meetings are kept for ever, and only left-over files are swept. */
  retentionDays: number | undefined
  log: Log
  everyMs?: number
}

/** Runs at once and then every hour, one run at a time. Nodes that run it together do no harm to each other. */
export function startRetention({ removal, retentionDays, log, everyMs = HOUR_MS }: RetentionOptions) {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= once().finally(() => {
      running = undefined
    })
    return running
  }
  const once = async () => {
    try {
      const removed = retentionDays === undefined ? 0 : await removal.removeOlderThan(retentionDays)
      if (removed > 0) log.info({ removed, retentionDays }, 'meetings past their retention removed')
      await removal.sweep()
    } catch (error) {
      log.warn({ err: error }, 'retention did not finish')
    }
  }
  const timer = setInterval(run, everyMs)
  timer.unref()
  void run()
  return {
    run,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
