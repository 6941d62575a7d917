import { MEETING_LIVE, type MeetingDetail } from '@livetap/contract'
import { changeProcessing, getMeeting, renameMeeting } from '@livetap/contract/calls/meetings'
import type { ApiClient } from '../api-client'
import { type ProcessingProgress, ProcessingWatch } from '../replay/processing-progress'
import { Scope } from '../scope'
import { Store } from '../store'

export interface MeetingRecordState {
  /** Absent until it is known, and where the server does not say. */
  readonly detail: MeetingDetail | undefined
  /** Of a meeting that is being processed. */
  readonly processing: ProcessingProgress | undefined
}

/** Between two questions after a meeting that is not over. */
export const RECORD_POLL_MS = 5_000

/** Title, state, length and stages of one meeting: ours, not the documents'. A server without it costs those and nothing else. */
export class MeetingRecord extends Store<MeetingRecordState> {
  readonly #params: { id: string }
  readonly #scope = new Scope()
  readonly #progress = new ProcessingWatch()
  #asking: Promise<void> | undefined
  /** Grows with each change of ours: what was asked before it is out of date. */
  #changes = 0
  #isWatched = false
  #stopTimer: (() => void) | undefined

  constructor(
    private readonly api: ApiClient,
    readonly meetingId: string,
  ) {
    super({ detail: undefined, processing: undefined })
    this.#params = { id: meetingId }
  }

  /** Never rejects. Who asks while a question is under way gets its answer. */
  readonly refresh = (): Promise<void> => {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
      this.#pollAgain()
    })
    return this.#asking
  }

  /** From now on a meeting that runs or is being processed is asked after until it is over. */
  watch(): void {
    this.#isWatched = true
    void this.refresh()
  }

  /** Rejects with what went wrong. */
  readonly rename = async (title: string): Promise<void> => {
    this.#changed(await this.api.call(renameMeeting, { params: this.#params, body: { title } }))
  }

  /** Rejects with what went wrong: no text of the catalogue says it, so it is where it was asked. */
  readonly changeProcessing = async (action: 'cancel' | 'retry'): Promise<void> => {
    this.#changed(await this.api.call(changeProcessing, { params: { ...this.#params, action } }))
  }

  dispose(): void {
    this.#scope.dispose()
  }

  async #ask(): Promise<void> {
    const changes = this.#changes
    try {
      const detail = await this.api.call(getMeeting, { params: this.#params }, { signal: this.#scope.signal })
      if (changes === this.#changes) this.#show(detail)
    } catch {}
  }

  #changed(detail: MeetingDetail): void {
    this.#changes++
    this.#show(detail)
    this.#pollAgain()
  }

  /** The question alone counts what was said and says what one may do: an answer to a change leaves that as it was. */
  #show(answer: MeetingDetail): void {
    const { speakers, languages, transcripts_count, highlights_count, may } = this.getSnapshot().detail ?? {}
    const detail = { speakers, languages, transcripts_count, highlights_count, may, ...answer }
    const isProcessing = detail.status === 'processing'
    this.set({
      detail,
      processing: isProcessing ? this.#progress.measure(detail, performance.now()) : undefined,
    })
  }

  #pollAgain(): void {
    this.#stopTimer?.()
    const status = this.getSnapshot().detail?.status
    if (!this.#isWatched || (status !== 'processing' && status !== MEETING_LIVE)) return
    this.#stopTimer = this.#scope.timeout(() => void this.refresh(), RECORD_POLL_MS)
  }
}
