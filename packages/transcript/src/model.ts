import type { TranscriptAlternative } from '@livetap/contract'

/** A stretch of the meeting's clock, end excluded. */
export interface TimeRange {
  readonly startMs: number
  readonly endMs: number
}

export interface SpeakerText {
  readonly speakerId: string
  readonly text: string
}

/** A stretch of which nothing was kept. */
export interface OffTheRecordStretch extends TimeRange {
  /** Who asked for it, where that is known. */
  readonly by?: string
}

export interface Utterance extends TimeRange {
  readonly id: string
  /** What is shown; words are ranges of it. */
  readonly text: string
  readonly csis: readonly number[]
  readonly speakerSegments: readonly SpeakerText[]
  readonly transcriptType: string
  readonly languageCode: string
  readonly version: number
  readonly edited: boolean
  readonly timesEstimated: boolean
  /** Alternatives after the first, kept as they came. */
  readonly otherAlternatives: readonly TranscriptAlternative[]
  /** Position of its first word in the word table. */
  readonly firstWord: number
  readonly wordCount: number
}

/**
 * All words of a transcript as columns: 100,000 words cost about 3 MB and no objects.
 * Words follow the utterances' order and, inside one, the order of its text.
 */
export interface WordTable {
  readonly count: number
  readonly startMs: Float64Array
  readonly endMs: Float64Array
  /** Range inside the utterance's text. */
  readonly textFrom: Uint32Array
  readonly textTo: Uint32Array
  /** Position of the utterance. */
  readonly utterance: Uint32Array
  /** NaN where unknown; absent when no word has one. */
  readonly confidence: Float64Array | undefined
}

export interface SpeakerName {
  readonly name: string
  readonly renamedBy?: string
  readonly renamedAt?: string
}

/** Utterances are ordered by start, then by id; ids are unique. */
export interface Transcript {
  readonly utterances: readonly Utterance[]
  readonly words: WordTable
  /** By speaker id; only speakers that were given a name. */
  readonly speakerNames: ReadonlyMap<string, SpeakerName>
}

export interface HighlightTrigger {
  readonly type: string
  readonly by?: string
  readonly word?: string
}

export interface Highlight extends TimeRange {
  readonly id: string
  readonly text: string
  readonly csis: readonly number[]
  readonly source: string
  readonly label: string
  readonly trigger: HighlightTrigger | undefined
}

/** One word outside the table: what edits and readers work on. */
export interface TimedWord extends TimeRange {
  readonly text: string
  readonly confidence?: number
}
