import type { FastifyPluginAsync } from 'fastify'
import type { AuditWriter } from '../../platform/audit/audit-entry'
import type { Bus } from '../../platform/bus/bus'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import type { Authenticator } from '../../platform/http/entry/entry'
import type { Log } from '../../platform/log/log'
import type { Principal } from '../../platform/principal'
import type { EventRecorder } from '../events'
import type { AccountService, FirstAccount } from './accounts/account.service'
import type { DiscoveredProvider } from './outside/discovered-provider'
import type { SessionEvents } from './sessions/session-events'

export interface SignOnOptions {
  config: Config
  database: Database
  bus: Bus
  secret: string
  log: Log
  recorder: Pick<EventRecorder, 'log'>
  /** Absent where a test is about something else. */
  auditLog?: AuditWriter
  /** Off where a test brings its own users: making an account takes a third of a second. */
  makesFirstAccount?: boolean
}

export interface SignOn {
  authenticator: Authenticator
  events: SessionEvents
  /** For doors that know the session and hold no token (a ticket): who it is of now; nothing when it has ended. */
  principalOf(sessionId: string): Promise<Principal | undefined>
  /** Absent where the accounts are an outside provider's. */
  accounts: AccountService | undefined
  /** Of an outside sign-on whose endpoints it names itself. */
  provider: DiscoveredProvider | undefined
  /** The account made at this start, to be printed once; its password is kept nowhere. */
  firstAccount: FirstAccount | undefined
  /** Who was here first; no one where the accounts are an outside provider's. */
  oldestAccount(): Promise<{ userId: string; email: string } | undefined>
  /** The broker and its page where they are embedded, and `Users/me` where it is. */
  routes: FastifyPluginAsync
  stop(): Promise<void>
}
