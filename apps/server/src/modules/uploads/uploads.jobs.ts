import type { Log } from '../../platform/log/log'
import type { UploadsService } from './uploads.service'

const EVERY_MS = 60_000

/** At once (after a crash) and then every minute, one run at a time. */
export function startUploadSweep(uploads: UploadsService, log: Log, everyMs = EVERY_MS) {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= uploads
      .sweep()
      .catch(error => log.warn({ err: error }, 'uploads were not swept'))
      .finally(() => {
        running = undefined
      })
    return running
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
