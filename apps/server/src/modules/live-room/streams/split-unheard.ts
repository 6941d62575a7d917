import type { TimeRange } from '@livetap/transcript'
import type { Unheard } from './live-streams.store'

/** Heard again when a room is opened; what is longer is recognised when the call is over. */
const MAX_HEARD_AGAIN_MS = 30_000

interface Held {
  unheard: Unheard | undefined
  /** The end of the stream's last final. */
  saidUntilMs: number
  /** The end of its sound. */
  endMs: number
}

/** All of a stream's sound that has no text; after a crash nobody knows what the engine had left at the end. */
export function unheardRanges({ unheard, saidUntilMs, endMs }: Held): TimeRange[] {
  const known = unheard?.ranges ?? []
  const fromMs = Math.max(saidUntilMs, ...known.map(range => range.endMs))
  return unheard?.isClosed || fromMs >= endMs ? [...known] : [...known, { startMs: fromMs, endMs }]
}

/** What of it is heard again now, so that the call goes on where it was, and what later. */
export function splitUnheard(held: Held): { later: TimeRange[]; now: TimeRange | undefined } {
  const later = unheardRanges(held)
  const last = later.at(-1)
  // Only the end of the stream can be gone on with.
  if (!last || last.endMs < held.endMs - 1) return { later, now: undefined }
  const startMs = Math.max(last.startMs, last.endMs - MAX_HEARD_AGAIN_MS)
  later.pop()
  if (startMs > last.startMs) later.push({ startMs: last.startMs, endMs: startMs })
  return { later, now: { startMs, endMs: last.endMs } }
}
