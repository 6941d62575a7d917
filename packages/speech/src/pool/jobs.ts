import type { Sound } from '../audio/sound'
import type { WindowOfBoth } from '../diarization/clustering/vbx-voices'
import type { SpeakerTurn, VoicePrint } from '../diarization/diarizer'
import type { SpeechHints } from '../recognition'
import type { VadState } from '../voice/silero'
import type { VoiceSpan } from '../voice-span'

export type WhisperSize = 'base' | 'small'

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
  /** Made by the small model because it was late: worth doing again. */
  lowQuality?: true
  /** How likely, 0 to 1, the sound holds the call that the text holds; absent where the text holds none. */
  callLikelihood?: number
}

export interface JobTypes {
  vad: {
    job: { pcm: Int16Array; state?: VadState }
    result: { probabilities: Float32Array; state: VadState }
  }
  interim: { job: { pcm: Int16Array; draft: number[]; hints?: SpeechHints }; result: RecognizedText }
  final: {
    job: { pcm: Int16Array; draft: number[]; hints?: SpeechHints; wordTimes: boolean; lowQuality?: boolean }
    result: RecognizedText
  }
  whisper: {
    job: {
      pcm: Int16Array
      /** Absent: the likeliest one. */
      language?: string
      task: 'transcribe' | 'translate'
      /** The base model unless said otherwise. */
      size?: WhisperSize
      wordTimes: boolean
      draft?: number[]
    }
    result: RecognizedText
  }
  /** Which languages the sound may be in, each with how likely it is, 0 to 1. */
  languages: { job: { pcm: Int16Array }; result: { likely: [language: string, likely: number][] } }
  /** The voices of a stream up to its newest segment, by the windows of speech heard before. */
  voices: {
    job: { pcm: Int16Array; earlier: WindowOfBoth[] }
    result: {
      /** Of the segment. */
      windows: WindowOfBoth[]
      /** The voice of each window, those heard before first; -1 where there is too little of it. */
      labels: number[]
      /** The voice of each step of the segment. */
      steps: number[]
      stepMs: number
    }
  }
  diarize: { job: { sound: Sound; speakers?: number }; result: { turns: SpeakerTurn[] } }
  /** Of the one person who speaks in the sound. */
  print: { job: { sound: Sound }; result: { print?: VoicePrint } }
  /** The voiced parts of a whole recording. */
  voice: { job: { sound: Sound }; result: { spans: VoiceSpan[] } }
  /** A vector of unit length for each text. */
  embed: { job: { texts: string[] }; result: { vectors: Float32Array[] } }
  warm: {
    job: { models: ('english' | 'whisper' | 'speaker')[] }
    result: { rssBytes: number; calibration?: { soundMs: number; workMs: number } }
  }
}

export type JobKind = keyof JobTypes
export type Job<K extends JobKind = JobKind> = JobTypes[K]['job']
export type JobResult<K extends JobKind = JobKind> = JobTypes[K]['result']

export interface WorkerSettings {
  modelsRoot: string
  threads: number
  /** How far its process steps back behind others, 0 to 19. */
  niceness?: number
}

export type ToWorker =
  | { type: 'settings'; settings: WorkerSettings }
  | { type: 'job'; id: number; kind: JobKind; job: Job }
export type FromWorker =
  | { type: 'ready' }
  | { type: 'done'; id: number; result: JobResult; workMs: number }
  | { type: 'failed'; id: number; message: string }
