import type { TranscriptUtterance } from '@livetap/contract'
import { type SpeakerText, type TimedWord, utteranceWire, type WireParts } from '@livetap/transcript'

/** An utterance as a recogniser leaves it. */
export interface NewUtterance {
  /** Unique over all meetings and the same whenever the stage that makes it runs again. */
  id: string
  startMs: number
  endMs: number
  text: string
  words: readonly TimedWord[]
  csis: readonly number[]
  /** Who speaks, as diarization names them; empty when it did not run. */
  speakerIds: readonly string[]
  speakerSegments: readonly SpeakerText[]
  /** Whose voices recognition heard, where a person has given the line to another user or merged it. */
  heardAs?: readonly string[] | null
  transcriptType: string
  languageCode: string
  /** Computed by the engine, or null. */
  confidence: number | null
  timesEstimated: boolean
}

export interface StoredUtterance extends NewUtterance {
  meetingId: string
  /** 0 is the recogniser's own text; each edit adds one. */
  version: number
  /** The recogniser's own text. */
  originalText: string
  editedBy: string | null
  editedAt: Date | null
}

export const heardVoices = ({ heardAs, speakerIds }: NewUtterance): readonly string[] => heardAs ?? speakerIds

export const storedUtteranceWire = (utterance: StoredUtterance, parts?: WireParts): TranscriptUtterance =>
  utteranceWire({ ...utterance, edited: utterance.text !== utterance.originalText }, utterance.words, parts)

export interface UtteranceVersionRecord {
  version: number
  text: string
  editedBy: string | null
  editedAt: Date | null
}

export interface UtteranceEditRecord {
  text: string
  words: readonly TimedWord[]
  speakerSegments: readonly SpeakerText[]
  editedBy: string
}
