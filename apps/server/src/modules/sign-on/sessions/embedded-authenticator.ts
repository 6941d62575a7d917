import type { Authenticator } from '../../../platform/http/entry/entry'
import type { EmbeddedTokens } from './embedded-tokens'
import type { SessionService } from './session.service'

/** The session is read at every call, by its primary key: a sign-out is felt by the very next one. */
export function embeddedAuthenticator(tokens: EmbeddedTokens, sessions: SessionService): Authenticator {
  return {
    async authenticate(given) {
      const token = await tokens.read(given)
      const session = token && (await sessions.findLive(token.sessionId))
      if (!session || session.accountId !== token.accountId) return null
      return {
        userId: session.accountId,
        userName: session.userName,
        emails: [session.email],
        sessionId: token.sessionId,
        tokenExpiresAt: token.expiresAt.getTime(),
      }
    },
  }
}
