import type { LiveRecord } from './live-record'
import type { MeetingClock } from './meeting-clock'
import type { OffTheRecord } from './off-the-record'
import type { Outbox } from './outbox'
import type { RoomSettings } from './room-settings'

/** The room, as its parts see it. */
export interface RoomView {
  readonly meetingId: string
  readonly settings: RoomSettings
  readonly outbox: Outbox
  readonly clock: MeetingClock
  readonly record: LiveRecord
  readonly offTheRecord: readonly OffTheRecord[]
  readonly isEnding: boolean
}
