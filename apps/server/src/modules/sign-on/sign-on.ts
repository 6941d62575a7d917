import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '../../platform/config/config'
import type { Authenticator } from '../../platform/http/entry'
import type { FirstAccount } from './account.service'
import { startEmbeddedSignOn } from './embedded-sign-on'
import { identityRoutes } from './identity.routes'
import { introspectionAuthenticator } from './introspection-authenticator'
import { jwksAuthenticator } from './jwks-authenticator'
import { SessionEvents } from './session-events'
import type { SignOnOptions } from './sign-on-options'

export interface SignOn {
  authenticator: Authenticator
  events: SessionEvents
  /** For doors that know the session and hold no token (a ticket). An outside provider's sessions are not known here. */
  isSessionLive(sessionId: string): Promise<boolean>
  /** The account made at this start, to be told once by whoever prints; its password is kept nowhere. */
  firstAccount: FirstAccount | undefined
  /** The broker and its page where they are embedded, and `Users/me` where it is. */
  routes: FastifyPluginAsync
  stop(): Promise<void>
}

export async function startSignOn(options: SignOnOptions): Promise<SignOn> {
  const { signOn, upstreams } = options.config
  const embedded = signOn.kind === 'embedded' ? await startEmbeddedSignOn(options) : undefined
  return {
    authenticator: embedded?.authenticator ?? outsideAuthenticator(options.config),
    events: embedded?.events ?? new SessionEvents(),
    isSessionLive: async sessionId => (embedded ? embedded.isSessionLive(sessionId) : true),
    firstAccount: embedded?.firstAccount,
    routes: async app => {
      if (embedded) await app.register(embedded.routes)
      if (!upstreams.authIdentity) await app.register(identityRoutes)
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
