import type { Config } from '../../platform/config/config'
import type { Authenticator } from '../../platform/http/entry/entry'
import { startEmbeddedSignOn } from './embedded-sign-on'
import { identityRoutes } from './identity.routes'
import { accountRoutes } from './management/account.routes'
import { ownSessionsRoutes } from './management/own-sessions.routes'
import { OwnSessions } from './management/own-sessions.service'
import { discoveredAuthenticator } from './outside/discovered-authenticator'
import { DiscoveredProvider } from './outside/discovered-provider'
import { introspectionAuthenticator } from './outside/introspection-authenticator'
import { jwksAuthenticator } from './outside/jwks-authenticator'
import { OutsideSessions } from './outside/outside-sessions'
import { OutsideSessionsStore } from './outside/outside-sessions.store'
import { SessionEvents } from './sessions/session-events'
import type { SignOn, SignOnOptions } from './sign-on-options'

export async function startSignOn(options: SignOnOptions): Promise<SignOn> {
  const { signOn } = options.config
  const outside = new OutsideSessions(new OutsideSessionsStore(options.database.kysely))
  const provider = discoveredProvider(options)
  // Read early, so that the first call need not wait for it; one that is away is asked again.
  if (provider) void provider.document().catch(() => undefined)
  const embedded = signOn.kind === 'embedded' ? await startEmbeddedSignOn(options) : undefined
  return {
    authenticator: embedded?.authenticator ?? outside.keeping(outsideAuthenticator(options.config, provider)),
    events: embedded?.events ?? new SessionEvents(),
    principalOf: sessionId => embedded?.principalOf(sessionId) ?? outside.principalOf(sessionId),
    accounts: embedded?.accounts,
    provider,
    firstAccount: embedded?.firstAccount,
    oldestAccount: async () => embedded?.oldestAccount(),
    routes: async app => {
      if (embedded) await app.register(embedded.routes)
      await app.register(identityRoutes)
      await app.register(async app => {
        accountRoutes(app, embedded?.management)
        ownSessionsRoutes(app, new OwnSessions(embedded?.sessions))
      })
    },
    stop: async () => embedded?.stop(),
  }
}

function discoveredProvider({ config, log }: SignOnOptions): DiscoveredProvider | undefined {
  const { signOn } = config
  if (signOn.kind !== 'outside' || signOn.check?.kind !== 'discovery') return undefined
  const { clientId, clientSecret, check } = signOn
  return new DiscoveredProvider({ issuer: check.issuer, clientId, clientSecret, log })
}

function outsideAuthenticator({ signOn }: Config, provider: DiscoveredProvider | undefined): Authenticator {
  const check = signOn.kind === 'outside' ? signOn.check : undefined
  if (signOn.kind !== 'outside' || !check) return { authenticate: async () => null }
  const { clientId, clientSecret, audience, roles } = signOn
  if (check.kind === 'jwks') return jwksAuthenticator({ ...check, audience, roles })
  if (check.kind === 'introspection')
    return introspectionAuthenticator({ ...check, clientId, clientSecret, audience, roles })
  return discoveredAuthenticator({ provider: provider!, clientId, clientSecret, audience, roles })
}
