import type { TranscriptUtterance } from '@livetap/contract'

const VOCABULARY =
  'so the budget for next quarter is roughly what we said before and I think that the team can follow up on every open question this week'.split(
    ' ',
  )

/** A regular meeting of any size, for tests and benches: ten words an utterance, four speakers. */
export function longMeeting(utterances: number, wordsEach = 10): TranscriptUtterance[] {
  const stepMs = 3600
  return Array.from({ length: utterances }, (_, u) => {
    const start = u * stepMs
    const words = Array.from({ length: wordsEach }, (_, w) => ({
      word: VOCABULARY[(u * 7 + w * 3) % VOCABULARY.length]!,
      start_millis: start + w * 300,
      end_millis: start + w * 300 + 260,
      confidence: 0.9,
    }))
    const transcript = words.map(({ word }) => word).join(' ')
    return {
      id: `u${String(u).padStart(6, '0')}`,
      start_millis: start,
      end_millis: start + wordsEach * 300,
      alternatives: [{ transcript, words }],
      csis: [u % 4],
      speaker_segments: [{ speaker_id: String(u % 4), transcript }],
      transcript_type: 'final',
      language_code: 'en-US',
      version: 0,
      edited: false,
      times_estimated: false,
    }
  })
}
