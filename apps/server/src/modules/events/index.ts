export { createEventRecorder, type EventRecorder, type MeetingRecord } from './event-recorder'
export { type LedgerEntry, type LogEntry, ledgerRow, logRow } from './event-rows'
export { type EventsModule, eventsModule } from './events.module'
export { createEventsStore, type EventsStore, type LogRow } from './events.store'
