import { PIPELINE_STAGES } from '@livetap/contract'
import type { SpeechHints } from '@livetap/speech'
import type { TimeRange } from '@livetap/transcript'
import type { RecordingFacts } from '../../platform/media/recording-facts'
import type { ShardParticipant } from '../trainable'

export const STAGES = PIPELINE_STAGES
export type StageName = (typeof STAGES)[number]

export type Span = [startMs: number, endMs: number]
export type Turn = [speaker: string, startMs: number, endMs: number]

/** One voice a track: a channel of the recording, or (null) all of them mixed. */
export interface VoiceTrack {
  channel: number | null
  spans: Span[]
}

/** A stream of a call: one person's voice, or several at one microphone; its sound lies on the meeting's clock. */
export interface CallVoice {
  /** Of the person's first stream in the meeting; the channel and, where one person speaks, the speaker that the voice is. */
  number: number
  csi: number
  /** Those that the person set later, each from where it holds on. */
  laterCsis?: { csi: number; fromMs: number }[]
  /** Who spoke; absent where that was not kept. */
  participant?: ShardParticipant
  /** Several people may have sat at it. */
  isShared?: boolean
  /** What the small model recognised during the call. Its name is that of the stored output. */
  hurried?: TimeRange[]
}

export interface EndedCall {
  voices: CallVoice[]
  /** What the engine listened for during the call. */
  hints: SpeechHints
}

/** What each stage leaves for the later ones; kept in the database until the meeting is deleted. */
export interface StageOutputs {
  probe: RecordingFacts
  normalise: {
    durationMs: number
    /** Channels with a voice of their own; empty when the mix is recognised. */
    separateChannels: number[]
    hasVideo: boolean
    /** Of a call that has ended. */
    call?: EndedCall
  }
  peaks: { stepMs: number; count: number }
  'voice activity': { tracks: VoiceTrack[]; voicedMs: number }
  recognition: {
    languageCode: string
    languageInferred: boolean
    chunks: number
    utterances: number
    words: number
  }
  diarization: { turns: Turn[]; speakers: number; skipped?: string }
  ensemble: { utterances: number; decodedAgain: number; changed: number; skipped?: string }
  highlights: { count: number }
  shards: { count: number; totalMs: number }
  statistics: { utterances: number; words: number; speakers: number; voicedMs: number; durationMs: number }
}
