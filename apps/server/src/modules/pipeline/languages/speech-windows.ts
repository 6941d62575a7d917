import type { Span } from '../stage-outputs'

/** Enough to tell a language by, and no more than the engine listens to at once. */
const MIN_MS = 9_000
const MAX_MS = 12_000
/** Where a language changes, its beginning is known to about this. */
const FINE_MS = 5_000
/** Speech on both sides of a longer pause is not heard as one. */
const LONG_PAUSE_MS = 3_000
/** Less than this says little; it goes by what is around it. */
const TOO_SHORT_MS = 2_000

/** Stretches of speech of about ten seconds, cut at pauses wherever there are any. */
export function speechWindows(spans: readonly Span[]): Span[] {
  const windows: Span[] = []
  for (const [startMs, endMs] of spans.flatMap(span => inParts(span, MAX_MS))) {
    const last = windows.at(-1)
    const fits =
      last && last[1] - last[0] < MIN_MS && startMs - last[1] < LONG_PAUSE_MS && endMs - last[0] <= MAX_MS
    if (fits) last[1] = endMs
    else windows.push([startMs, endMs])
  }
  const long = windows.filter(([startMs, endMs]) => endMs - startMs >= TOO_SHORT_MS)
  return long.length > 0 ? long : windows.slice(0, 1)
}

/** The speech from one moment to another, pause by pause; what has none is cut. */
export function speechBetween(spans: readonly Span[], startMs: number, endMs: number): Span[] {
  return spansBetween(spans, startMs, endMs).flatMap(span => inParts(span, FINE_MS))
}

/** What of the spans lies between two moments; one that reaches over an end is cut there. */
export function spansBetween(spans: readonly Span[], startMs: number, endMs: number): Span[] {
  return spans.flatMap(([from, to]): Span[] => {
    const cut: Span = [Math.max(from, startMs), Math.min(to, endMs)]
    return cut[0] < cut[1] ? [cut] : []
  })
}

/** Speech without a breath, in equal parts. */
function inParts([startMs, endMs]: Span, maxMs: number): Span[] {
  const parts = Math.ceil((endMs - startMs) / maxMs)
  const length = (endMs - startMs) / parts
  return Array.from({ length: parts }, (_, at) => [
    Math.round(startMs + at * length),
    Math.round(startMs + (at + 1) * length),
  ])
}
