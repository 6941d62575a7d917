import type { MeetingSpeaker, TranscriptUtterance } from '@livetap/contract'
import { wordsOf } from '../cues/word-at'
import type { TimedWord, Transcript, Utterance } from '../model'

export interface WireParts {
  words: boolean
  segments: boolean
}

const everything: WireParts = { words: true, segments: true }

type UtteranceFields = Omit<Utterance, 'otherAlternatives' | 'firstWord' | 'wordCount'> &
  Partial<Pick<Utterance, 'otherAlternatives'>>

/** An utterance as the transcript call answers it, with the parts that were asked for. */
export function utteranceWire(
  utterance: UtteranceFields,
  timedWords: readonly TimedWord[],
  parts = everything,
): TranscriptUtterance {
  const words = timedWords.map(({ text, startMs, endMs, confidence }) => ({
    word: text,
    start_millis: startMs,
    end_millis: endMs,
    confidence,
  }))
  return {
    id: utterance.id,
    start_millis: utterance.startMs,
    end_millis: utterance.endMs,
    alternatives: [
      { transcript: utterance.text, words: parts.words ? words : undefined },
      ...(utterance.otherAlternatives ?? []),
    ],
    csis: [...utterance.csis],
    speaker_segments: parts.segments
      ? utterance.speakerSegments.map(({ speakerId, text }) => ({ speaker_id: speakerId, transcript: text }))
      : undefined,
    transcript_type: utterance.transcriptType,
    language_code: utterance.languageCode,
    version: utterance.version,
    edited: utterance.edited,
    times_estimated: utterance.timesEstimated,
  }
}

export const utteranceToWire = (transcript: Transcript, position: number): TranscriptUtterance =>
  utteranceWire(transcript.utterances[position]!, wordsOf(transcript, position))

export function speakersToWire(transcript: Transcript): MeetingSpeaker[] {
  return Array.from(transcript.speakerNames, ([speaker_id, { name, renamedBy, renamedAt }]) => ({
    speaker_id,
    name,
    renamed_by: renamedBy || undefined,
    renamed_at: renamedAt || undefined,
  }))
}
