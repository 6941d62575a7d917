import type { EngineRegistry } from '@livetap/speech'
import type { Log } from '../../platform/log/log'
import type { Storage } from '../../platform/storage/storage'
import type { Meeting } from '../meetings'
import type { SpeakerNamesStore } from '../past-data'
import type { HotwordLimits } from './hotword-limits'
import type { LiveState, LiveStore } from './live.store'
import type { LiveEventsStore } from './live-events.store'
import type { LiveRecord } from './live-record'
import type { MeetingClock } from './meeting-clock'
import type { OffTheRecord } from './off-the-record'
import type { RoomTranslator } from './room-translator'

export interface RoomOptions {
  meeting: Meeting
  state: LiveState
  clock: MeetingClock
  limits: HotwordLimits
  liveStore: LiveStore
  eventsStore: LiveEventsStore
  speakerNames: SpeakerNamesStore
  storage: Storage
  engines: EngineRegistry
  engine: string
  translator: RoomTranslator
  record: LiveRecord
  log: Log
  /** Known from before. */
  offTheRecord: OffTheRecord[]
  /** End of the last final of each stream. */
  saidUntil: ReadonlyMap<string, number>
  onStuck: (error: unknown) => void
}
