import type { MeetingRecord } from '../../events'
import type { OffTheRecord } from '../../transcripts'
import type { Outbox } from '../outbox/outbox'
import type { MeetingClock } from '../streams/meeting-clock'
import type { RoomSettings } from './room-settings'

/** The room, as its parts see it. */
export interface RoomView {
  readonly meetingId: string
  readonly settings: RoomSettings
  readonly outbox: Outbox
  readonly clock: MeetingClock
  readonly record: MeetingRecord
  readonly offTheRecord: readonly OffTheRecord[]
  readonly isEnding: boolean
  isConnected(clientId: string): boolean
  /** Its connection broke or stalls, and it may go on where it stopped. */
  isInterrupted(clientId: string): boolean
}
