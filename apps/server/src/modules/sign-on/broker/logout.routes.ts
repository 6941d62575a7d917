import { logout } from '@livetap/contract/calls/sign-on'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { bearerCandidates } from '../../../platform/http/entry/bearer-token'
import { unauthorized } from '../../../platform/http/errors'
import { route } from '../../../platform/http/route'
import type { Audit } from '../sessions/audit'
import type { EmbeddedTokens } from '../sessions/embedded-tokens'
import type { SessionService } from '../sessions/session.service'
import { BROKER_PREFIX } from './broker-paths'
import { cookieNames } from './broker-provider'
import { parseForms } from './form-body'

/** Takes the access token (bearer, or the form's `token`) and ends its session at once, in this browser and everywhere it is open. */
export const logoutRoutes =
  (tokens: EmbeddedTokens, sessions: SessionService, audit: Audit): FastifyPluginAsync =>
  async app => {
    parseForms(app)
    route(app, logout, async (request, reply) => {
      const given = givenToken(request)
      const token = given && (await tokens.readForSignOut(given))
      if (!token) throw unauthorized()
      audit.signedOut(await sessions.signOut(token.sessionId), request.ip)
      reply.header('set-cookie', expiredCookies)
      return {}
    })
  }

const expiredCookies = [cookieNames.session, `${cookieNames.session}.sig`].map(
  name => `${name}=; path=${BROKER_PREFIX}; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; httponly`,
)

function givenToken({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): string | undefined {
  const bearer = bearerCandidates(headers, false)[0]
  if (bearer) return bearer
  if (typeof body !== 'object' || body === null) return undefined
  const { token } = body as { token?: unknown }
  return typeof token === 'string' ? token : undefined
}
