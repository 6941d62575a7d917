import type { Bus } from '../../../platform/bus/bus'
import { watchChanges } from '../../../platform/bus/change-watch'
import type { Log } from '../../../platform/log/log'
import type { SessionService } from './session.service'
import type { SessionEvents } from './session-events'

/** What nodes say to each other: sessions have ended. Which ones is in the database. */
export const SESSIONS_ENDED = 'sessions-ended'

export interface SessionWatchParts {
  bus: Bus
  events: SessionEvents
  sessions: Pick<SessionService, 'endOverdue' | 'endedWithin'>
  log: Log
}

/** Announces the sessions that other processes ended (another node, the user command), at once where the bus works. */
export function watchEndedSessions({ bus, events, sessions, log }: SessionWatchParts): {
  stop(): Promise<void>
} {
  const watch = watchChanges({
    bus,
    topic: SESSIONS_ENDED,
    within: ms => sessions.endedWithin(ms),
    keyOf: ({ sessionId }) => sessionId,
    announce: ended => events.announce(ended),
    // A process that disabled an account may have died before it came to the sessions.
    onMissed: () => sessions.endOverdue(),
    what: 'ended sessions',
    log,
  })
  const stopListening = events.onSessionEnded(({ sessionId }) => watch.announced(sessionId))
  return {
    async stop() {
      stopListening()
      await watch.stop()
    },
  }
}
