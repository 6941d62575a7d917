import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import type { Authenticator } from '../../platform/http/entry/entry'
import type { Log } from '../../platform/log/log'
import type { EventRecorder } from '../events'
import type { FirstAccount } from './accounts/account.service'
import type { SessionEvents } from './sessions/session-events'

export interface SignOnOptions {
  config: Config
  database: Database
  secret: string
  log: Log
  recorder: Pick<EventRecorder, 'log'>
  /** Off where a test brings its own users: making an account takes a third of a second. */
  makesFirstAccount?: boolean
}

export interface SignOn {
  authenticator: Authenticator
  events: SessionEvents
  /** For doors that know the session and hold no token (a ticket). An outside provider's sessions are not known here. */
  isSessionLive(sessionId: string): Promise<boolean>
  /** The account made at this start, to be printed once; its password is kept nowhere. */
  firstAccount: FirstAccount | undefined
  /** Who was here first; no one where the accounts are an outside provider's. */
  oldestAccount(): Promise<{ userId: string; email: string } | undefined>
  /** The broker and its page where they are embedded, and `Users/me` where it is. */
  routes: FastifyPluginAsync
  stop(): Promise<void>
}
