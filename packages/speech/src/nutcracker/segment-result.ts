import { SAMPLES_PER_MS } from '@livetap/audio'
import type { RecognizedText } from '../pool/jobs'
import type { RecognitionResult } from '../recognition'
import type { TrackedSegment } from './speakers/speaker-tracker'

export interface OpenSegment {
  number: number
  /** Samples from the start of the stream. */
  from: number
  to: number
  draft: number[]
  interimTo: number
  /** When its sound was complete, by the clock of this process. */
  endedAt?: number
  decoding?: {
    voicedTo: number
    pcm: Int16Array
    result: Promise<RecognizedText | undefined>
    speakers: Promise<TrackedSegment | undefined>
  }
}

export function openSegment(number: number, from: number): OpenSegment {
  return { number, from, to: from, draft: [], interimTo: 0 }
}

export function resultOf(
  segment: OpenSegment,
  found: RecognizedText,
  { isFinal, startMs, languageCode }: { isFinal: boolean; startMs: number; languageCode: string },
): RecognitionResult {
  const offset = startMs + segment.from / SAMPLES_PER_MS
  const words = found.words.map(word => ({
    ...word,
    startMs: Math.round(offset + word.startMs),
    endMs: Math.round(offset + word.endMs),
  }))
  const language = languageCode === 'all' ? (found.languageCode ?? languageCode) : languageCode
  return {
    segmentId: `s${segment.number}`,
    isFinal,
    text: found.text,
    startMs: words[0]?.startMs ?? Math.round(offset),
    endMs: words.at(-1)?.endMs ?? Math.round(startMs + segment.to / SAMPLES_PER_MS),
    words,
    confidence: found.confidence,
    speakerIds: [],
    languageCode: language,
    ...(found.timesEstimated ? { timesEstimated: true } : {}),
    ...(found.lowQuality && isFinal ? { lowQuality: true } : {}),
    ...(found.callLikelihood === undefined ? {} : { callLikelihood: found.callLikelihood }),
  }
}
