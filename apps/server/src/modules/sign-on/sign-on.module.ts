import type { AuditWriter } from '../../platform/audit/audit-entry'
import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { Authenticator } from '../../platform/http/entry/entry'
import type { EventsModule } from '../events'
import { startSignOn } from './sign-on'
import type { SignOn } from './sign-on-options'

export type SignOnModule = Awaited<ReturnType<typeof signOnModule>>

/** For tests: users of their own. */
export type OwnCallers = Authenticator & Pick<SignOn, 'principalOf'>

export async function signOnModule(
  { config, database, bus, secret, log, scope }: Platform,
  { events, audit: { auditLog } }: { events: EventsModule; audit: { auditLog: AuditWriter } },
  { callers }: { callers?: OwnCallers } = {},
) {
  const makesFirstAccount = callers === undefined
  const recorder = events.recorder
  const signOn = await startSignOn({
    config,
    database,
    bus,
    secret,
    log,
    recorder,
    auditLog,
    makesFirstAccount,
  })
  scope.own('sign-on', signOn, signOn => signOn.stop())
  return {
    authenticator: callers ?? signOn.authenticator,
    principalOf: (sessionId: string) => (callers ?? signOn).principalOf(sessionId),
    accounts: signOn.accounts,
    provider: signOn.provider,
    events: signOn.events,
    onSessionEnded: (listener: (sessionId: string) => void) =>
      signOn.events.onSessionEnded(({ sessionId }) => listener(sessionId)),
    firstAccount: signOn.firstAccount,
    oldestAccount: () => signOn.oldestAccount(),
    routes: (server: HttpServer) => server.register(signOn.routes),
  }
}
