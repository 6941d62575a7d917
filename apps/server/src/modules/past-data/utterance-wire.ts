import type { TranscriptUtterance } from '@livetap/contract'
import type { StoredUtterance } from './utterance'

export interface TranscriptParts {
  words: boolean
  segments: boolean
}

/** An utterance as the transcript call answers it, with the parts the caller asked for. */
export function utteranceWire(utterance: StoredUtterance, parts: TranscriptParts): TranscriptUtterance {
  const words = utterance.words.map(({ text, startMs, endMs, confidence }) => ({
    word: text,
    start_millis: startMs,
    end_millis: endMs,
    ...(confidence !== undefined && { confidence }),
  }))
  return {
    id: utterance.id,
    start_millis: utterance.startMs,
    end_millis: utterance.endMs,
    alternatives: [{ transcript: utterance.text, ...(parts.words && { words }) }],
    csis: [...utterance.csis],
    ...(parts.segments && {
      speaker_segments: utterance.speakerSegments.map(({ speakerId, text }) => ({
        speaker_id: speakerId,
        transcript: text,
      })),
    }),
    transcript_type: utterance.transcriptType,
    language_code: utterance.languageCode,
    version: utterance.version,
    edited: utterance.version > 0,
    times_estimated: utterance.timesEstimated,
  }
}
