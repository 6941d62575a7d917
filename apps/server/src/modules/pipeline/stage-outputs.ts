import { PIPELINE_STAGES } from '@livetap/contract'
import type { RecordingFacts } from '../../platform/media/recording-facts'

export const STAGES = PIPELINE_STAGES
export type StageName = (typeof STAGES)[number]

export type Span = [startMs: number, endMs: number]
export type Turn = [speaker: string, startMs: number, endMs: number]

/** One voice a track: a channel of the recording, or (null) all of them mixed. */
export interface VoiceTrack {
  channel: number | null
  spans: Span[]
}

/** What each stage leaves for the later ones; kept in the database until the meeting is deleted. */
export interface StageOutputs {
  probe: RecordingFacts
  normalise: {
    durationMs: number
    /** Channels with a voice of their own; empty when the mix is recognised. */
    separateChannels: number[]
    hasVideo: boolean
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
