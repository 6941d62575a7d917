import { Aligner } from '../alignment/aligner'
import { XVectorModel } from '../diarization/xvector-model'
import { modelFolder } from '../models/model-folder'
import { MoonshineModel, type MoonshineSize } from '../moonshine/moonshine-model'
import type { WorkerSettings } from '../pool/jobs'
import { Silero } from '../voice/silero'
import { WhisperModel } from '../whisper/whisper-model'

/** Every model of a worker process, each loaded once and only when a job first needs it. */
export class RecognizerModels {
  private readonly loading = new Map<string, Promise<unknown>>()

  constructor(private readonly settings: WorkerSettings) {}

  silero(): Promise<Silero> {
    return this.once('silero', () => Silero.load(modelFolder(this.settings.modelsRoot, 'silero')))
  }

  moonshine(size: MoonshineSize): Promise<MoonshineModel> {
    const folder = modelFolder(this.settings.modelsRoot, 'moonshine')
    return this.once(size, () => MoonshineModel.load(folder, size, this.settings.threads))
  }

  aligner(): Promise<Aligner> {
    return this.once('aligner', () => Aligner.load())
  }

  whisper(): Promise<WhisperModel> {
    const folder = modelFolder(this.settings.modelsRoot, 'whisper')
    return this.once('whisper', () => WhisperModel.load(folder, this.settings.threads))
  }

  speaker(): Promise<XVectorModel> {
    const folder = modelFolder(this.settings.modelsRoot, 'speaker')
    return this.once('speaker', () => XVectorModel.load(folder, this.settings.threads))
  }

  private once<T>(name: string, load: () => Promise<T>): Promise<T> {
    let model = this.loading.get(name) as Promise<T> | undefined
    if (!model) {
      model = load()
      this.loading.set(name, model)
      model.catch(() => this.loading.delete(name))
    }
    return model
  }
}
