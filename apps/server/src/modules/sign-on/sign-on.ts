import type { Config } from '../../platform/config/config'
import type { Authenticator } from '../../platform/http/entry/entry'
import { startEmbeddedSignOn } from './embedded-sign-on'
import { identityRoutes } from './identity.routes'
import { introspectionAuthenticator } from './outside/introspection-authenticator'
import { jwksAuthenticator } from './outside/jwks-authenticator'
import { SessionEvents } from './sessions/session-events'
import type { SignOn, SignOnOptions } from './sign-on-options'

export async function startSignOn(options: SignOnOptions): Promise<SignOn> {
  const { signOn } = options.config
  const embedded = signOn.kind === 'embedded' ? await startEmbeddedSignOn(options) : undefined
  return {
    authenticator: embedded?.authenticator ?? outsideAuthenticator(options.config),
    events: embedded?.events ?? new SessionEvents(),
    isSessionLive: async sessionId => (embedded ? embedded.isSessionLive(sessionId) : true),
    firstAccount: embedded?.firstAccount,
    oldestAccount: async () => embedded?.oldestAccount(),
    routes: async app => {
      if (embedded) await app.register(embedded.routes)
      await app.register(identityRoutes)
    },
    stop: async () => embedded?.stop(),
  }
}

function outsideAuthenticator({ signOn }: Config): Authenticator {
  const check = signOn.kind === 'outside' ? signOn.check : undefined
  if (signOn.kind !== 'outside' || !check) return { authenticate: async () => null }
  if (check.kind === 'jwks') return jwksAuthenticator(check)
  const { clientId, clientSecret } = signOn
  return introspectionAuthenticator({ ...check, clientId, clientSecret })
}
