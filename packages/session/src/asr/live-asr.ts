import { texts } from '@livetap/contract'
import type { Notices } from '../notices'
import type { MediaEnvironment } from '../recorder/media-environment'
import { Recorder } from '../recorder/recorder'
import { RecorderError } from '../recorder/recorder-error'
import { Store } from '../store'
import type { AsrSettings } from './asr-link'
import { AsrSession, type AsrSessionOptions } from './asr-session'
import { AsrSessionError } from './asr-session-error'
import { addHints, type HintForm, noHints, parseHintForm } from './hint-form'

export type LiveAsrPhase = 'connecting' | 'creating-recorder' | 'live' | 'failed' | 'ended'

export interface LiveAsrOptions extends Omit<AsrSessionOptions, 'onEvent'> {
  media: MediaEnvironment
  workletUrl: string
  notices: Notices
}

/** The live ASR proxy screen without its looks: the entry flow, the controls, and what each of them says. */
export class LiveAsr extends Store<{ phase: LiveAsrPhase }> {
  readonly session: AsrSession
  readonly recorder: Recorder
  readonly #notices: Notices
  /** Settings are changed one after the other: each waits for the socket of the one before. */
  #changing: Promise<unknown> = Promise.resolve()

  constructor(options: LiveAsrOptions) {
    super({ phase: 'connecting' })
    this.#notices = options.notices
    this.session = new AsrSession({
      ...options,
      onEvent: event => {
        if (event.type === 'connected' || event.type === 'reconnected')
          this.#notices.success(texts.asr.connected)
        if (event.type === 'failed') this.#connectionFailed(event.error)
      },
    })
    this.recorder = new Recorder({
      media: options.media,
      workletUrl: options.workletUrl,
      onBlock: block => this.session.pushAudio(block),
    })
  }

  /** Connects, then opens the microphone. Without one the connection stays: a file can be streamed all the same. */
  async start(): Promise<void> {
    this.set({ phase: 'connecting' })
    try {
      await this.session.connect()
    } catch {
      // Told by the session's own event.
      return
    }
    if (this.getSnapshot().phase === 'ended') return
    const { state } = this.recorder.getSnapshot()
    if (state === 'idle' || state === 'failed') await this.openMicrophone()
    else this.#live()
  }

  async openMicrophone(): Promise<void> {
    this.set({ phase: 'creating-recorder' })
    try {
      await this.#step(() => this.recorder.init(), texts.live.failedRecorderInit)
      if (this.getSnapshot().phase === 'ended') return
      this.#notices.success(texts.live.recorderCreated)
      await this.#step(() => this.recorder.start(), texts.live.failedRecorderStart)
      this.recorder.onceRecording(() => this.#notices.success(texts.live.recorderStarted))
    } catch (error) {
      if (this.getSnapshot().phase !== 'ended')
        this.#notices.error(texts.asr.failedSetup((error as Error).message))
    }
    this.#live()
  }

  async chooseDevice(id: string): Promise<void> {
    await this.#step(() => this.recorder.chooseDevice(id), texts.live.failedRecorderInit).catch(() => {})
  }

  async setEngine(engine: string): Promise<void> {
    await this.#change({ engine }).catch(error => this.#refused(error, texts.asr.failedConnection))
  }

  async setLanguage(languageCode: string): Promise<void> {
    await this.#change({ languageCode }).then(
      () => this.#notices.success(texts.asr.languageChanged(languageCode)),
      error => this.#refused(error, texts.asr.languageChangeFailed),
    )
  }

  async toggleDiarization(): Promise<void> {
    await this.#change(({ diarization }) => ({ diarization: !diarization })).then(
      () => this.#notices.info(texts.asr.diarizationToggled),
      error => this.#refused(error, texts.asr.diarizationFailed),
    )
  }

  async addSpeechHints(form: HintForm): Promise<void> {
    await this.#change(({ hints }) => ({ hints: addHints(hints, parseHintForm(form)) })).then(
      () => this.#notices.success(texts.asr.hintsAdded),
      error => this.#refused(error, texts.asr.failedConnection),
    )
  }

  async removeSpeechHints(): Promise<void> {
    await this.#change({ hints: noHints }).catch(error => this.#refused(error, texts.asr.failedConnection))
  }

  end(): void {
    this.set({ phase: 'ended' })
    this.session.close()
    this.recorder.destroy()
  }

  #change(change: Partial<AsrSettings> | ((now: AsrSettings) => Partial<AsrSettings>)): Promise<void> {
    const run = () => {
      const now = this.session.getSnapshot().settings
      return this.session.changeSettings(typeof change === 'function' ? change(now) : change)
    }
    const changed = this.#changing.then(run)
    this.#changing = changed.catch(() => {})
    return changed
  }

  /** A permanent failure has been reported already; one that was rolled back is reported here. */
  #refused(error: unknown, text: string): void {
    if (error instanceof AsrSessionError && error.reason === 'closed') return
    this.#notices.error(text)
    const wentOn = this.session.getSnapshot().connection !== 'failed'
    if (wentOn && error instanceof Error) this.#notices.warning(error.message)
  }

  async #step(work: () => Promise<void>, text: string): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (this.getSnapshot().phase !== 'ended') {
        this.#notices.error(text)
        if (error instanceof RecorderError && error.reason === 'permission-denied')
          this.#notices.error(texts.live.microphoneDenied)
      }
      throw error
    }
  }

  #live(): void {
    if (this.getSnapshot().phase === 'creating-recorder' || this.getSnapshot().phase === 'connecting')
      this.set({ phase: 'live' })
  }

  #connectionFailed(error: AsrSessionError): void {
    this.#notices.error(texts.asr.failedConnection)
    this.#notices.error(texts.asr.failedSetup(error.message))
    this.set({ phase: 'failed' })
  }
}
