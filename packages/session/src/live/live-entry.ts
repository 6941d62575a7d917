import { MEETING_LIVE, texts } from '@livetap/contract'
import { askUntilReady } from '../ask-until-ready'
import type { Notices } from '../notices'
import type { Scope } from '../scope'
import { HotwordError } from './connection/hotword-error'
import type { LiveCalls } from './live-calls'
import type { LiveMeetingState } from './live-meeting-state'
import { startOfHighlight, startOfTranscript, withRanges } from './room/apply-message'
import { inOrder } from './room/put-in-order'

export interface LiveEntryOptions {
  calls: LiveCalls
  notices: Notices
  scope: Scope
  state: () => LiveMeetingState
  set: (change: Partial<LiveMeetingState>) => void
  isOver: () => boolean
  log?: ((text: string, detail?: unknown) => void) | undefined
}

/** What is asked before a live meeting can be joined, and the words for what fails on the way. */
export class LiveEntry {
  /** The same at every reconnect, so that the audio goes on. */
  readonly #clientId = crypto.randomUUID()

  constructor(private readonly options: LiveEntryOptions) {}

  async isLive(): Promise<boolean> {
    const { calls, notices, scope, isOver } = this.options
    try {
      return (await askUntilReady(() => calls.status(scope.signal), scope)) === MEETING_LIVE
    } catch (error) {
      if (!isOver()) notices.error(texts.live.failedStatus)
      throw error
    }
  }

  /** Until the answer is there the client's own limit for a connect counts. */
  async liveAddress(signal: AbortSignal): Promise<string> {
    const { calls, scope, state, set } = this.options
    const asking = scope.child()
    signal.addEventListener('abort', () => asking.dispose(), { once: true })
    const address = await askUntilReady(() => calls.liveAddress(this.#clientId, signal), asking).finally(() =>
      asking.dispose(),
    )
    if (state().phase === 'address') set({ phase: 'connecting' })
    return address
  }

  /** What was said before; the number after which the socket goes on. */
  async history(): Promise<number> {
    const { calls, scope, state, set, log } = this.options
    try {
      const { results, seq, off_the_record } = await calls.transcripts(scope.signal)
      const highlights = await calls.highlights(scope.signal)
      // After a failed entry some of them are held already.
      const held = state()
      set({
        transcripts: inOrder([...held.transcripts, ...results], startOfTranscript),
        highlights: inOrder([...held.highlights, ...highlights], startOfHighlight),
        offTheRecord: withRanges(held.offTheRecord, off_the_record),
      })
      return seq
    } catch (error) {
      // The socket says everything from the beginning instead.
      log?.('the transcripts so far could not be fetched', error)
      return 0
    }
  }

  failed(error: Error): void {
    const { notices, set, isOver } = this.options
    if (isOver()) return
    if (error instanceof HotwordError) {
      const isAddress = error.reason === 'address' || error.reason === 'address_undefined'
      notices.error(isAddress ? texts.live.failedAddress : texts.live.failedConnection)
    }
    notices.error(texts.live.failedSetup(error.message))
    set({ phase: 'failed', failedStep: 'entry', error })
  }
}
