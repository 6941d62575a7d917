import type { SessionEndReason } from '../sign-on-tables'
import type { LiveSession, NewSession, OwnSessionRow, SessionEnded, SessionStore } from './session.store'
import type { SessionEvents } from './session-events'

export interface SessionService {
  start(session: NewSession): Promise<void>
  seen(sessionId: string, address: string | undefined): Promise<void>
  listOf(accountId: string): Promise<OwnSessionRow[]>
  findLive(sessionId: string): Promise<LiveSession | undefined>
  signOut(sessionId: string): Promise<SessionEnded[]>
  revoke(sessionId: string): Promise<void>
  endBrowser(browserSession: string): Promise<void>
  /** One of the account's own; none where it is not, or ended before. */
  endOf(accountId: string, sessionId: string): Promise<SessionEnded[]>
  endOthersOf(accountId: string, keptId: string): Promise<SessionEnded[]>
  endAccount(accountId: string, reason: SessionEndReason): Promise<SessionEnded[]>
  /** Ends those that have run out, and forgets those that ended long ago. */
  tidy(): Promise<void>
  /** Ends those that have run out, and those of disabled accounts. */
  endOverdue(): Promise<void>
  /** Those that ended within so many milliseconds before now, regardless of which process ended them. */
  endedWithin(ms: number): Promise<SessionEnded[]>
}

/** Everything that ends a session announces it once the end is in the database, never before: here, and to other processes. */
export function createSessionService(
  store: SessionStore,
  events: SessionEvents,
  notifyOthers: () => void,
): SessionService {
  const announced = async (ending: Promise<SessionEnded[]>) => {
    const ended = await ending
    events.announce(ended)
    if (ended.length > 0) notifyOthers()
    return ended
  }
  return {
    start: session => store.start(session),
    seen: (id, address) => store.seen(id, address),
    listOf: accountId => store.listOf(accountId),
    findLive: id => store.findLive(id),
    signOut: id => announced(store.endWithBrowser(id, 'signed-out')),
    revoke: async id => void (await announced(store.endOne(id, 'revoked'))),
    endBrowser: async browserSession =>
      void (await announced(store.endBrowser(browserSession, 'signed-out'))),
    endOf: (accountId, sessionId) => announced(store.endOf(accountId, sessionId)),
    endOthersOf: (accountId, keptId) => announced(store.endOthersOf(accountId, keptId)),
    endAccount: (accountId, reason) => announced(store.endAccount(accountId, reason)),
    async tidy() {
      await announced(store.endOverdue())
      await store.removeLongEnded()
    },
    endOverdue: async () => void (await announced(store.endOverdue())),
    endedWithin: ms => store.endedWithin(ms),
  }
}
