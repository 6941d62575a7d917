import type { Log } from '../../platform/log/log'
import { repeat } from '../../platform/repeating'
import type { UploadsService } from './uploads.service'

const EVERY_MS = 60_000

/** At once (after a crash) and then every minute. */
export function startUploadSweep(uploads: UploadsService, log: Log, everyMs = EVERY_MS) {
  const sweep = repeat(
    () => uploads.sweep(),
    everyMs,
    error => log.warn({ err: error }, 'upload sweep failed'),
  )
  void sweep.run()
  return sweep
}
