import { MEETING_LIVE, texts } from '@livetap/contract'
import type { Notices } from '../notices'
import type { Scope } from '../scope'
import type { LiveCalls } from './live-calls'
import type { LiveMeetingState } from './live-meeting-state'

/** A call that has ended is on record as ended a moment later. */
const SETTLE_MS = 500
const SETTLE_ATTEMPTS = 40

export interface LiveEndingOptions {
  calls: LiveCalls
  notices: Notices
  scope: Scope
  set: (change: Partial<LiveMeetingState>) => void
  /** Ending or ended. */
  isOver: () => boolean
  /** Stops the audio, gives the microphone back, closes the socket. */
  release: () => void
  /** Leaves for the past view of the meeting. */
  goToPast: () => void
}

/** The way out of a live meeting to its past view: ended here, or by another user. */
export class LiveEnding {
  /** Ends what a failed end left. */
  #again = (): Promise<void> => this.endForAll()

  constructor(private readonly options: LiveEndingOptions) {}

  retry(): Promise<void> {
    return this.#again()
  }

  async endForAll(): Promise<void> {
    const { calls, notices, scope, isOver, set, release } = this.options
    if (isOver()) return
    this.#again = () => this.endForAll()
    set({ phase: 'ending', error: undefined })
    notices.warning(texts.live.ending)
    release()
    try {
      await calls.drop()
      await this.#untilEnded()
    } catch (error) {
      this.#failed(error as Error)
      return
    }
    if (scope.disposed) return
    notices.success(texts.live.ended)
    this.#goToPast()
  }

  /** Another user ended it, or it had ended before we came. */
  async endedElsewhere(): Promise<void> {
    const { notices, isOver, release } = this.options
    if (isOver()) return
    this.#again = () => this.#settle()
    release()
    notices.warning(texts.live.meetingHasEnded)
    await this.#settle()
  }

  async #settle(): Promise<void> {
    this.options.set({ phase: 'ending', error: undefined })
    try {
      await this.#untilEnded()
    } catch (error) {
      this.#failed(error as Error)
      return
    }
    this.#goToPast()
  }

  /** The past view of a meeting that is on record as running leads back here: it is opened when that is over. */
  async #untilEnded(): Promise<void> {
    const { calls, scope } = this.options
    for (let attempt = 1; !scope.disposed; attempt += 1) {
      // A status that cannot be read blocks no one: the past view says what is wrong.
      const status = await calls.status(scope.signal).catch(() => undefined)
      if (status !== MEETING_LIVE) return
      if (attempt === SETTLE_ATTEMPTS) throw new Error('The server still calls this meeting live.')
      await scope.wait(SETTLE_MS).catch(() => {})
    }
  }

  #goToPast(): void {
    const { scope, set, goToPast } = this.options
    if (scope.disposed) return
    set({ phase: 'ended' })
    scope.dispose()
    goToPast()
  }

  #failed(error: Error): void {
    const { scope, set } = this.options
    if (!scope.disposed) set({ phase: 'failed', failedStep: 'end', error })
  }
}
