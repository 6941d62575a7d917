import { texts } from '@livetap/contract'
import type { Notices } from '../notices'
import type { Recorder } from './recorder'
import { RecorderError } from './recorder-error'

export interface AnnouncedRecorderOptions {
  recorder: Recorder
  notices: Notices
  /** From then on nothing is said any more. */
  isOver: () => boolean
}

/** The microphone with the words of the documents: what is done is said, and what fails as well. */
export class AnnouncedRecorder {
  constructor(private readonly options: AnnouncedRecorderOptions) {}

  /** Rejects with what failed, which has been said. */
  async open(): Promise<void> {
    await this.create()
    if (!this.options.isOver()) await this.begin()
  }

  async create(): Promise<void> {
    const { recorder, notices, isOver } = this.options
    await this.#step(() => recorder.init(), texts.live.failedRecorderInit)
    if (!isOver()) notices.success(texts.live.recorderCreated)
  }

  async begin(): Promise<void> {
    const { recorder, notices } = this.options
    await this.#step(() => recorder.start(), texts.live.failedRecorderStart)
    recorder.onceRecording(() => notices.success(texts.live.recorderStarted))
  }

  async chooseDevice(id: string): Promise<void> {
    const chosen = this.#step(() => this.options.recorder.chooseDevice(id), texts.live.failedRecorderInit)
    await chosen.catch(() => {})
  }

  async #step(work: () => Promise<void>, text: string): Promise<void> {
    const { notices, isOver } = this.options
    try {
      await work()
    } catch (error) {
      if (!isOver()) {
        notices.error(text)
        if (error instanceof RecorderError && error.reason === 'permission-denied')
          notices.error(texts.live.microphoneDenied)
      }
      throw error
    }
  }
}
