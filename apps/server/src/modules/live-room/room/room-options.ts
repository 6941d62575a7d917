import type { EngineRegistry, TranslatorRegistry } from '@livetap/speech'
import type { Log } from '../../../platform/log/log'
import type { Storage } from '../../../platform/storage/storage'
import type { Tracing } from '../../../platform/tracing/tracing'
import type { MeetingRecord } from '../../events'
import type { Meeting } from '../../meetings'
import type { OffTheRecord, SpeakerNamesStore } from '../../transcripts'
import type { LiveState } from '../live.store'
import type { LiveRoomLimits } from '../live-room-limits'
import type { AnnouncementsStore } from '../outbox/announcements.store'
import type { AnnouncedText } from '../outbox/last-finals'
import type { LiveEventsStore } from '../outbox/live-events.store'
import type { RoomLease } from '../ownership/room-lease'
import type { RoomLeasesStore } from '../ownership/room-leases.store'
import type { LiveStreamsStore } from '../streams/live-streams.store'
import type { MeetingClock } from '../streams/meeting-clock'
import type { RoomTimesStore } from '../times/room-times.store'

export interface RoomOptions {
  meeting: Meeting
  lease: RoomLease
  leases: RoomLeasesStore
  state: LiveState
  clock: MeetingClock
  limits: LiveRoomLimits
  streamsStore: LiveStreamsStore
  eventsStore: LiveEventsStore
  announcements: AnnouncementsStore
  speakerNames: SpeakerNamesStore
  storage: Storage
  engines: EngineRegistry
  engine: string
  /** The process that this is. */
  pod: string
  translators: TranslatorRegistry
  record: MeetingRecord
  /** Resolves when what was recorded for the ledger is in the database, or that takes too long. Never rejects. */
  ledgerWritten: () => Promise<void>
  times: RoomTimesStore
  tracing: Tracing
  log: Log
  /** Known from before. */
  offTheRecord: OffTheRecord[]
  /** End of the last final of each stream. */
  announced: ReadonlyMap<string, AnnouncedText>
  onStuck: (error: unknown) => void
}
