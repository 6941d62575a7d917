import type { SessionEndReason } from '../sign-on-tables'
import type { LiveSession, SessionEnded, SessionStore } from './session.store'
import type { SessionEvents } from './session-events'

export interface SessionService {
  start(session: { id: string; accountId: string; browserSession: string; lifetimeMs: number }): Promise<void>
  findLive(sessionId: string): Promise<LiveSession | undefined>
  signOut(sessionId: string): Promise<SessionEnded[]>
  revoke(sessionId: string): Promise<void>
  endBrowser(browserSession: string): Promise<void>
  endAccount(accountId: string, reason: SessionEndReason): Promise<SessionEnded[]>
  /** Ends those that have run out, and forgets those that ended long ago. */
  tidy(): Promise<void>
  /** Announces again what ended within so many milliseconds: an end that is known already changes nothing. */
  announceEndedWithin(ms: number): Promise<void>
}

/** Everything that ends a session announces it once the end is in the database, never before. */
export function createSessionService(store: SessionStore, events: SessionEvents): SessionService {
  const announced = async (ending: Promise<SessionEnded[]>) => {
    const ended = await ending
    events.announce(ended)
    return ended
  }
  return {
    start: session => store.start(session),
    findLive: id => store.findLive(id),
    signOut: id => announced(store.endWithBrowser(id, 'signed-out')),
    revoke: async id => void (await announced(store.endOne(id, 'revoked'))),
    endBrowser: async browserSession =>
      void (await announced(store.endBrowser(browserSession, 'signed-out'))),
    endAccount: (accountId, reason) => announced(store.endAccount(accountId, reason)),
    async tidy() {
      await announced(store.endOverdue())
      await store.removeLongEnded()
    },
    async announceEndedWithin(ms) {
      await announced(store.endOverdue())
      events.announce(await store.endedWithin(ms))
    },
  }
}
