import { type HotwordMessage, MEETING_LIVE, texts } from '@livetap/contract'
import { ApiError } from '../api-error'
import { askUntilReady } from '../ask-until-ready'
import type { Notices } from '../notices'
import { AnnouncedRecorder } from '../recorder/announced-recorder'
import { Recorder } from '../recorder/recorder'
import { Scope } from '../scope'
import { Store } from '../store'
import {
  addHighlight,
  applyMessage,
  applyMessages,
  startOfHighlight,
  startOfTranscript,
  withRanges,
} from './apply-message'
import { HotwordClient } from './hotword-client'
import { HotwordError } from './hotword-error'
import type { HotwordEvent } from './hotword-snapshot'
import { LiveCalls } from './live-calls'
import { LiveControls } from './live-controls'
import { LiveHighlights } from './live-highlights'
import type { LiveMeetingOptions } from './live-meeting-options'
import { beforeEntry, type LiveMeetingState } from './live-meeting-state'
import type { LiveRoom } from './live-room'
import { noticeOf } from './message-notices'
import { inOrder } from './put-in-order'
import { ReadAloud } from './read-aloud'

const CONFLICT = 409
/** A call that has ended is on record as ended a moment later. */
const SETTLE_MS = 500
const SETTLE_ATTEMPTS = 40

/** The live meeting screen without its looks: entry, everything that can be done in it, and exit. */
export class LiveMeeting extends Store<LiveMeetingState> {
  readonly client: HotwordClient
  readonly recorder: Recorder
  readonly highlights: LiveHighlights
  readonly controls: LiveControls
  readonly meetingId: string
  readonly recordsAudio: boolean
  readonly #options: LiveMeetingOptions
  readonly #calls: LiveCalls
  readonly #scope = new Scope()
  readonly #notices: Notices
  readonly #readAloud: ReadAloud
  readonly #microphone: AnnouncedRecorder
  readonly #clientId = crypto.randomUUID()
  /** Ends what a failed end left. */
  #again = (): Promise<void> => this.end()

  constructor(options: LiveMeetingOptions) {
    super(beforeEntry())
    this.#options = options
    this.#notices = options.notices
    this.meetingId = options.meetingId
    this.recordsAudio = options.recordAudio
    this.#calls = new LiveCalls(options.api, options.meetingId)
    const { clock = this.#scope, createSocket, log, voice } = options
    this.client = new HotwordClient({
      meetingId: options.meetingId,
      liveAddress: signal => this.#liveAddress(signal),
      isOver: error => error instanceof ApiError && error.status === CONFLICT && error.reason !== 'not-ready',
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
    this.#microphone = new AnnouncedRecorder({
      recorder: this.recorder,
      notices: options.notices,
      isOver: () => this.#isOver(),
    })
    this.#readAloud = new ReadAloud(voice, clock, readingAloud => this.set({ readingAloud }))
    this.controls = new LiveControls({
      calls: this.#calls,
      client: this.client,
      notices: options.notices,
      scope: this.#scope,
      state: this.getSnapshot,
      set: change => this.set(change),
      subscribe: listener => this.subscribe(listener),
      isOver: () => this.#isOver(),
      stopReading: () => this.#readAloud.stop(),
    })
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

  /** What failed is done again: the entry, or the end. */
  retry(): Promise<void> {
    return this.getSnapshot().failedStep === 'end' ? this.#again() : this.start()
  }

  /** Enters the meeting; again after a failure. */
  async start(): Promise<void> {
    this.set({ phase: 'status', error: undefined })
    try {
      const status = await this.#status()
      if (this.#isOver()) return
      if (status !== MEETING_LIVE) {
        await this.#endedElsewhere()
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
      await this.#microphone.open()
    } catch (error) {
      if (!this.#isOver()) this.#notices.error(texts.live.failedSetup((error as Error).message))
    }
    if (!this.#isOver()) this.set({ phase: 'live' })
  }

  /** Opens the microphone to choose an input and see its level; nothing is sent until `speak`. */
  async checkMicrophone(): Promise<void> {
    this.set({ checkingMicrophone: true })
    try {
      await this.#microphone.create()
      if (this.#isOver() || !this.getSnapshot().checkingMicrophone) return
      // Called by a click, which a suspended context waits for.
      await this.recorder.resume()
    } catch {
      // The panel shows what is wrong, and can try again.
    }
  }

  async speak(): Promise<void> {
    this.set({ checkingMicrophone: false })
    await this.#microphone.begin().catch(() => {})
  }

  stopChecking(): void {
    this.set({ checkingMicrophone: false })
    this.recorder.release()
  }

  async chooseDevice(id: string): Promise<void> {
    await this.#microphone.chooseDevice(id)
  }

  readonly setMuted = (muted: boolean): void => this.set({ muted })

  /** A whole number from 0 on; it names the audio from now on. */
  setCsi(csi: number): void {
    if (!Number.isInteger(csi) || csi < 0) return
    this.client.setCsi(csi)
    this.set({ csi })
  }

  /** Ends the meeting for everyone. */
  async end(): Promise<void> {
    const { phase } = this.getSnapshot()
    if (phase === 'ending' || phase === 'ended') return
    this.#again = () => this.end()
    this.set({ phase: 'ending', error: undefined })
    this.#notices.warning(texts.live.ending)
    this.#release()
    try {
      await this.#calls.drop()
      await this.#untilEnded()
    } catch (error) {
      this.#endFailed(error as Error)
      return
    }
    if (this.#scope.disposed) return
    this.#notices.success(texts.live.ended)
    this.#goToPast()
  }

  /** The screen goes; the meeting goes on. */
  dispose(): void {
    this.#release()
    this.#scope.dispose()
    this.set({ phase: 'ended' })
  }

  async #status(): Promise<string> {
    try {
      return await askUntilReady(() => this.#calls.status(this.#scope.signal), this.#scope)
    } catch (error) {
      if (!this.#isOver()) this.#notices.error(texts.live.failedStatus)
      throw error
    }
  }

  /** Until the answer is there the client's own limit for a connect counts. */
  async #liveAddress(signal: AbortSignal): Promise<string> {
    const asking = this.#scope.child()
    signal.addEventListener('abort', () => asking.dispose(), { once: true })
    const address = await askUntilReady(
      () => this.#calls.liveAddress(this.#clientId, signal),
      asking,
    ).finally(() => asking.dispose())
    if (this.getSnapshot().phase === 'address') this.set({ phase: 'connecting' })
    return address
  }

  /** What was said before; the number after which the socket goes on. */
  async #history(): Promise<number> {
    const { signal } = this.#scope
    try {
      const { results, seq, off_the_record } = await this.#calls.transcripts(signal)
      const highlights = await this.#calls.highlights(signal)
      // After a failed entry some of them are held already.
      const held = this.getSnapshot()
      this.set({
        transcripts: inOrder([...held.transcripts, ...results], startOfTranscript),
        highlights: inOrder([...held.highlights, ...highlights], startOfHighlight),
        offTheRecord: withRanges(held.offTheRecord, off_the_record),
      })
      return seq
    } catch (error) {
      // The socket tells everything from the beginning instead.
      this.#options.log?.('the transcripts so far could not be fetched', error)
      return 0
    }
  }

  #happened(event: HotwordEvent): void {
    if (event.type === 'message') this.#told(event.message)
    if (event.type === 'replayed') this.#missed(event.messages)
    if (event.type === 'connected') this.#notices.success(texts.live.hotwordConnected)
    if (event.type === 'parse_error') this.set({ parseErrors: this.getSnapshot().parseErrors + 1 })
    if (event.type === 'send_error') this.#notices.error(event.error.message)
    if (event.type === 'failed') this.#connectionFailed(event.error)
  }

  #told(message: HotwordMessage): void {
    this.#change(room => applyMessage(room, message, Date.now()))
    noticeOf(message, this.#notices)
    if (message.type === 'eva_wake' && this.getSnapshot().chimes) this.#options.chime?.()
    this.#act(message)
  }

  /** One change of the room, without the chimes and toasts of a moment that has passed. */
  #missed(messages: readonly HotwordMessage[]): void {
    this.#change(room => applyMessages(room, messages, Date.now()))
    for (const message of messages) this.#act(message)
  }

  /** Somebody else paused or resumed EVA, or what was confirmed did not last: that is said too. */
  #change(change: (room: LiveMeetingState) => Partial<LiveRoom>): void {
    const { evaMuted, evaToggling, phase } = this.getSnapshot()
    this.set(change(this.getSnapshot()))
    const now = this.getSnapshot()
    if (phase === 'live' && !evaToggling && now.evaMuted !== evaMuted)
      this.#notices.info(now.evaMuted ? texts.live.muted : texts.live.unmuted)
  }

  #act(message: HotwordMessage): void {
    if (message.type === 'transcript_final_result') this.#readAloud.heard(message, this.getSnapshot())
    if (message.type === 'call_ended') void this.#endedElsewhere()
  }

  /** During the entry the entry itself tells. */
  #connectionFailed(error: HotwordError): void {
    if (error.reason === 'call_ended') {
      void this.#endedElsewhere()
      return
    }
    if (this.getSnapshot().phase !== 'live' && this.getSnapshot().phase !== 'recorder') return
    this.#notices.error(texts.live.failedConnection)
    this.#notices.error(texts.live.failedSetup(error.message))
  }

  /** Somebody else ended it, or it had ended before we came. */
  async #endedElsewhere(): Promise<void> {
    if (this.#isOver()) return
    this.#again = () => this.#settle()
    this.#release()
    this.#notices.warning(texts.live.meetingHasEnded)
    await this.#settle()
  }

  async #settle(): Promise<void> {
    this.set({ phase: 'ending', error: undefined })
    try {
      await this.#untilEnded()
    } catch (error) {
      this.#endFailed(error as Error)
      return
    }
    this.#goToPast()
  }

  /** The past view of a meeting that is on record as running leads back here: it is opened when that is over. */
  async #untilEnded(): Promise<void> {
    for (let attempt = 1; !this.#scope.disposed; attempt += 1) {
      // A status that cannot be had keeps nobody: the past view says what is wrong.
      const status = await this.#calls.status(this.#scope.signal).catch(() => undefined)
      if (status !== MEETING_LIVE) return
      if (attempt === SETTLE_ATTEMPTS) throw new Error('The server still calls this meeting live.')
      await this.#scope.wait(SETTLE_MS).catch(() => {})
    }
  }

  #goToPast(): void {
    if (this.#scope.disposed) return
    this.set({ phase: 'ended' })
    this.#scope.dispose()
    this.#options.goToPast()
  }

  #endFailed(error: Error): void {
    if (!this.#scope.disposed) this.set({ phase: 'failed', failedStep: 'end', error })
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
    this.set({ phase: 'failed', failedStep: 'entry', error })
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
