import type { Span, VoiceTrack } from '../stage-outputs'
import type { LanguageStretch } from '../text/recognized-segments'

export interface Chunk {
  channel: number | null
  startMs: number
  endMs: number
}

/** A chunk is closed at the first pause once it is this long: work is lost by a kill, and redone, a chunk at a time. */
const ENOUGH_MS = 30_000
/** A pause this long closes it in any case: silence is not worth hearing twice. */
const LONG_PAUSE_MS = 3_000
/** Sound around voiced parts that the engine gets to hear. */
const MARGIN_MS = 400

/**
 * Cuts the voiced parts of a recording into pieces that can be recognised one by one. The same spans always give the
 * same chunks, which is what makes a run that was taken over go on where it stood. None reaches over a change of the
 * language.
 */
export function planChunks(
  tracks: readonly VoiceTrack[],
  durationMs: number,
  changes: readonly LanguageStretch[] = [],
): Chunk[] {
  return tracks.flatMap(({ channel, spans }) => {
    const cuts = changes.flatMap(change => (change.channel === channel ? change.startMs : []))
    return widen(group(spans, cuts), durationMs).map(([startMs, endMs]) => ({ channel, startMs, endMs }))
  })
}

function group(spans: readonly Span[], cuts: readonly number[]): Span[] {
  const groups: Span[] = []
  for (const [startMs, endMs] of spans.flatMap(span => cutAt(span, cuts))) {
    const last = groups.at(-1)
    const goesOn =
      last &&
      startMs - last[1] < LONG_PAUSE_MS &&
      last[1] - last[0] < ENOUGH_MS &&
      !cuts.some(cut => cut > last[0] && cut <= startMs)
    if (goesOn) last[1] = endMs
    else groups.push([startMs, endMs])
  }
  return groups
}

function cutAt([startMs, endMs]: Span, cuts: readonly number[]): Span[] {
  const ends = [startMs, ...cuts.filter(cut => cut > startMs && cut < endMs), endMs]
  return ends.slice(1).map((end, at) => [ends[at]!, end])
}

/** Margins never reach into a neighbour: what two chunks hear would be said twice. */
function widen(groups: readonly Span[], durationMs: number): Span[] {
  return groups.map(([startMs, endMs], index) => {
    const before = groups[index - 1]?.[1] ?? 0
    const after = groups[index + 1]?.[0] ?? durationMs
    const start = Math.max(startMs - MARGIN_MS, index === 0 ? 0 : (before + startMs) / 2)
    const end = Math.min(endMs + MARGIN_MS, index === groups.length - 1 ? durationMs : (endMs + after) / 2)
    return [Math.round(start), Math.round(end)]
  })
}
