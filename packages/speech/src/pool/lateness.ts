import type { JobPriority } from './job-queue'
import type { Job, JobKind } from './jobs'

/** A stream whose text is this late gets no interim results. */
export const INTERIMS_STOP_MS = 5_000
/** A final result of a live stream that waited this long is made by the small model. */
export const LOW_QUALITY_AFTER_MS = 15_000

/** The job as it is done once its turn has come: what is far too late is done fast, and says so. */
export function afterWaiting<K extends JobKind>(
  kind: K,
  job: Job<K>,
  priority: JobPriority,
  waitedMs: number,
): Job<K> {
  return kind === 'final' && priority === 'live' && waitedMs >= LOW_QUALITY_AFTER_MS
    ? { ...job, lowQuality: true }
    : job
}
