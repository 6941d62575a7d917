export { createEventRecorder, type EventRecorder, type LedgerEvent, type LogEvent } from './event-recorder'
export { createEventsStore, type EventsStore } from './events.store'
