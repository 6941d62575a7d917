import type { Enhancement } from '@livetap/contract'

/** How a stored recording gets into the pipeline and what a person can do about it there. */
export interface MeetingProcessing {
  /** Called when the last byte is stored; called again after a crash in between, so it must not run twice. */
  enqueue(meetingId: string): Promise<void>
  /** Stops the work under way; the meeting is left failed, with that as its reason. */
  cancel(meetingId: string): Promise<void>
  /** Runs a failed meeting again from the stage that failed. */
  retry(meetingId: string): Promise<void>
  /** The meeting is about to be deleted: nothing of it may run any more. */
  release?(meetingId: string): Promise<void>
  /** Of an ended call's text; nothing for a recording. */
  enhancement?(meetingId: string): Promise<Enhancement | undefined>
  /** Why no recording can be processed now (no decoder on this machine); nothing when it can. */
  unavailableReason?(): string | undefined
}
