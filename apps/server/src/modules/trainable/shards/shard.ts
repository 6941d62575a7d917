import type { HumanSource, ShardPeaks, VersionKind } from '@livetap/contract'
import type { TimedWord } from '@livetap/transcript'
import type { ShardPosition } from './shard-filter'

/** A piece of a meeting's audio that may train an engine, with the text it was heard as. */
export interface NewShard {
  /** The same whenever the stage that cuts it runs again. */
  id: string
  storageKey: string
  startOffsetMs: number
  endOffsetMs: number
  csi: number | null
  /** Of a live stream's user; absent where the sound was uploaded. */
  participant?: ShardParticipant
  speakerIds: readonly string[]
  transcript: string
  words: readonly TimedWord[]
  /** Who speaks when, from its start on. Absent: not known. */
  turns?: readonly ShardTurn[]
  transcriptType: string
  languageCode: string
  languageInferred: boolean
  isEvaluation: boolean
  /** Absent: not measured. */
  peaks?: ShardPeaks
  audioBytes?: number
  /** Of the recogniser in its words, 0 to 1. Absent, or null: it did not say. */
  confidence?: number | null
}

export interface ShardTurn {
  speakerId: string
  startMs: number
  endMs: number
}

export interface ShardParticipant {
  /** Of the account, at the identity service. */
  ciUuid: string | null
  /** Within the meeting. */
  participantId: string | null
  /** The same in every meeting. */
  globalParticipantId: string | null
}

/** The text that a person gave a shard. */
export interface HumanText {
  text: string
  by: string
  at: Date
  source: HumanSource
  kind: VersionKind
}

export interface Shard extends ShardPosition, ShardParticipant {
  meetingId: string
  region: string
  siteName: string
  source: string
  meetingNumber: string
  storageKey: string
  startOffsetMs: number
  endOffsetMs: number
  lengthMs: number
  csi: number | null
  speakerIds: readonly string[]
  /** Who speaks when, from its start on; empty where no one knows. */
  turns: readonly ShardTurn[]
  /** The recogniser's own. */
  transcript: string
  transcriptType: string
  languageCode: string
  languageInferred: boolean
  isEvaluation: boolean
  /** 0 as long as no person gave it a text. */
  version: number
  human: HumanText | null
  unusable: { reason: string; by: string; at: Date } | null
  peaks: ShardPeaks | null
  /** Of the FLAC; null where it was not kept. */
  audioBytes: number | null
  /** Of the recogniser, 0 to 1; null where it did not say. */
  confidence: number | null
  meetingStartMs: number
  createdAt: Date
  updatedAt: Date
}

/** What the shard says, by a person or else by the recogniser. */
export const textOf = ({ human, transcript }: Pick<Shard, 'human' | 'transcript'>): string =>
  human?.text ?? transcript
