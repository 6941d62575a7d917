import type { Sound } from '../audio/sound'
import type { SpeakerTurn } from '../diarization/diarizer'
import type { SpeechHints } from '../recognition'
import type { VadState } from '../voice/silero'
import type { VoiceSpan } from '../voice-span'

/** What crosses the process border: structured-clone data only, and nothing that refers to a stream. */
export interface RecognizedText {
  text: string
  /** Times in milliseconds from the first sample of the job. */
  words: { word: string; startMs: number; endMs: number; confidence?: number }[]
  confidence?: number
  timesEstimated: boolean
  /** Hands the next decoding of the same sound a head start. */
  tokens: number[]
  languageCode?: string
}

export interface VoiceWindow {
  startMs: number
  endMs: number
  vector: Float32Array
}

export interface JobTypes {
  vad: {
    job: { pcm: Int16Array; state?: VadState }
    result: { probabilities: Float32Array; state: VadState }
  }
  interim: { job: { pcm: Int16Array; draft: number[]; hints?: SpeechHints }; result: RecognizedText }
  final: {
    job: { pcm: Int16Array; draft: number[]; hints?: SpeechHints; wordTimes: boolean }
    result: RecognizedText
  }
  whisper: {
    job: {
      pcm: Int16Array
      /** Absent: the likeliest one. */
      language?: string
      task: 'transcribe' | 'translate'
      wordTimes: boolean
      draft?: number[]
    }
    result: RecognizedText
  }
  /** The voices of a segment: one vector a window, in order. */
  embed: { job: { pcm: Int16Array }; result: { windows: VoiceWindow[] } }
  diarize: { job: { sound: Sound; speakers?: number }; result: { turns: SpeakerTurn[] } }
  /** The voiced parts of a whole recording. */
  voice: { job: { sound: Sound }; result: { spans: VoiceSpan[] } }
  warm: { job: { models: ('english' | 'whisper' | 'speaker')[] }; result: { rssBytes: number } }
}

export type JobKind = keyof JobTypes
export type Job<K extends JobKind = JobKind> = JobTypes[K]['job']
export type JobResult<K extends JobKind = JobKind> = JobTypes[K]['result']

export interface WorkerSettings {
  modelsRoot: string
  threads: number
}

export type ToWorker =
  | { type: 'settings'; settings: WorkerSettings }
  | { type: 'job'; id: number; kind: JobKind; job: Job }
export type FromWorker =
  | { type: 'ready' }
  | { type: 'done'; id: number; result: JobResult }
  | { type: 'failed'; id: number; message: string }
