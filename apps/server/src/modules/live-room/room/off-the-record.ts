import { msToSamples, samplesToMs } from '@livetap/audio'
import { type LiveTranscript, OFF_THE_RECORD_MAX_MS } from '@livetap/contract'
import type { RecognitionResult } from '@livetap/speech'
import { liveTranscriptWithout, type TimeRange, withoutRanges } from '@livetap/transcript'
import { utteranceWithout } from '../../transcripts'
import type { Announcement } from '../outbox/outbox'

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** '10s', '500ms', '2m'; undefined for anything else. */
export function durationMs(text: string): number | undefined {
  const match = /^(\d{1,7})(ms|s|m|h)$/.exec(text.trim())
  if (!match) return undefined
  const ms = Number(match[1]) * UNITS[match[2]!]!
  return ms > 0 ? ms : undefined
}

/** Why nothing can be off the record for that long; undefined where it can. */
export function durationFault(text: string): string | undefined {
  const ms = durationMs(text)
  const quoted = `duration: "${text.slice(0, 20)}"`
  if (ms === undefined) return `${quoted} is not a duration`
  return ms > OFF_THE_RECORD_MAX_MS
    ? `${quoted} is longer than ${OFF_THE_RECORD_MAX_MS / 60_000} minutes`
    : undefined
}

/** Silences what lies off the record. True when nothing else is left. */
export function silenceOffTheRecord(pcm: Int16Array, startMs: number, ranges: readonly TimeRange[]): boolean {
  const endMs = startMs + samplesToMs(pcm.length)
  let covered = false
  for (const range of ranges) {
    if (range.endMs <= startMs || range.startMs >= endMs) continue
    if (range.startMs <= startMs && range.endMs >= endMs) covered = true
    pcm.fill(0, Math.max(0, msToSamples(range.startMs - startMs)), msToSamples(range.endMs - startMs))
  }
  return covered
}

/** A result without the words that overlap a range; nothing when none is left. */
export const resultOnRecord = (
  result: RecognitionResult,
  ranges: readonly TimeRange[],
): RecognitionResult | undefined =>
  withoutRanges(result, ranges, ({ word, startMs, endMs }) => ({ text: word, startMs, endMs }))

/**
 * A transcript as it may be announced now: what waited, or was being translated, while a user went off the
 * record. A final of which nothing is left takes away the interim that everyone sees.
 */
export function announcementOnRecord(announcement: Announcement, ranges: readonly TimeRange[]): Announcement {
  const { type, body, write } = announcement
  if (type !== 'transcript_final_result' && type !== 'transcript_interim_results') return announcement
  const before = body as LiveTranscript
  const after = liveTranscriptWithout(before, ranges)
  if (after === before) return announcement
  if (!after) {
    const { id, transcript } = before
    const nothing = { id, transcript: { ...transcript, text: '', alignments: [] }, translations: {} }
    return { type: 'transcript_interim_results', body: nothing, durable: false, replaces: id }
  }
  if (write?.kind !== 'utterance') return { ...announcement, body: after }
  const utterance = utteranceWithout(write.utterance, ranges)
  return { ...announcement, body: after, write: utterance && { kind: 'utterance', utterance } }
}
