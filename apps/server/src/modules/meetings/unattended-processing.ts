import { QUEUED_STAGE } from './meeting'
import type { MeetingProcessing } from './meeting-processing'
import type { MeetingsStore } from './meetings.store'

/** Without a pipeline in this process: recordings wait, in the database, for one that has it. */
export class UnattendedProcessing implements MeetingProcessing {
  constructor(private readonly store: MeetingsStore) {}

  async enqueue(): Promise<void> {}

  async cancel(meetingId: string): Promise<void> {
    await this.store.change(meetingId, { status: 'failed', error: 'Processing was cancelled' }, [
      'processing',
    ])
  }

  async retry(meetingId: string): Promise<void> {
    const change = { status: 'processing', stage: QUEUED_STAGE, progress: 0, error: null } as const
    await this.store.change(meetingId, change, ['failed'])
  }
}
