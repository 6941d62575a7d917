import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { texts } from '@livetap/contract'
import type { Notices } from '../notices'
import { Scope } from '../scope'
import { Store } from '../store'
import { type CaptureGraph, PreparedCapture } from './capture-graph'
import {
  type AudioInput,
  listAudioInputs,
  type MediaEnvironment,
  type MicrophonePermission,
  watchPermission,
} from './media-environment'
import { asRecorderError, RecorderError } from './recorder-error'

/**
 * `suspended`: the browser wants a click first. `unplugged`: the device went and no other could be opened.
 */
export type RecorderState =
  | 'idle'
  | 'initing'
  | 'ready'
  | 'recording'
  | 'suspended'
  | 'unplugged'
  | 'failed'
  | 'destroyed'

export interface RecorderSnapshot {
  readonly state: RecorderState
  readonly permission: MicrophonePermission
  readonly inputs: readonly AudioInput[]
  /** The device in use; empty before the first one. */
  readonly deviceId: string
  /** The system delivers silence from this device (a hardware switch, another program). */
  readonly inputMuted: boolean
  readonly error: RecorderError | undefined
}

export interface RecorderOptions {
  media: MediaEnvironment
  /** Where the capture worklet is served, on this origin. */
  workletUrl: string
  /** The browser's echo and noise treatment: for a room with loudspeakers. Recognition wants the plain sound. */
  processing?: boolean
  /** What is done and what fails is announced there, until it is destroyed. */
  notices?: Notices
  onBlock: (block: Int16Array) => void
}

/** A context that does not run by then waits for a click. */
const RESUME_MS = 300

/** The microphone as 16 kHz mono 16-bit blocks of 1024 samples. Everything it takes is released by `destroy`. */
export class Recorder extends Store<RecorderSnapshot> {
  readonly #options: RecorderOptions
  readonly #scope = new Scope()
  /** What belongs to the device in use; replaced when another is chosen. */
  #device: Scope | undefined
  #graph: CaptureGraph | undefined
  #wanted = false

  constructor(options: RecorderOptions) {
    super({
      state: 'idle',
      permission: 'prompt',
      inputs: [],
      deviceId: '',
      inputMuted: false,
      error: undefined,
    })
    this.#options = options
  }

  /** 0 to 1, for a meter drawn at the screen's own pace. */
  readonly level = (): number => this.#graph?.meter.level() ?? 0

  /** Opens a microphone and lets it record; rejects with what failed. */
  async open(): Promise<void> {
    await this.init()
    if (!this.#scope.disposed) await this.start()
  }

  /** Opens a microphone; rejects with a `RecorderError`. */
  async init(deviceId = ''): Promise<void> {
    this.set({ state: 'initing', error: undefined })
    try {
      const { media } = this.#options
      if (!media.mediaDevices)
        throw new RecorderError('insecure_context', 'A browser gives no microphone without a secure context')
      const permission = await watchPermission(media, this.#scope, changed =>
        this.set({ permission: changed }),
      )
      this.set({ permission })
      this.#scope.listen(media.mediaDevices, 'devicechange', () => void this.#devicesChanged())
      this.#scope.listen(media.document, 'visibilitychange', () => this.#visibilityChanged())
      await this.#open(deviceId)
    } catch (error) {
      throw this.#announced(texts.live.failedRecorderInit, this.#fail(error))
    }
    if (!this.#scope.disposed) this.#options.notices?.success(texts.live.recorderCreated)
  }

  /** Blocks flow from here on. A context that waits for a click stays `suspended` until `resume`. */
  async start(): Promise<void> {
    this.#wanted = true
    try {
      if (!this.#graph) throw new RecorderError('audio_failed', 'The recorder has no microphone')
      await this.#run(this.#graph.context)
    } catch (error) {
      throw this.#announced(texts.live.failedRecorderStart, error)
    }
    this.#onceRecording(() => this.#options.notices?.success(texts.live.recorderStarted))
  }

  stop(): void {
    this.#wanted = false
    if (this.getSnapshot().state === 'recording') this.set({ state: 'ready' })
  }

  /** To be called from a click: a suspended context may start only then. */
  async resume(): Promise<void> {
    if (this.#graph) await this.#run(this.#graph.context)
  }

  /** Never rejects: the state and a notice show what failed. */
  async chooseDevice(deviceId: string): Promise<void> {
    try {
      await this.#open(deviceId).catch(error => {
        throw this.#fail(error)
      })
      if (this.#wanted && this.#graph) await this.#run(this.#graph.context)
    } catch (error) {
      this.#announced(texts.live.failedRecorderInit, error)
    }
  }

  /** Gives the microphone back; `init` opens one again. */
  release(): void {
    this.#wanted = false
    this.#device?.dispose()
    this.#graph = undefined
    this.set({ state: 'idle', inputMuted: false, error: undefined })
  }

  destroy(): void {
    this.#wanted = false
    this.#graph = undefined
    this.#scope.dispose()
    this.set({ state: 'destroyed' })
  }

  async #open(deviceId: string): Promise<void> {
    const { media, workletUrl, processing = false } = this.#options
    this.#device?.dispose()
    const device = this.#scope.child()
    this.#device = device
    this.#graph = undefined
    const capture = await PreparedCapture.load({ media, workletUrl }, device)
    if (device.disposed) return
    const stream = await media.mediaDevices!.getUserMedia({
      audio: {
        channelCount: 1,
        sampleRate: SAMPLE_RATE_HZ,
        echoCancellation: processing,
        noiseSuppression: processing,
        autoGainControl: processing,
        deviceId: deviceId ? { exact: deviceId } : undefined,
      },
    })
    device.add(() => {
      for (const track of stream.getTracks()) track.stop()
    })
    if (device.disposed) return
    const track = stream.getAudioTracks()[0]
    if (!track) throw new RecorderError('no_device', 'The browser gave no audio track')
    device.listen(track, 'ended', () => void this.#unplugged())
    device.listen(track, 'mute', () => this.set({ inputMuted: true }))
    device.listen(track, 'unmute', () => this.set({ inputMuted: false }))
    const onBlock = (block: Int16Array) => {
      if (this.#wanted && !device.disposed) this.#options.onBlock(block)
    }
    const graph = await capture.connect(stream, onBlock)
    if (device.disposed) return
    device.listen(graph.context, 'statechange', () => this.#contextChanged(graph.context))
    this.#graph = graph
    this.set({
      state: 'ready',
      permission: 'granted',
      deviceId: track.getSettings().deviceId ?? deviceId,
      inputMuted: track.muted,
      inputs: await listAudioInputs(media),
      error: undefined,
    })
  }

  async #run(context: AudioContext): Promise<void> {
    // `resume` stays pending until a gesture where one is needed: the state says so meanwhile.
    if (context.state !== 'running') {
      this.set({ state: 'suspended' })
      await Promise.race([context.resume(), this.#scope.wait(RESUME_MS)])
    }
    this.#contextChanged(context)
  }

  #contextChanged(context: AudioContext): void {
    if (context !== this.#graph?.context) return
    if (context.state === 'running') this.set({ state: this.#wanted ? 'recording' : 'ready' })
    else if (context.state !== 'closed' && this.#wanted) this.set({ state: 'suspended' })
  }

  /** A tab that was hidden may come back with its context asleep. */
  #visibilityChanged(): void {
    const context = this.#graph?.context
    if (this.#options.media.document.hidden || !context || context.state === 'running') return
    context.resume().catch(() => {})
  }

  async #unplugged(): Promise<void> {
    this.set({ state: 'unplugged', inputMuted: false })
    try {
      await this.#open('')
      if (this.#wanted && this.#graph) await this.#run((this.#graph as CaptureGraph).context)
    } catch {
      this.set({ state: 'unplugged', inputs: await listAudioInputs(this.#options.media) })
    }
  }

  async #devicesChanged(): Promise<void> {
    const inputs = await listAudioInputs(this.#options.media)
    if (this.#scope.disposed) return
    this.set({ inputs })
    if (this.getSnapshot().state === 'unplugged' && inputs.length > 0) await this.#unplugged()
  }

  /** At once when sound flows, or after the click that a suspended context waits for. */
  #onceRecording(run: () => void): void {
    if (this.getSnapshot().state === 'recording') {
      run()
      return
    }
    const forget = this.#scope.add(
      this.subscribe(() => {
        if (this.getSnapshot().state !== 'recording') return
        forget()
        run()
      }),
    )
  }

  #announced(text: string, error: unknown): unknown {
    const { notices } = this.#options
    if (!notices || this.#scope.disposed) return error
    notices.error(text)
    if (error instanceof RecorderError && error.reason === 'permission_denied')
      notices.error(texts.live.microphoneDenied)
    return error
  }

  #fail(error: unknown): RecorderError {
    const failure = asRecorderError(error)
    const denied = failure.reason === 'permission_denied'
    const shown = denied ? new RecorderError(failure.reason, texts.live.microphoneDenied) : failure
    this.#device?.dispose()
    this.#graph = undefined
    // Broken off by its end: nothing failed.
    if (this.#scope.disposed) return shown
    this.set({ state: 'failed', error: shown, ...(denied && { permission: 'denied' as const }) })
    return shown
  }
}
