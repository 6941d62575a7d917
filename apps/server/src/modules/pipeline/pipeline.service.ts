import type { Enhancement } from '@livetap/contract'
import type { Media } from '../../platform/media/media'
import { MeetingError, type MeetingProcessing, type MeetingsStore, QUEUED_STAGE } from '../meetings'
import type { AfterCallStore } from './after-call/after-call.store'
import type { PipelineStore } from './runs/pipeline.store'

export interface PipelineServiceOptions {
  store: PipelineStore
  afterCall: AfterCallStore
  meetings: MeetingsStore
  media: Media
  /** What a worker, on whatever node, may act on at once. */
  onQueued: (meetingId: string) => void
  onEnded: (meetingId: string) => void
}

const CANCELLED = 'Processing was cancelled'

/** The front door of the pipeline: recordings go in, people stop them and start them again. */
export class PipelineService implements MeetingProcessing {
  constructor(private readonly options: PipelineServiceOptions) {}

  unavailableReason(): string | undefined {
    return this.options.media.unavailableReason
  }

  /** What nobody waits for has a lower priority than 0. */
  async enqueue(meetingId: string, priority = 0): Promise<void> {
    await this.options.store.enqueue(meetingId, priority)
    this.options.onQueued(meetingId)
  }

  enhancement(meetingId: string): Promise<Enhancement | undefined> {
    return this.options.afterCall.enhancement(meetingId)
  }

  async cancel(meetingId: string): Promise<void> {
    const { store, meetings, onEnded } = this.options
    const wasRunning = await store.cancel(meetingId)
    if (!wasRunning) throw new MeetingError('wrong_state', 'There is nothing to cancel')
    onEnded(meetingId)
    await meetings.change(meetingId, { status: 'failed', error: CANCELLED }, ['processing'])
  }

  async retry(meetingId: string): Promise<void> {
    const { store, meetings, onQueued } = this.options
    const change = { status: 'processing', stage: QUEUED_STAGE, progress: 0, error: null } as const
    const meeting = await meetings.change(meetingId, change, ['failed'])
    if (!meeting) throw new MeetingError('wrong_state', 'Only a meeting that failed can be processed again')
    // A meeting that failed before it was ever enqueued (an upload that broke off at its very end) starts here.
    if (!(await store.enqueueAgain(meetingId))) await store.enqueue(meetingId)
    onQueued(meetingId)
  }

  /** The meeting is about to be deleted. */
  async release(meetingId: string): Promise<void> {
    await this.options.store.cancel(meetingId)
    this.options.onEnded(meetingId)
  }
}
