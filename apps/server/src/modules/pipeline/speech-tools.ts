import type { RecognitionResult, SoundOnDisk, SpeakerTurn, VoiceSpan } from '@livetap/speech'

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
    work: Work & { onHeard: (samples: number) => void },
  ): Promise<VoiceSpan[]>
  /** The language spoken, as a subtag; undefined when nothing here can tell. */
  detectLanguage(pcm: Int16Array, work: Work): Promise<string | undefined>
  /** Times include `startMs`; `onOpened` is called when the engine is ready for the sound. */
  recognize(
    pcm: Int16Array,
    work: Work & { languageCode: string; startMs: number; onOpened: () => void },
  ): Promise<RecognitionResult[]>
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
}
