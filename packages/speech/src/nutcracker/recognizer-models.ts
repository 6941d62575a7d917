import { Aligner } from '../alignment/aligner'
import { EmbeddingNetwork } from '../diarization/embeddings/embedding-network'
import { XVectorModel } from '../diarization/embeddings/xvector-model'
import { SegmentationModel } from '../diarization/overlap/segmentation-model'
import { CallDetector } from '../hotword/call-detector'
import { modelFolder } from '../models/model-folder'
import { MoonshineModel, type MoonshineSize } from '../moonshine/moonshine-model'
import type { WhisperSize, WorkerSettings } from '../pool/jobs'
import { MiniLm } from '../text-embeddings/mini-lm'
import { Silero } from '../voice/silero'
import { WhisperModel } from '../whisper/whisper-model'

/** Every model of a worker process, each loaded once and only when a job first needs it. */
export class RecognizerModels {
  readonly #settings: WorkerSettings
  readonly #loading = new Map<string, Promise<unknown>>()

  constructor(settings: WorkerSettings) {
    this.#settings = settings
  }

  silero(): Promise<Silero> {
    return this.#once('silero', () => Silero.load(modelFolder(this.#settings.modelsRoot, 'silero')))
  }

  moonshine(size: MoonshineSize): Promise<MoonshineModel> {
    const folder = modelFolder(this.#settings.modelsRoot, 'moonshine')
    return this.#once(size, () => MoonshineModel.load(folder, size, this.#settings.threads))
  }

  aligner(): Promise<Aligner> {
    return this.#once('aligner', () => Aligner.load())
  }

  callDetector(): Promise<CallDetector> {
    return this.#once('ear', () => CallDetector.load())
  }

  whisper(size: WhisperSize = 'base'): Promise<WhisperModel> {
    const folder = modelFolder(this.#settings.modelsRoot, size === 'small' ? 'whisper-small' : 'whisper')
    return this.#once(`whisper-${size}`, () => WhisperModel.load(folder, size, this.#settings.threads))
  }

  speaker(): Promise<XVectorModel> {
    const folder = modelFolder(this.#settings.modelsRoot, 'speaker')
    return this.#once('speaker', () => XVectorModel.load(folder, this.#settings.threads))
  }

  overlap(): Promise<SegmentationModel> {
    return this.#once('overlap', () => SegmentationModel.load(this.#settings.threads))
  }

  voiceNetwork(): Promise<EmbeddingNetwork> {
    return this.#once('voice-network', () => EmbeddingNetwork.load(this.#settings.threads))
  }

  miniLm(): Promise<MiniLm> {
    const folder = modelFolder(this.#settings.modelsRoot, 'minilm')
    return this.#once('minilm', () => MiniLm.load(folder, this.#settings.threads))
  }

  #once<T>(name: string, load: () => Promise<T>): Promise<T> {
    let model = this.#loading.get(name) as Promise<T> | undefined
    if (!model) {
      model = load()
      this.#loading.set(name, model)
      model.catch(() => this.#loading.delete(name))
    }
    return model
  }
}
