export { BatchWriter } from './batch-writer'
export { CloudLogging, CloudLoggingError } from './cloud/cloud-logging'
export { createEventRecorder, type EventRecorder, type MeetingRecord } from './event-recorder'
export type { LedgerEntry, LogEntry, LogRow } from './event-rows'
export { type EventsModule, eventsModule } from './events.module'
export { EventsStore, type MeetingEvents } from './events.store'
export { LedgerStore } from './ledger/ledger.store'
export { checkLedger, type LedgerBreak } from './ledger/ledger-check'
export {
  GENESIS,
  type HashedEvent,
  hashOf,
  LedgerSeal,
  type Person,
  withoutPeople,
} from './ledger/ledger-hash'
export { openLedger } from './ledger/open-ledger'
export { LogPeopleStore } from './log-people.store'
