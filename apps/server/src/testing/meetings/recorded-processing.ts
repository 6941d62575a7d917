import type { MeetingProcessing } from '../../modules/meetings'

/** Stands in for the pipeline where a test is about what comes before it. */
export class RecordedProcessing implements MeetingProcessing {
  readonly enqueued: string[] = []
  readonly cancelled: string[] = []
  readonly retried: string[] = []
  failNext: Error | undefined
  unavailable: string | undefined

  async enqueue(meetingId: string): Promise<void> {
    const failure = this.failNext
    this.failNext = undefined
    if (failure) throw failure
    this.enqueued.push(meetingId)
  }

  async cancel(meetingId: string): Promise<void> {
    this.cancelled.push(meetingId)
  }

  async retry(meetingId: string): Promise<void> {
    this.retried.push(meetingId)
  }

  unavailableReason(): string | undefined {
    return this.unavailable
  }
}
