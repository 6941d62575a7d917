import { DEFAULT_CSI, DEFAULT_LANGUAGE, type HotwordStatus, MEETING_LIVE, texts } from '@livetap/contract'
import type { ApiClient } from '../api-client'
import { ApiError } from '../api-error'
import type { Notices } from '../asr/live-asr'
import type { MediaEnvironment } from '../recorder/media-environment'
import { Recorder } from '../recorder/recorder'
import { RecorderError } from '../recorder/recorder-error'
import { Scope } from '../scope'
import { Store } from '../store'
import { addHighlight, applyMessage, startOfHighlight, startOfTranscript } from './apply-message'
import type { Clock } from './clock'
import { HotwordClient } from './hotword-client'
import { HotwordError } from './hotword-error'
import type { CreateHotwordSocket } from './hotword-link'
import type { HotwordEvent } from './hotword-snapshot'
import { LiveCalls } from './live-calls'
import { LiveHighlights } from './live-highlights'
import type { LiveMeetingState } from './live-meeting-state'
import { emptyRoom } from './live-room'
import { noticeOf } from './message-notices'
import { inOrder } from './put-in-order'
import { ReadAloud } from './read-aloud'
import type { VoiceBox } from './speech-output'

export interface LiveMeetingOptions {
  api: ApiClient
  meetingId: string
  userName: string
  /** False: neither microphone nor audio. */
  recordAudio: boolean
  media: MediaEnvironment
  workletUrl: string
  notices: Notices
  /** Leaves for the past view of the meeting. */
  goToPast: () => void
  clock?: Clock
  createSocket?: CreateHotwordSocket
  /** Absent where the browser has no voices. */
  voice?: VoiceBox | undefined
  /** The sound of an awake EVA. */
  chime?: () => void
  log?: (text: string, detail?: unknown) => void
}

export interface TranslateForm {
  csi: number
  /** Empty: nothing is translated. */
  language: string
  interim: boolean
  tts: boolean
}

/** A switch that the service does not confirm in time is taken as done: the documents' service confirms none. */
const CONFIRM_MS = 3000
const CONFLICT = 409

/** The live meeting screen without its looks: entry, everything that can be done in it, and exit. */
export class LiveMeeting extends Store<LiveMeetingState> {
  readonly client: HotwordClient
  readonly recorder: Recorder
  readonly highlights: LiveHighlights
  readonly meetingId: string
  readonly recordsAudio: boolean
  readonly #options: LiveMeetingOptions
  readonly #calls: LiveCalls
  readonly #scope = new Scope()
  readonly #notices: Notices
  readonly #readAloud: ReadAloud
  readonly #clientId = crypto.randomUUID()

  constructor(options: LiveMeetingOptions) {
    super({
      ...emptyRoom(DEFAULT_LANGUAGE),
      phase: 'status',
      error: undefined,
      csi: DEFAULT_CSI,
      muted: false,
      ttsEnabled: false,
      readingAloud: false,
      interimTranslationEnabled: true,
      translation: undefined,
      evaToggling: false,
      busy: new Set<string>(),
      parseErrors: 0,
    })
    this.#options = options
    this.#notices = options.notices
    this.meetingId = options.meetingId
    this.recordsAudio = options.recordAudio
    this.#calls = new LiveCalls(options.api, options.meetingId)
    const { clock = this.#scope, createSocket, log, voice } = options
    this.client = new HotwordClient({
      meetingId: options.meetingId,
      liveAddress: signal => this.#liveAddress(signal),
      isOver: error => error instanceof ApiError && error.status === CONFLICT,
      languageCode: () => this.getSnapshot().languageCode,
      clock,
      ...(createSocket && { createSocket }),
      ...(log && { log }),
      onEvent: event => this.#happened(event),
    })
    this.recorder = new Recorder({
      media: options.media,
      workletUrl: options.workletUrl,
      onBlock: block => this.#heard(block),
    })
    this.#readAloud = new ReadAloud(voice, clock, readingAloud => this.set({ readingAloud }))
    this.highlights = new LiveHighlights({
      calls: this.#calls,
      meetingId: options.meetingId,
      userName: options.userName,
      notices: options.notices,
      setBusy: (id, isBusy) => this.#setBusy(id, isBusy),
      created: highlight => this.set({ highlights: addHighlight(this.getSnapshot(), highlight) }),
      deleted: id => this.set({ highlights: this.getSnapshot().highlights.filter(one => one.id !== id) }),
    })
  }

  /** Enters the meeting; again after a failure. */
  async start(): Promise<void> {
    this.set({ phase: 'status', error: undefined })
    try {
      const status = await this.#step(() => this.#calls.status(this.#scope.signal), texts.live.failedStatus)
      if (this.#isOver()) return
      if (status !== MEETING_LIVE) {
        this.#leave()
        return
      }
      this.set({ phase: 'address' })
      const after = await this.#history()
      if (this.#isOver()) return
      await this.client.connect(after)
    } catch (error) {
      this.#entryFailed(error as Error)
      return
    }
    if (this.#isOver()) return
    if (this.recordsAudio && this.recorder.getSnapshot().state !== 'recording') await this.openMicrophone()
    else this.set({ phase: 'live' })
  }

  /** Without a microphone the meeting goes on: it can be followed all the same. */
  async openMicrophone(): Promise<void> {
    this.set({ phase: 'recorder' })
    try {
      await this.#step(() => this.recorder.init(), texts.live.failedRecorderInit)
      if (this.#isOver()) return
      this.#notices.success(texts.live.recorderCreated)
      await this.#step(() => this.recorder.start(), texts.live.failedRecorderStart)
      this.#notices.success(texts.live.recorderStarted)
    } catch (error) {
      if (!this.#isOver()) this.#notices.error(texts.live.failedSetup((error as Error).message))
    }
    if (!this.#isOver()) this.set({ phase: 'live' })
  }

  async chooseDevice(id: string): Promise<void> {
    await this.#step(() => this.recorder.chooseDevice(id), texts.live.failedRecorderInit).catch(() => {})
  }

  readonly setMuted = (muted: boolean): void => this.set({ muted })

  /** A whole number from 0 on; it names the audio from now on. */
  setCsi(csi: number): void {
    if (!Number.isInteger(csi) || csi < 0) return
    this.client.setCsi(csi)
    this.set({ csi })
  }

  async toggleEva(): Promise<void> {
    const { evaMuted, evaToggling } = this.getSnapshot()
    if (evaToggling) return
    const mute = !evaMuted
    this.set({ evaToggling: true })
    this.#notices.info(mute ? texts.live.muting : texts.live.unmuting)
    if (this.client.command(mute ? 'enable_earmuffs' : 'disable_earmuffs')) {
      await this.#until(() => this.getSnapshot().evaMuted === mute)
      if (this.#isOver()) return
      this.set({ evaMuted: mute })
      this.#notices.success(mute ? texts.live.muted : texts.live.unmuted)
    }
    this.set({ evaToggling: false })
  }

  offTheRecord(): void {
    this.client.command('meeting_off_the_record')
  }

  async setLanguage(languageCode: string): Promise<void> {
    try {
      await this.#calls.setLanguage(languageCode)
    } catch (error) {
      this.#refused(texts.live.languageChangeError, error)
      return
    }
    this.set({ languageCode })
    this.#notices.success(texts.live.languageChanged(languageCode))
  }

  /** Only what was chosen is sent. */
  async setHotwordStatus(status: HotwordStatus): Promise<boolean> {
    try {
      const { assistant, recording, transcription, chimes } = await this.#calls.setHotwordStatus(status)
      const now = this.getSnapshot()
      this.set({
        evaMuted: assistant === undefined ? now.evaMuted : !assistant,
        recording: recording ?? now.recording,
        transcription: transcription ?? now.transcription,
        chimes: chimes ?? now.chimes,
      })
      return true
    } catch (error) {
      this.#notices.error((error as Error).message)
      return false
    }
  }

  async translate({ csi, language, interim, tts }: TranslateForm): Promise<boolean> {
    if (language !== '') {
      try {
        await this.#calls.translate({ attendee_id: csi, language, interim: true })
      } catch (error) {
        this.#notices.error((error as Error).message)
        return false
      }
    }
    const translation = language === '' ? undefined : { csi, language }
    this.set({ ttsEnabled: tts, interimTranslationEnabled: interim, translation })
    if (!tts) this.#readAloud.stop()
    return true
  }

  /** Ends the meeting for everyone. */
  async end(): Promise<void> {
    const { phase } = this.getSnapshot()
    if (phase === 'ending' || phase === 'ended') return
    this.set({ phase: 'ending' })
    this.#notices.warning(texts.live.ending)
    this.#release()
    try {
      await this.#calls.drop()
    } catch (error) {
      this.#notices.error((error as Error).message)
      this.set({ phase: 'failed', error: error as Error })
      return
    }
    this.#notices.success(texts.live.ended)
    this.set({ phase: 'ended' })
    this.#scope.dispose()
    this.#options.goToPast()
  }

  /** The screen goes; the meeting goes on. */
  dispose(): void {
    this.#release()
    this.#scope.dispose()
    this.set({ phase: 'ended' })
  }

  async #liveAddress(signal: AbortSignal): Promise<string> {
    const address = await this.#calls.liveAddress(this.#clientId, signal)
    if (this.getSnapshot().phase === 'address') this.set({ phase: 'connecting' })
    return address
  }

  /** What was said before; the number after which the socket goes on. */
  async #history(): Promise<number> {
    const { signal } = this.#scope
    try {
      const { results, seq } = await this.#calls.transcripts(signal)
      const highlights = await this.#calls.highlights(signal)
      // After a failed entry some of them are held already.
      const held = this.getSnapshot()
      this.set({
        transcripts: inOrder([...held.transcripts, ...results], startOfTranscript),
        highlights: inOrder([...held.highlights, ...highlights], startOfHighlight),
      })
      return seq
    } catch (error) {
      // The socket tells everything from the beginning instead.
      this.#options.log?.('the transcripts so far could not be fetched', error)
      return 0
    }
  }

  #happened(event: HotwordEvent): void {
    if (event.type === 'message') {
      this.set(applyMessage(this.getSnapshot(), event.message, Date.now()))
      noticeOf(event.message, this.#notices)
      if (event.message.type === 'eva_wake' && this.getSnapshot().chimes) this.#options.chime?.()
      if (event.message.type === 'transcript_final_result')
        this.#readAloud.heard(event.message, this.getSnapshot())
      if (event.message.type === 'call_ended') this.#leave()
    }
    if (event.type === 'connected') this.#notices.success(texts.live.hotwordConnected)
    if (event.type === 'parse_error') this.set({ parseErrors: this.getSnapshot().parseErrors + 1 })
    if (event.type === 'send_error') this.#notices.error(event.error.message)
    if (event.type === 'failed') this.#connectionFailed(event.error)
  }

  /** During the entry the entry itself tells. */
  #connectionFailed(error: HotwordError): void {
    if (error.reason === 'call_ended') {
      this.#leave()
      return
    }
    if (this.getSnapshot().phase !== 'live' && this.getSnapshot().phase !== 'recorder') return
    this.#notices.error(texts.live.failedConnection)
    this.#notices.error(texts.live.failedSetup(error.message))
  }

  /** Somebody else ended it, or it had ended before we came. */
  #leave(): void {
    if (this.#isOver()) return
    this.#release()
    this.set({ phase: 'ended' })
    this.#scope.dispose()
    this.#notices.warning(texts.live.meetingHasEnded)
    this.#options.goToPast()
  }

  #heard(block: Int16Array): void {
    const { muted, readingAloud } = this.getSnapshot()
    this.client.pushAudio(muted || readingAloud ? new Int16Array(block.length) : block)
  }

  #entryFailed(error: Error): void {
    if (this.#isOver()) return
    if (error instanceof HotwordError) {
      const isAddress = error.reason === 'address' || error.reason === 'address_undefined'
      this.#notices.error(isAddress ? texts.live.failedAddress : texts.live.failedConnection)
    }
    this.#notices.error(texts.live.failedSetup(error.message))
    this.set({ phase: 'failed', error })
  }

  async #step<T>(work: () => Promise<T>, text: string): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!this.#isOver()) {
        this.#notices.error(text)
        if (error instanceof RecorderError && error.reason === 'permission-denied')
          this.#notices.error(texts.live.microphoneDenied)
      }
      throw error
    }
  }

  #refused(text: string, error: unknown): void {
    this.#notices.error(text)
    if (error instanceof ApiError && error.description) this.#notices.warning(error.description)
  }

  #until(isDone: () => boolean): Promise<void> {
    return new Promise(resolve => {
      const waiting = this.#scope.child()
      const finish = () => {
        waiting.dispose()
        resolve()
      }
      waiting.add(this.subscribe(() => isDone() && finish()))
      waiting.add(() => resolve())
      waiting.timeout(finish, CONFIRM_MS)
      if (isDone()) finish()
    })
  }

  #setBusy(id: string, isBusy: boolean): void {
    const busy = new Set(this.getSnapshot().busy)
    if (isBusy) busy.add(id)
    else busy.delete(id)
    this.set({ busy })
  }

  /** Stops the audio, gives the microphone back, closes the socket. */
  #release(): void {
    this.#readAloud.stop()
    this.recorder.stop()
    this.recorder.destroy()
    this.client.close()
  }

  #isOver(): boolean {
    const { phase } = this.getSnapshot()
    return phase === 'ending' || phase === 'ended'
  }
}
