import { msToSamples, samplesToMs } from '@livetap/audio'

export interface OffTheRecord {
  fromMs: number
  untilMs: number
}

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const LONGEST_MS = 3_600_000

/** '10s', '500ms', '2m'; undefined for anything else. */
export function durationMs(text: string): number | undefined {
  const match = /^(\d{1,7})(ms|s|m|h)$/.exec(text.trim())
  if (!match) return undefined
  const ms = Number(match[1]) * UNITS[match[2]!]!
  return ms > 0 && ms <= LONGEST_MS ? ms : undefined
}

/** Silences what lies off the record. True when nothing else is left. */
export function silenceOffTheRecord(
  pcm: Int16Array,
  startMs: number,
  ranges: readonly OffTheRecord[],
): boolean {
  const endMs = startMs + samplesToMs(pcm.length)
  for (const { fromMs, untilMs } of ranges) {
    if (untilMs <= startMs || fromMs >= endMs) continue
    if (fromMs <= startMs && untilMs >= endMs) return true
    pcm.fill(0, Math.max(0, msToSamples(fromMs - startMs)), msToSamples(untilMs - startMs))
  }
  return false
}
