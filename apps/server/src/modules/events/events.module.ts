import type { Platform } from '../../platform/create-platform'
import { createEventRecorder } from './event-recorder'
import { createEventsStore } from './events.store'

export type EventsModule = ReturnType<typeof eventsModule>

/** Records until everything else has stopped: what is still buffered then is written. */
export function eventsModule({ identity, database, scope, log, metrics }: Platform) {
  const store = createEventsStore(database.kysely)
  const recorder = createEventRecorder({ store, pod: identity.pod, log, metrics })
  scope.own('events', recorder, recorder => recorder.close())
  return { recorder, store }
}
