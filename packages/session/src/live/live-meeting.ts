import { ApiError } from '../api-error'
import type { Notices } from '../notices'
import { Recorder } from '../recorder/recorder'
import { Scope } from '../scope'
import { Store } from '../store'
import { HotwordClient } from './connection/hotword-client'
import { LiveCalls } from './live-calls'
import { LiveControls } from './live-controls'
import { LiveEnding } from './live-ending'
import { LiveEntry } from './live-entry'
import { LiveHighlights } from './live-highlights'
import type { LiveMeetingOptions } from './live-meeting-options'
import { beforeEntry, type LiveMeetingState } from './live-meeting-state'
import { LiveMessages } from './live-messages'
import { LiveMicrophone } from './live-microphone'
import { ReadAloud } from './read-aloud/read-aloud'
import { addHighlight } from './room/apply-message'

const CONFLICT = 409

/** What the parts of a live meeting share. */
interface Shared {
  calls: LiveCalls
  notices: Notices
  scope: Scope
  state: () => LiveMeetingState
  set: (change: Partial<LiveMeetingState>) => void
  isOver: () => boolean
}

/** The live meeting screen without its looks: entry, everything that can be done in it, and exit. */
export class LiveMeeting extends Store<LiveMeetingState> {
  readonly client: HotwordClient
  readonly recorder: Recorder
  readonly microphone: LiveMicrophone
  readonly highlights: LiveHighlights
  readonly controls: LiveControls
  readonly meetingId: string
  readonly recordsAudio: boolean
  readonly #scope = new Scope()
  readonly #entry: LiveEntry
  readonly #ending: LiveEnding
  readonly #readAloud: ReadAloud

  constructor(options: LiveMeetingOptions) {
    super(beforeEntry())
    const { meetingId, notices, clock = this.#scope, createSocket, log, voice } = options
    this.meetingId = meetingId
    this.recordsAudio = options.recordAudio
    const shared: Shared = {
      calls: new LiveCalls(options.api, meetingId),
      notices,
      scope: this.#scope,
      state: this.getSnapshot,
      set: change => this.set(change),
      isOver: () => this.#isOver(),
    }
    this.#entry = new LiveEntry({ ...shared, log })
    this.#ending = new LiveEnding({
      ...shared,
      release: () => this.#release(),
      goToPast: options.goToPast,
    })
    this.#readAloud = new ReadAloud(voice, clock, readingAloud => this.set({ readingAloud }))
    const messages = new LiveMessages({
      ...shared,
      readAloud: this.#readAloud,
      chime: options.chime,
      callEnded: () => void this.#ending.endedElsewhere(),
    })
    this.client = new HotwordClient({
      meetingId,
      liveAddress: signal => this.#entry.liveAddress(signal),
      isOver: error => error instanceof ApiError && error.status === CONFLICT && error.reason !== 'not-ready',
      languageCode: () => this.getSnapshot().languageCode,
      clock,
      ...(createSocket && { createSocket }),
      ...(log && { log }),
      onEvent: event => messages.happened(event),
    })
    this.recorder = new Recorder({
      media: options.media,
      workletUrl: options.workletUrl,
      onBlock: block => this.#handleAudio(block),
    })
    this.microphone = new LiveMicrophone({ ...shared, recorder: this.recorder })
    this.controls = new LiveControls({
      ...shared,
      client: this.client,
      subscribe: listener => this.subscribe(listener),
      stopReading: () => this.#readAloud.stop(),
      setCsi: csi => this.setCsi(csi),
    })
    this.highlights = new LiveHighlights({
      ...shared,
      meetingId,
      userName: options.userName,
      setBusy: (id, isBusy) => this.#setBusy(id, isBusy),
      created: highlight => this.set({ highlights: addHighlight(this.getSnapshot(), highlight) }),
      deleted: id => this.set({ highlights: this.getSnapshot().highlights.filter(one => one.id !== id) }),
    })
  }

  /** What failed is done again: the entry, or the end. */
  retry(): Promise<void> {
    return this.getSnapshot().failedStep === 'end' ? this.#ending.retry() : this.start()
  }

  /** Enters the meeting; again after a failure. */
  async start(): Promise<void> {
    this.set({ phase: 'status', error: undefined })
    try {
      const isLive = await this.#entry.isLive()
      if (this.#isOver()) return
      if (!isLive) {
        await this.#ending.endedElsewhere()
        return
      }
      this.set({ phase: 'address' })
      const after = await this.#entry.history()
      if (this.#isOver()) return
      await this.client.connect(after)
    } catch (error) {
      this.#entry.failed(error as Error)
      return
    }
    if (this.#isOver()) return
    if (this.recordsAudio && !this.microphone.isRecording) await this.microphone.open()
    else this.set({ phase: 'live' })
  }

  readonly setMuted = (muted: boolean): void => this.set({ muted })

  /** A whole number from 0 on; it names the audio from now on. */
  setCsi(csi: number): void {
    if (!Number.isInteger(csi) || csi < 0) return
    this.client.setCsi(csi)
    this.set({ csi })
  }

  /** Ends the meeting for everyone. */
  end(): Promise<void> {
    return this.#ending.endForAll()
  }

  /** The screen goes; the meeting goes on. */
  dispose(): void {
    this.#release()
    this.#scope.dispose()
    this.set({ phase: 'ended' })
  }

  #handleAudio(block: Int16Array): void {
    const { muted, readingAloud } = this.getSnapshot()
    this.client.pushAudio(muted || readingAloud ? new Int16Array(block.length) : block)
  }

  #setBusy(id: string, isBusy: boolean): void {
    const busy = new Set(this.getSnapshot().busy)
    if (isBusy) busy.add(id)
    else busy.delete(id)
    this.set({ busy })
  }

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
