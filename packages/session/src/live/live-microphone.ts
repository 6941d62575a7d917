import { texts } from '@livetap/contract'
import type { Notices } from '../notices'
import { AnnouncedRecorder } from '../recorder/announced-recorder'
import type { Recorder } from '../recorder/recorder'
import type { LiveMeetingState } from './live-meeting-state'

export interface LiveMicrophoneOptions {
  recorder: Recorder
  notices: Notices
  state: () => LiveMeetingState
  set: (change: Partial<LiveMeetingState>) => void
  /** From then on nothing is opened or said any more. */
  isOver: () => boolean
}

/** The microphone of a live meeting: opened with the entry, or looked at first by a person who only listens. */
export class LiveMicrophone {
  readonly #announced: AnnouncedRecorder

  constructor(private readonly options: LiveMicrophoneOptions) {
    this.#announced = new AnnouncedRecorder(options)
  }

  get isRecording(): boolean {
    return this.options.recorder.getSnapshot().state === 'recording'
  }

  /** Without a microphone the meeting goes on: it can be followed all the same. */
  async open(): Promise<void> {
    const { notices, set, isOver } = this.options
    set({ phase: 'recorder' })
    try {
      await this.#announced.open()
    } catch (error) {
      if (!isOver()) notices.error(texts.live.failedSetup((error as Error).message))
    }
    if (!isOver()) set({ phase: 'live' })
  }

  /** Opens it to choose an input and see its level; nothing is sent until `speak`. */
  async check(): Promise<void> {
    const { recorder, state, set, isOver } = this.options
    set({ checkingMicrophone: true })
    try {
      await this.#announced.create()
      if (isOver() || !state().checkingMicrophone) return
      // Called by a click, which a suspended context waits for.
      await recorder.resume()
    } catch {
      // The panel shows what is wrong, and can try again.
    }
  }

  /** Opens it again for what it was opened for. */
  retry(): Promise<void> {
    return this.options.state().checkingMicrophone ? this.check() : this.open()
  }

  async speak(): Promise<void> {
    this.options.set({ checkingMicrophone: false })
    await this.#announced.begin().catch(() => {})
  }

  stopChecking(): void {
    this.options.set({ checkingMicrophone: false })
    this.options.recorder.release()
  }

  async chooseDevice(id: string): Promise<void> {
    await this.#announced.chooseDevice(id)
  }
}
