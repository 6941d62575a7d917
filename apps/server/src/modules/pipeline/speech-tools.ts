import type {
  RecognitionResult,
  SoundOnDisk,
  SpeakerTurn,
  SpeechHints,
  VoicePrint,
  VoiceSpan,
} from '@livetap/speech'

interface Work {
  signal: AbortSignal
}

/** What the pipeline asks of speech: whole recordings, no hurry. Failures are `SpeechError`s. */
export interface SpeechTools {
  /** By its name. */
  readonly engine: string
  /** Pieces worth recognising at the same time. */
  readonly parallel: number
  detectVoice(
    blocks: AsyncIterable<Int16Array>,
    work: Work & { onProgress: (samples: number) => void },
  ): Promise<VoiceSpan[]>
  /** How likely each language is, 0 to 1, by its subtag; undefined when nothing here can tell. */
  detectLanguages(pcm: Int16Array, work: Work): Promise<ReadonlyMap<string, number> | undefined>
  /** Times include `startMs`; `onOpened` is called when the engine is ready for the sound. */
  recognize(
    pcm: Int16Array,
    work: Work & { languageCode: string; startMs: number; onOpened: () => void; hints?: SpeechHints },
  ): Promise<RecognitionResult[]>
  /** Why a call that was recognised live would read no better if it were recognised again; undefined when it would. */
  missingForRecognition(languageCode: string): Promise<string | undefined>
  /** Why there is no second engine; undefined when there is one. */
  secondOpinionMissing(languageCode: string): Promise<string | undefined>
  /** The result of a second engine combined with the first, word by word. */
  secondOpinion(
    pcm: Int16Array,
    first: RecognitionResult,
    work: Work & { startMs: number },
  ): Promise<RecognitionResult | undefined>
  diarizationMissing(): Promise<string | undefined>
  diarize(sound: SoundOnDisk, work: Work): Promise<SpeakerTurn[]>
  /** Of the one person who speaks in the sound; undefined with too little speech. */
  voicePrint(sound: SoundOnDisk, work: Work): Promise<VoicePrint | undefined>
}
