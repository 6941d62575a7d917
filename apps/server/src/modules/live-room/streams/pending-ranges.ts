import type { TimeRange } from '@livetap/transcript'
import type { PendingRecognition } from './live-streams.store'

/** Recognised again when a room is opened; what is longer is recognised when the call is over. */
const MAX_RECOGNIZED_AGAIN_MS = 30_000

interface StreamProgress {
  pending: PendingRecognition | undefined
  /** The end of the stream's last final. */
  finalUntilMs: number
  /** The end of its sound. */
  endMs: number
}

/** All of a stream's sound that has no text; after a crash no one knows what the engine had left at the end. */
export function allPendingRanges({ pending, finalUntilMs, endMs }: StreamProgress): TimeRange[] {
  const known = pending?.ranges ?? []
  const fromMs = Math.max(finalUntilMs, ...known.map(range => range.endMs))
  return pending?.isClosed || fromMs >= endMs ? [...known] : [...known, { startMs: fromMs, endMs }]
}

/** What of it is recognised now, so that the call continues where it was, and what later. */
export function splitPendingRanges(progress: StreamProgress): {
  later: TimeRange[]
  now: TimeRange | undefined
} {
  const later = allPendingRanges(progress)
  const last = later.at(-1)
  // Only the end of the stream can be continued.
  if (!last || last.endMs < progress.endMs - 1) return { later, now: undefined }
  const startMs = Math.max(last.startMs, last.endMs - MAX_RECOGNIZED_AGAIN_MS)
  later.pop()
  if (startMs > last.startMs) later.push({ startMs: last.startMs, endMs: startMs })
  return { later, now: { startMs, endMs: last.endMs } }
}
