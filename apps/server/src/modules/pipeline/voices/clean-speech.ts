import type { VoiceSpan } from '@livetap/speech'
import type { Turn } from '../stage-outputs'

/** Where turns meet, both voices may be heard. */
const EDGE_MS = 150
const SHORTEST_MS = 1_000
/** More tells no more about a voice. */
const ENOUGH_MS = 60_000

/** Where one speaker is heard and no other speaker, a minute of it at most: the longest stretches, in the order of time. */
export function cleanSpeech(turns: readonly Turn[], speaker: string): VoiceSpan[] {
  const others = turns.filter(turn => turn[0] !== speaker)
  const alone = turns
    .filter(turn => turn[0] === speaker)
    .flatMap(([, startMs, endMs]) => without({ startMs, endMs }, others))
    .map(({ startMs, endMs }) => ({ startMs: startMs + EDGE_MS, endMs: endMs - EDGE_MS }))
    .filter(({ startMs, endMs }) => endMs - startMs >= SHORTEST_MS)
    .sort((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
  const chosen: VoiceSpan[] = []
  let leftMs = ENOUGH_MS
  for (const { startMs, endMs } of alone) {
    if (leftMs <= 0) break
    chosen.push({ startMs, endMs: Math.min(endMs, startMs + leftMs) })
    leftMs -= endMs - startMs
  }
  return chosen.sort((a, b) => a.startMs - b.startMs)
}

function without(span: VoiceSpan, others: readonly Turn[]): VoiceSpan[] {
  let left = [span]
  for (const [, from, to] of others)
    if (from < span.endMs && to > span.startMs)
      left = left.flatMap(({ startMs, endMs }) =>
        [
          { startMs, endMs: Math.min(endMs, from) },
          { startMs: Math.max(startMs, to), endMs },
        ].filter(part => part.endMs > part.startMs),
      )
  return left
}
