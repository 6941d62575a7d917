import type { WorkedJob } from './worker-lane'

/** Of the final results of running calls, since the start: what was heard, and how long it took. */
export interface LiveWork {
  readonly soundMs: number
  readonly workMs: number
}

export const noLiveWork: LiveWork = { soundMs: 0, workMs: 0 }

export function withWork(sum: LiveWork, { kind, job, priority, soundMs, workMs }: WorkedJob): LiveWork {
  if (priority !== 'live' || (kind !== 'final' && kind !== 'whisper')) return sum
  // A second opinion on English is more work on sound that was counted.
  const isHeardAgain = 'language' in job && job.language === 'en'
  return { soundMs: sum.soundMs + (isHeardAgain ? 0 : soundMs), workMs: sum.workMs + workMs }
}
