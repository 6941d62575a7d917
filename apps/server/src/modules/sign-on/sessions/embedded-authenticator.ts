import type { Authenticator } from '../../../platform/http/entry/entry'
import type { Principal } from '../../../platform/principal'
import type { EmbeddedTokens } from './embedded-tokens'
import type { SessionService } from './session.service'
import type { LiveSession } from './session.store'

/** The session is read at every call, by its primary key: a sign-out, or another role, is felt by the very next one. */
export function embeddedAuthenticator(tokens: EmbeddedTokens, sessions: SessionService): Authenticator {
  return {
    async authenticate(given) {
      const token = await tokens.read(given)
      const session = token && (await sessions.findLive(token.sessionId))
      if (!session || session.accountId !== token.accountId) return null
      return principalOfSession(session, token.sessionId, token.expiresAt.getTime())
    },
  }
}

export const principalOfSession = (
  { accountId, userName, email, role }: LiveSession,
  sessionId: string,
  tokenExpiresAt: number,
): Principal => ({
  kind: 'account',
  userId: accountId,
  userName,
  emails: [email],
  role,
  sessionId,
  tokenExpiresAt,
})
