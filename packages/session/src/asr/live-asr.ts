import { texts } from '@livetap/contract'
import type { Notices } from '../notices'
import type { MediaEnvironment } from '../recorder/media-environment'
import { Recorder } from '../recorder/recorder'
import { Scope } from '../scope'
import { Store } from '../store'
import type { AsrSettings } from './asr-link'
import { AsrSession, type AsrSessionOptions } from './asr-session'
import { AsrSessionError } from './asr-session-error'
import type { AsrLine } from './asr-transcript'
import { addHints, type HintForm, noHints, parseHintForm } from './hint-form'
import type { CallStore, CallText } from './stored-calls'

/** `ending`: no more sound is sent, and the last results are awaited. */
export type LiveAsrPhase = 'connecting' | 'creating-recorder' | 'live' | 'failed' | 'ending' | 'ended'

export interface LiveAsrState {
  readonly phase: LiveAsrPhase
  /** There are lines that were neither exported nor saved. */
  readonly isUnsaved: boolean
  readonly isSaving: boolean
}

export interface LiveAsrOptions extends Omit<AsrSessionOptions, 'onEvent'> {
  media: MediaEnvironment
  workletUrl: string
  notices: Notices
  /** Where the call's text outlives the page; what is there is of the same call, before a reload. */
  stored?: CallStore
  /** Makes a meeting of the lines; answers its id. */
  saveAsMeeting?: (transcript: CallText) => Promise<string>
}

/** Lines are written down at most so often. */
const KEEP_MS = 500

/** The live ASR proxy screen without its looks: the entry flow, the controls, and what each of them says. */
export class LiveAsr extends Store<LiveAsrState> {
  readonly session: AsrSession
  readonly recorder: Recorder
  readonly #notices: Notices
  readonly #options: LiveAsrOptions
  readonly #scope = new Scope()
  readonly #startedAtMs: number
  #lines: readonly AsrLine[]
  #cancelKeeping: (() => void) | undefined
  /** Settings are changed one after the other: each waits for the socket of the one before. */
  #changing: Promise<unknown> = Promise.resolve()

  constructor(options: LiveAsrOptions) {
    const earlier = options.stored?.read()
    super({ phase: 'connecting', isUnsaved: earlier !== undefined, isSaving: false })
    this.#options = options
    this.#notices = options.notices
    this.#startedAtMs = earlier?.startedAtMs ?? Date.now()
    this.session = new AsrSession({
      ...options,
      earlierLines: earlier?.lines,
      onEvent: event => {
        if (event.type === 'connected' || event.type === 'reconnected')
          this.#notices.success(texts.asr.connected)
        if (event.type === 'failed') this.#connectionFailed(event.error)
      },
    })
    this.recorder = new Recorder({
      media: options.media,
      workletUrl: options.workletUrl,
      notices: options.notices,
      onBlock: block => this.session.pushAudio(block),
    })
    this.#lines = this.session.getSnapshot().lines
    this.#scope.add(this.session.subscribe(() => this.#linesChanged()))
  }

  /** The user has them in a file. */
  exported(): void {
    this.#saved()
  }

  /** The id of the new meeting; rejects with what went wrong. */
  async saveAsMeeting(): Promise<string> {
    if (!this.#options.saveAsMeeting) throw new Error('This server saves no transcripts')
    this.set({ isSaving: true })
    try {
      const { lines } = this.session.getSnapshot()
      const id = await this.#options.saveAsMeeting({ startedAtMs: this.#startedAtMs, lines })
      if (lines === this.session.getSnapshot().lines) this.#saved()
      return id
    } finally {
      this.set({ isSaving: false })
    }
  }

  /** What was said is thrown away on purpose. */
  discard(): void {
    this.session.clear()
    this.#saved()
  }

  /** Connects, then opens the microphone. Without one the connection stays: a file can be streamed all the same. */
  async start(): Promise<void> {
    this.set({ phase: 'connecting' })
    try {
      await this.session.connect()
    } catch {
      // Reported by the session's own event.
      return
    }
    if (this.#isOver) return
    const { state } = this.recorder.getSnapshot()
    if (state === 'idle' || state === 'failed') await this.openMicrophone()
    else this.#live()
  }

  async openMicrophone(): Promise<void> {
    this.set({ phase: 'creating-recorder' })
    try {
      await this.recorder.open()
    } catch (error) {
      if (!this.#isOver) this.#notices.error(texts.asr.failedSetup((error as Error).message))
    }
    this.#live()
  }

  chooseDevice(id: string): Promise<void> {
    return this.recorder.chooseDevice(id)
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

  /** Stops the microphone, waits for the words that are not final, and ends. */
  async endCall(): Promise<void> {
    if (this.#isOver) return
    this.set({ phase: 'ending' })
    this.recorder.destroy()
    await this.session.finish()
    this.end()
  }

  /** At once: words that are not final stay as they were shown. */
  end(): void {
    if (this.getSnapshot().phase === 'ended') return
    this.set({ phase: 'ended' })
    this.session.close()
    this.#keep()
    this.#scope.dispose()
    this.recorder.destroy()
  }

  /** The page may go away at any moment: also what is not final is worth keeping. */
  keepNow(): void {
    const lines = this.session.linesSoFar
    if (this.getSnapshot().isUnsaved || lines !== this.#lines)
      this.#options.stored?.write({ startedAtMs: this.#startedAtMs, lines })
  }

  get #isOver(): boolean {
    const { phase } = this.getSnapshot()
    return phase === 'ending' || phase === 'ended'
  }

  #linesChanged(): void {
    const { lines } = this.session.getSnapshot()
    if (lines === this.#lines) return
    this.#lines = lines
    this.set({ isUnsaved: lines.length > 0 })
    this.#cancelKeeping ??= this.#scope.timeout(() => this.#keep(), KEEP_MS)
  }

  #keep(): void {
    this.#cancelKeeping?.()
    this.#cancelKeeping = undefined
    if (this.getSnapshot().isUnsaved)
      this.#options.stored?.write({ startedAtMs: this.#startedAtMs, lines: this.#lines })
    else this.#options.stored?.clear()
  }

  #saved(): void {
    this.set({ isUnsaved: false })
    this.#keep()
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

  #live(): void {
    if (this.getSnapshot().phase === 'creating-recorder' || this.getSnapshot().phase === 'connecting')
      this.set({ phase: 'live' })
  }

  #connectionFailed(error: AsrSessionError): void {
    this.#notices.error(texts.asr.failedConnection)
    this.#notices.error(texts.asr.failedSetup(error.message))
    if (!this.#isOver) this.set({ phase: 'failed' })
  }
}
