import { randomUUID } from 'node:crypto'
import type { Database } from '../../../platform/db/database'
import { createSessionService, type SessionService } from '../sessions/session.service'
import { createSessionStore } from '../sessions/session.store'
import { SessionEvents } from '../sessions/session-events'
import { createSignInThrottle, type SignInThrottle } from '../throttle/sign-in-throttle.store'
import { SignInTurns } from '../throttle/sign-in-turns'
import { type AccountService, createAccountService } from './account.service'
import { createAccountStore } from './account.store'

export interface Accounts {
  accounts: AccountService
  sessions: SessionService
  events: SessionEvents
  throttle: SignInThrottle
  /** Names this process in what it tells the others. */
  origin: string
}

/** What the server and the user command share: both work on the same rows, at the same time. */
export function openAccounts(db: Database['kysely']): Accounts {
  const origin = randomUUID()
  const events = new SessionEvents()
  const sessions = createSessionService(createSessionStore(db, origin), events)
  const throttle = createSignInThrottle(db)
  const accounts = createAccountService(createAccountStore(db), sessions, new SignInTurns(throttle))
  return { accounts, sessions, events, throttle, origin }
}
