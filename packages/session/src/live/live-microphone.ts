import { DEFAULT_CSI, texts } from '@livetap/contract'
import type { Notices } from '../notices'
import type { MediaEnvironment } from '../recorder/media-environment'
import { Recorder } from '../recorder/recorder'
import type { Scope } from '../scope'
import { Store } from '../store'
import type { HotwordClient } from './connection/hotword-client'
import type { ReadAloud } from './read-aloud'

export interface MicrophoneState {
  readonly csi: number
  /** The microphone sends silence. */
  readonly muted: boolean
  readonly openingMicrophone: boolean
  /** The microphone is open to be looked at; nothing of it is sent. */
  readonly checkingMicrophone: boolean
}

export const closedMicrophone: MicrophoneState = {
  csi: DEFAULT_CSI,
  muted: false,
  openingMicrophone: false,
  checkingMicrophone: false,
}

export interface LiveMicrophoneOptions {
  media: MediaEnvironment
  workletUrl: string
  client: HotwordClient
  readAloud: ReadAloud
  notices: Notices
  /** Of the running meeting: from its end on nothing is opened or announced. */
  scope: Scope
}

/** The microphone of a live meeting: opened with the entry, or checked first by a person who only listens. */
export class LiveMicrophone extends Store<MicrophoneState> {
  readonly recorder: Recorder
  readonly #options: LiveMicrophoneOptions

  constructor(options: LiveMicrophoneOptions) {
    super(closedMicrophone)
    this.#options = options
    const { media, workletUrl, notices } = options
    this.recorder = new Recorder({ media, workletUrl, notices, onBlock: block => this.#handleAudio(block) })
  }

  get isRecording(): boolean {
    return this.recorder.getSnapshot().state === 'recording'
  }

  readonly setMuted = (muted: boolean): void => this.set({ muted })

  /** A whole number from 0 on; it names the audio from now on. */
  readonly setCsi = (csi: number): void => {
    if (!Number.isInteger(csi) || csi < 0) return
    this.#options.client.setCsi(csi)
    this.set({ csi })
  }

  /** Without a microphone the meeting goes on: it can be followed all the same. */
  async open(): Promise<void> {
    const { notices, scope } = this.#options
    this.set({ openingMicrophone: true })
    try {
      await this.recorder.open()
    } catch (error) {
      if (!scope.disposed) notices.error(texts.live.failedSetup((error as Error).message))
    }
    this.set({ openingMicrophone: false })
  }

  /** Opens it to choose an input and see its level; nothing is sent until `speak`. */
  async check(): Promise<void> {
    this.set({ checkingMicrophone: true })
    try {
      await this.recorder.init()
      if (this.#options.scope.disposed || !this.getSnapshot().checkingMicrophone) return
      // Called by a click, which a suspended context waits for.
      await this.recorder.resume()
    } catch {
      // The panel shows what is wrong, and can try again.
    }
  }

  /** Opens it again for what it was opened for. */
  retry(): Promise<void> {
    return this.getSnapshot().checkingMicrophone ? this.check() : this.open()
  }

  async speak(): Promise<void> {
    this.set({ checkingMicrophone: false })
    await this.recorder.start().catch(() => {})
  }

  stopChecking(): void {
    this.set({ checkingMicrophone: false })
    this.recorder.release()
  }

  chooseDevice(id: string): Promise<void> {
    return this.recorder.chooseDevice(id)
  }

  #handleAudio(block: Int16Array): void {
    const { client, readAloud } = this.#options
    const isSilent = this.getSnapshot().muted || readAloud.getSnapshot().readingAloud
    client.pushAudio(isSilent ? new Int16Array(block.length) : block)
  }
}
