import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Principal } from '../../../platform/principal'
import { type RoleMapping, roleOf } from './role-mapping'

const text = z.string().min(1).optional().catch(undefined)

/** Providers disagree on which claims they send: any one that names the person will do. */
const claimsSchema = z.object({
  sub: text,
  user_id: text,
  username: text,
  preferred_username: text,
  name: text,
  email: text,
  emails: z.array(z.string()).optional().catch(undefined),
  sid: text,
  jti: text,
  exp: z.number().optional().catch(undefined),
})

/** A token without an end of its own is asked about again and again, so it may be used this long at least. */
const UNKNOWN_LIFETIME_MS = 60_000

/** Null when the claims name no user. */
export function outsidePrincipal(
  claims: unknown,
  token: string,
  { now, roles }: { now: number; roles?: RoleMapping },
): Principal | null {
  const read = claimsSchema.safeParse(claims)
  if (!read.success) return null
  const { sub, user_id, username, preferred_username, name, email, emails, sid, jti, exp } = read.data
  const userId = sub ?? user_id ?? username
  if (!userId) return null
  return {
    kind: 'account',
    userId,
    role: roleOf(claims, roles),
    userName: preferred_username ?? username ?? email ?? name ?? userId,
    emails: email ? [email] : (emails ?? []),
    sessionId: sid ?? jti ?? createHash('sha256').update(token).digest('base64url'),
    tokenExpiresAt: exp === undefined ? now + UNKNOWN_LIFETIME_MS : exp * 1000,
  }
}
