import type { Enhancement } from '@livetap/contract'
import type { Media } from '../../platform/media/media'
import { ServiceError } from '../../platform/service-error'
import type { JobsModule } from '../jobs'
import { type MeetingProcessing, type MeetingsStore, QUEUED_STAGE } from '../meetings'
import type { AfterCallStore } from './after-call/after-call.store'

export interface PipelineServiceOptions {
  jobs: Pick<JobsModule, 'store' | 'announceQueued' | 'announceEnded'>
  afterCall: AfterCallStore
  meetings: MeetingsStore
  media: Media
}

/** A meeting has a job in one of them. */
const QUEUES = ['recording', 'after-call'] as const

const CANCELLED = 'Processing was cancelled'

/** The front door of the pipeline: recordings go in, people stop them and start them again. */
export class PipelineService implements MeetingProcessing {
  constructor(private readonly options: PipelineServiceOptions) {}

  unavailableReason(): string | undefined {
    return this.options.media.unavailableReason
  }

  /** Where no one waits for the text, the priority is lower than 0. */
  async enqueue(meetingId: string, priority = 0): Promise<void> {
    const { jobs } = this.options
    await jobs.store.enqueue('recording', meetingId, priority)
    jobs.announceQueued(meetingId)
  }

  enhancement(meetingId: string): Promise<Enhancement | undefined> {
    return this.options.afterCall.enhancement(meetingId)
  }

  async cancel(meetingId: string): Promise<void> {
    if (!(await this.#cancelJob(meetingId)))
      throw new ServiceError('wrong_state', 'There is nothing to cancel')
    const change = { status: 'failed', error: CANCELLED } as const
    await this.options.meetings.change(meetingId, change, ['processing'])
  }

  async retry(meetingId: string): Promise<void> {
    const { jobs, meetings } = this.options
    const change = { status: 'processing', stage: QUEUED_STAGE, progress: 0, error: null } as const
    const meeting = await meetings.change(meetingId, change, ['failed'])
    if (!meeting) throw new ServiceError('wrong_state', 'Only a meeting that failed can be processed again')
    // From the stage that failed. One that failed before it was ever enqueued (an upload that broke off at its end) starts here.
    if (await jobs.store.enqueueAgain(QUEUES, meetingId)) jobs.announceQueued(meetingId)
    else await this.enqueue(meetingId)
  }

  /** The meeting is about to be deleted. */
  async release(meetingId: string): Promise<void> {
    await this.#cancelJob(meetingId)
  }

  async #cancelJob(meetingId: string): Promise<boolean> {
    const { jobs } = this.options
    const isCancelled = await jobs.store.cancel(QUEUES, meetingId)
    for (const queue of QUEUES) jobs.announceEnded(queue, meetingId)
    return isCancelled
  }
}
