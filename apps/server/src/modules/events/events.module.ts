import type { Platform } from '../../platform/create-platform'
import type { Repeating } from '../../platform/repeating'
import { createEventRecorder } from './event-recorder'
import { startLogKeeping } from './events.jobs'
import { createEventsStore } from './events.store'
import { LogPartitionsStore } from './log-partitions.store'
import { LogPeopleStore } from './log-people.store'

export type EventsModule = ReturnType<typeof eventsModule>

/** Records until everything else has stopped: what is still buffered then is written. */
export function eventsModule({ config, identity, database, scope, log, metrics }: Platform) {
  const store = createEventsStore(database.kysely)
  const recorder = createEventRecorder({ store, pod: identity.pod, log, metrics })
  scope.own('events', recorder, recorder => recorder.close())
  const partitions = new LogPartitionsStore(database.kysely)
  let keeping: Repeating | undefined
  return {
    recorder,
    store,
    people: new LogPeopleStore(database.kysely),
    start() {
      keeping = startLogKeeping({ partitions, logDays: config.logDays, log })
    },
    stop: () => keeping?.stop(),
  }
}
