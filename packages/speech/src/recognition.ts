import type { VoiceMemory } from './nutcracker/speakers/voice-memory'
import type { StreamOwner } from './pool/speech-slots'
import type { SpeechError } from './speech-error'

export interface SpeechEntity {
  type: string
  entries: string[]
}

export interface SpeechHints {
  phrases: string[]
  entities: SpeechEntity[]
  /** 0 to 1; 0 changes nothing. */
  weight: number
  limitVocabToPhrases: boolean
}

export interface RecognitionOptions {
  /** A locale, a bare language, `en-auto`, or `all` where the engine finds the language. */
  languageCode: string
  hints?: SpeechHints
  /** `if-in-time`: a final result that would be late is said without its speaker. */
  diarization?: boolean | 'if-in-time'
  /** With diarization: the voices of earlier streams of the same microphone, so that they keep their names. */
  voices?: VoiceMemory
  /** On unless switched off. */
  wordTimes?: boolean
  /** On unless switched off. */
  punctuation?: boolean
  /** On unless switched off; whole files have none. */
  interims?: boolean
  /** A second engine looks at final results of low confidence. */
  ensemble?: boolean
  /** Where on the caller's clock the first sample lies; all times of the results include it. */
  startMs?: number
  /** Of a live stream: who shares the engine's slots with other users and meetings. */
  owner?: StreamOwner
}

export interface RecognizedWord {
  word: string
  startMs: number
  endMs: number
  /** From the model's own probabilities; absent where the engine has none. */
  confidence?: number
}

export interface RecognitionResult {
  /** Stable from the first interim to the final; unique within the stream. */
  segmentId: string
  isFinal: boolean
  text: string
  startMs: number
  endMs: number
  words: RecognizedWord[]
  confidence?: number
  /** `'1'`, `'2'`, … in the order of their first words; empty without diarization. */
  speakerIds: string[]
  /** Who speaks was asked for, and there was no time to find it out. */
  speakerUnknown?: boolean
  languageCode: string
  /** The words' times are spread over the voiced part instead of aligned with the sound. */
  timesEstimated?: boolean
  /** Made by a smaller model because the engine was late: worth recognising again when there is time. */
  lowQuality?: boolean
  /**
   * How likely, 0 to 1, the sound itself holds the call of the assistant that is in the text; absent where none
   * is there, and from engines that have no ear for it.
   */
  callLikelihood?: number
}

/** How a final result came about, by `performance.now()`. */
export interface ResultTiming {
  /** When its sound was complete. */
  completeAt: number
  /** What processes of the engine did for it. */
  work: readonly ProcessWork[]
}

/** A job as the process measured it that did it. */
export interface ProcessWork {
  kind: string
  pid: number | undefined
  /** Before its turn had come. */
  waitedMs: number
  workMs: number
  /** When the answer was here. */
  answeredAt: number
}

/** What a stream reports, in the order in which it happens. */
export type RecognitionEvent =
  | { type: 'interim'; result: RecognitionResult }
  /** An engine without processes of ours has no timing. */
  | { type: 'final'; result: RecognitionResult; timing?: ResultTiming }
  /** `write` answered false and may go on now. */
  | { type: 'drained' }
  /** At most once, and nothing follows it. */
  | { type: 'failed'; error: SpeechError }

export type OnRecognition = (event: RecognitionEvent) => void

export interface RecognitionStream {
  /**
   * Takes the samples in any case; false asks the caller to wait for `drained`. A caller that does not
   * wait gets the stream failed with `overflow` at the engine's hard bound.
   */
  write(pcm: Int16Array): boolean
  /** Resolves when the last final result has been delivered; rejects with what failed the stream. */
  end(): Promise<void>
  /** No event follows it. */
  abort(): void
  /** Audio taken so far, `startMs` included. */
  readonly receivedMs: number
  /** Audio before this position will change no further result. */
  readonly settledMs: number
  /** `settledMs` moves on through silence: what lies after it is behind. */
  readonly settlesSilence?: boolean
}
