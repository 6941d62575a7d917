import { DEFAULT_LANGUAGE, type HotwordMessage, MEETING_LIVE, RESPONSE_SLOT, texts } from '@livetap/contract'
import type { ApiClient } from '../api-client'
import { ApiError } from '../api-error'
import type { Notices } from '../notices'
import type { MediaEnvironment } from '../recorder/media-environment'
import type { Recorder } from '../recorder/recorder'
import { fixedDelay, retry, retryUntilReady } from '../retry'
import { type Clock, Scope } from '../scope'
import type { CreateSocket } from '../socket-link'
import { Store } from '../store'
import { HotwordClient, type HotwordEvent } from './connection/hotword-client'
import { HotwordError } from './connection/hotword-error'
import { LiveCalls } from './live-calls'
import { type ControlsState, LiveControls, nothingAsked } from './live-controls'
import { type HighlightsState, LiveHighlights, noHighlightsBusy } from './live-highlights'
import { closedMicrophone, LiveMicrophone, type MicrophoneState } from './live-microphone'
import { noReading, ReadAloud, type ReadAloudState, type VoiceBox } from './read-aloud'
import { announceRecord } from './room/announce-record'
import { emptyRoom, type LiveRoom } from './room/live-room'
import { RoomStore } from './room/room-store'

/** The first four are the loading texts of the documents, in their order. */
export type LivePhase =
  | 'status'
  | 'address'
  | 'connecting'
  | 'recorder'
  | 'live'
  | 'failed'
  | 'ending'
  | 'ended'

/** What the meeting's parts have, each its own, and how far the meeting itself is. */
export interface LiveMeetingState
  extends LiveRoom,
    MicrophoneState,
    ControlsState,
    HighlightsState,
    ReadAloudState {
  readonly phase: LivePhase
  /** Why the last failed step failed. */
  readonly error: Error | undefined
  /** What `failed` is about. */
  readonly failedStep: 'entry' | 'end'
  /** Messages that could not be read. */
  readonly parseErrors: number
}

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
  createSocket?: CreateSocket
  /** Absent where the browser has no voices. */
  voice?: VoiceBox
  /** The sound of an awake EVA. */
  chime?: () => void
  log?: (text: string, detail?: unknown) => void
}

const CONFLICT = 409
/** A call that has ended is on record as ended a moment later. */
const endedPolicy = fixedDelay(500, 40)

/** The live meeting screen without its looks: entry, what the socket sends, and the way out to the past view. */
export class LiveMeeting extends Store<LiveMeetingState> {
  readonly client: HotwordClient
  readonly recorder: Recorder
  readonly microphone: LiveMicrophone
  readonly highlights: LiveHighlights
  readonly controls: LiveControls
  readonly meetingId: string
  readonly recordsAudio: boolean
  readonly setMuted: (muted: boolean) => void
  readonly setCsi: (csi: number) => void
  readonly #options: LiveMeetingOptions
  readonly #scope = new Scope()
  /** Until the end begins. */
  readonly #running = this.#scope.child()
  readonly #calls: LiveCalls
  readonly #room = new RoomStore()
  readonly #readAloud: ReadAloud
  #endedHere = false

  constructor(options: LiveMeetingOptions) {
    super({
      ...emptyRoom(DEFAULT_LANGUAGE),
      ...closedMicrophone,
      ...nothingAsked,
      ...noHighlightsBusy,
      ...noReading,
      phase: 'status',
      error: undefined,
      failedStep: 'entry',
      parseErrors: 0,
    })
    const { meetingId, notices, clock = this.#scope, createSocket, log, media, workletUrl } = options
    this.#options = options
    this.meetingId = meetingId
    this.recordsAudio = options.recordAudio
    const scope = this.#running
    const room = this.#room
    const calls = new LiveCalls(options.api, meetingId)
    const readAloud = new ReadAloud(options.voice, clock)
    const client = new HotwordClient({
      meetingId,
      liveAddress: signal => this.#liveAddress(signal),
      isOver: error => error instanceof ApiError && error.status === CONFLICT && error.reason !== 'not_ready',
      languageCode: () => room.getSnapshot().languageCode,
      clock,
      createSocket,
      log,
      onEvent: event => this.#handle(event),
    })
    this.#calls = calls
    this.#readAloud = readAloud
    this.client = client
    this.microphone = new LiveMicrophone({ media, workletUrl, client, readAloud, notices, scope })
    const { microphone } = this
    this.recorder = microphone.recorder
    this.setMuted = microphone.setMuted
    this.setCsi = microphone.setCsi
    this.controls = new LiveControls({ calls, client, room, microphone, readAloud, notices, scope })
    this.highlights = new LiveHighlights(calls, room, options.userName, notices)
    announceRecord(room, notices, scope)
    microphone.subscribe(() => this.#microphoneChanged())
    for (const part of [room, readAloud, microphone, this.controls, this.highlights])
      part.subscribe(() => this.set(part.getSnapshot()))
  }

  /** What failed is done again: the entry, or the end. */
  retry(): Promise<void> {
    if (this.getSnapshot().failedStep === 'entry') return this.start()
    return this.#endedHere ? this.end() : this.#leave()
  }

  /** Enters the meeting; again after a failure. */
  async start(): Promise<void> {
    this.set({ phase: 'status', error: undefined })
    try {
      const isLive = await this.#isLive()
      if (this.#isOver()) return
      if (!isLive) {
        await this.#endedElsewhere()
        return
      }
      this.set({ phase: 'address' })
      const after = await this.#fetchHistory()
      if (this.#isOver()) return
      await this.client.connect(after)
    } catch (error) {
      this.#entryFailed(error as Error)
      return
    }
    if (this.#isOver()) return
    if (this.recordsAudio && !this.microphone.isRecording) await this.microphone.open()
    else this.set({ phase: 'live' })
  }

  /** Ends the meeting for everyone. */
  async end(): Promise<void> {
    if (this.#isOver()) return
    this.#endedHere = true
    this.set({ phase: 'ending', error: undefined })
    this.#options.notices.warning(texts.live.ending)
    this.#release()
    await this.#leave()
  }

  /** The screen goes; the meeting goes on. */
  dispose(): void {
    this.#release()
    this.#scope.dispose()
    this.set({ phase: 'ended' })
  }

  async #isLive(): Promise<boolean> {
    const { signal } = this.#scope
    try {
      return (await retryUntilReady(() => this.#calls.status(signal), signal)) === MEETING_LIVE
    } catch (error) {
      if (!this.#isOver()) this.#options.notices.error(texts.live.failedStatus)
      throw error
    }
  }

  /** Until the answer is there the client's own limit for a connect counts. */
  async #liveAddress(signal: AbortSignal): Promise<string> {
    const address = await retryUntilReady(() => this.#calls.liveAddress(signal), signal)
    if (this.getSnapshot().phase === 'address') this.set({ phase: 'connecting' })
    return address
  }

  /** What was said before; the number after which the socket goes on. */
  async #fetchHistory(): Promise<number> {
    const { signal } = this.#scope
    try {
      const { results, seq, off_the_record } = await this.#calls.transcripts(signal)
      const highlights = await this.#calls.highlights(signal)
      this.#room.addHistory(results, highlights, off_the_record)
      return seq
    } catch (error) {
      // The socket sends everything from the beginning instead.
      this.#options.log?.('the transcripts so far could not be fetched', error)
      return 0
    }
  }

  #entryFailed(error: Error): void {
    const { notices } = this.#options
    if (this.#isOver()) return
    if (error instanceof HotwordError) {
      const isAddress = error.reason === 'address' || error.reason === 'address_undefined'
      notices.error(isAddress ? texts.live.failedAddress : texts.live.failedConnection)
    }
    notices.error(texts.live.failedSetup(error.message))
    this.set({ phase: 'failed', failedStep: 'entry', error })
  }

  #microphoneChanged(): void {
    const { openingMicrophone } = this.microphone.getSnapshot()
    const isChanged = openingMicrophone !== this.getSnapshot().openingMicrophone
    if (isChanged && !this.#isOver()) this.set({ phase: openingMicrophone ? 'recorder' : 'live' })
  }

  #handle(event: HotwordEvent): void {
    const { notices } = this.#options
    if (event.type === 'message') this.#handleMessage(event.message)
    if (event.type === 'replayed') this.#handleReplayed(event.messages)
    if (event.type === 'connected') notices.success(texts.live.hotwordConnected)
    if (event.type === 'parse_error') this.set({ parseErrors: this.getSnapshot().parseErrors + 1 })
    if (event.type === 'send_error') notices.error(event.error.message)
    if (event.type === 'failed') this.#connectionFailed(event.error)
  }

  #handleMessage(message: HotwordMessage): void {
    const { notices, chime } = this.#options
    this.#changeRoom([message])
    if (message.type === 'eva_thanks') {
      const { slots } = message.command_response
      const thanks = slots.find(({ name }) => name === RESPONSE_SLOT)?.value.trim()
      if (thanks) notices.info(thanks)
    }
    if (message.type === 'goodbye') notices.info(texts.eva.goodbye)
    if (message.type === 'error') notices.warning(message.data.description)
    if (message.type === 'eva_wake' && this.getSnapshot().chimes) chime?.()
    this.#act(message)
  }

  /** One change of the room, without the chimes and toasts of a moment that has passed. */
  #handleReplayed(messages: readonly HotwordMessage[]): void {
    this.#changeRoom(messages)
    for (const message of messages) this.#act(message)
  }

  /** Another participant paused or resumed EVA, or what was confirmed did not last: that is announced too. */
  #changeRoom(messages: readonly HotwordMessage[]): void {
    const { evaMuted, evaToggling, phase } = this.getSnapshot()
    this.#room.apply(messages)
    const isMuted = this.getSnapshot().evaMuted
    if (phase === 'live' && !evaToggling && isMuted !== evaMuted)
      this.#options.notices.info(isMuted ? texts.live.muted : texts.live.unmuted)
  }

  #act(message: HotwordMessage): void {
    this.#readAloud.handle(message)
    if (message.type === 'call_ended') void this.#endedElsewhere()
  }

  /** During the entry the entry itself reports it. */
  #connectionFailed(error: HotwordError): void {
    const { notices } = this.#options
    const { phase } = this.getSnapshot()
    if (error.reason === 'call_ended') void this.#endedElsewhere()
    else if (phase === 'live' || phase === 'recorder') {
      notices.error(texts.live.failedConnection)
      notices.error(texts.live.failedSetup(error.message))
    }
  }

  /** Another user ended it, or it had ended before we came. */
  async #endedElsewhere(): Promise<void> {
    if (this.#isOver()) return
    this.#endedHere = false
    this.#release()
    this.#options.notices.warning(texts.live.meetingHasEnded)
    await this.#leave()
  }

  /** To the past view, which leads back here while the meeting is on record as live. */
  async #leave(): Promise<void> {
    const { notices, goToPast } = this.#options
    this.set({ phase: 'ending', error: undefined })
    try {
      if (this.#endedHere) await this.#calls.drop()
      await this.#untilEnded()
    } catch (error) {
      if (!this.#scope.disposed) this.set({ phase: 'failed', failedStep: 'end', error: error as Error })
      return
    }
    if (this.#scope.disposed) return
    if (this.#endedHere) notices.success(texts.live.ended)
    this.set({ phase: 'ended' })
    this.#scope.dispose()
    goToPast()
  }

  async #untilEnded(): Promise<void> {
    const { signal } = this.#scope
    const check = async () => {
      // A status that cannot be read blocks no one: the past view says what is wrong.
      const status = await this.#calls.status(signal).catch(() => undefined)
      if (status === MEETING_LIVE) throw new Error('The server still calls this meeting live.')
    }
    await retry(check, { policy: endedPolicy, signal, waitAfterMs: () => 0 })
  }

  /** Stops the audio, gives the microphone back, closes the socket. */
  #release(): void {
    this.#running.dispose()
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
