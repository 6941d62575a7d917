import type { Bus } from '../../../platform/bus/bus'
import type { Database } from '../../../platform/db/database'
import { ACCESS_CHANGED } from '../../access'
import { createSessionService, type SessionService } from '../sessions/session.service'
import { createSessionStore } from '../sessions/session.store'
import { SessionEvents } from '../sessions/session-events'
import { SESSIONS_ENDED } from '../sessions/session-watch'
import { createSignInThrottle, type SignInThrottle } from '../throttle/sign-in-throttle.store'
import { SignInTurns } from '../throttle/sign-in-turns'
import { type AccountService, createAccountService } from './account.service'
import { createAccountStore } from './account.store'

export interface Accounts {
  accounts: AccountService
  sessions: SessionService
  events: SessionEvents
  throttle: SignInThrottle
  /** Said to all nodes once rights have changed. */
  rightsChanged: () => void
}

/** What the server and the user command share: both work on the same rows, at the same time. */
export function openAccounts(db: Database['kysely'], bus?: Bus): Accounts {
  const events = new SessionEvents()
  // Without a message other processes learn of it when they look.
  const notifyOthers = () => bus?.notifyOthers(SESSIONS_ENDED, '')
  const sessions = createSessionService(createSessionStore(db), events, notifyOthers)
  const throttle = createSignInThrottle(db)
  const rightsChanged = () => bus?.notify(ACCESS_CHANGED, '')
  const turns = new SignInTurns(throttle)
  const accounts = createAccountService(createAccountStore(db), sessions, turns, rightsChanged)
  return { accounts, sessions, events, throttle, rightsChanged }
}
