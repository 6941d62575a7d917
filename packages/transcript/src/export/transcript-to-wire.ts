import type { MeetingSpeaker, TranscriptUtterance } from '@livetap/contract'
import { wordsOf } from '../cues/word-at'
import type { Transcript } from '../model'

/** One utterance as the transcript call answers it. */
export function utteranceToWire(transcript: Transcript, position: number): TranscriptUtterance {
  const utterance = transcript.utterances[position]!
  const words = wordsOf(transcript, position).map(({ text, startMs, endMs, confidence }) => ({
    word: text,
    start_millis: startMs,
    end_millis: endMs,
    ...(confidence === undefined ? {} : { confidence }),
  }))
  return {
    id: utterance.id,
    start_millis: utterance.startMs,
    end_millis: utterance.endMs,
    alternatives: [{ transcript: utterance.text, words }, ...utterance.otherAlternatives],
    csis: [...utterance.csis],
    speaker_segments: utterance.speakerSegments.map(({ speakerId, text }) => ({
      speaker_id: speakerId,
      transcript: text,
    })),
    transcript_type: utterance.transcriptType,
    language_code: utterance.languageCode,
    version: utterance.version,
    edited: utterance.edited,
    times_estimated: utterance.timesEstimated,
  }
}

export function speakersToWire(transcript: Transcript): MeetingSpeaker[] {
  return Array.from(transcript.speakerNames, ([speaker_id, { name, renamedBy, renamedAt }]) => ({
    speaker_id,
    name,
    ...(renamedBy && { renamed_by: renamedBy }),
    ...(renamedAt && { renamed_at: renamedAt }),
  }))
}
