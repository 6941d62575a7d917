import { createLocalJWKSet, type JWK, type JWTPayload, jwtVerify } from 'jose'
import type { Broker } from '../broker/broker'
import { SIGNING_ALGORITHM } from '../broker/broker-keys'
import { AUDIENCE } from '../broker/broker-resource'
import { SESSION_SECONDS } from '../broker/lifetimes'

export interface EmbeddedToken {
  accountId: string
  sessionId: string
  expiresAt: Date
}

export interface EmbeddedTokens {
  /** Nothing for a token that is garbled, signed by another, run out, or meant for another. */
  read(token: string): Promise<EmbeddedToken | undefined>
  /** A sign-out is honoured with a token that has run out: its session has not. */
  readForSignOut(token: string): Promise<EmbeddedToken | undefined>
}

/**
 * A token's `exp` is a time of day, as its standard has it. A clock that is set can only make a client refresh early or
 * late: the end of the session is in the database, by the database's clock.
 */
export function createEmbeddedTokens(broker: Broker, signing: JWK[]): EmbeddedTokens {
  const keys = createLocalJWKSet({ keys: signing.map(publicPart) })
  const read = async (token: string, clockTolerance: number) => {
    const verified = await jwtVerify(token, keys, {
      issuer: broker.issuer,
      audience: AUDIENCE,
      algorithms: [SIGNING_ALGORITHM],
      typ: 'at+jwt',
      requiredClaims: ['exp', 'sub', 'sid'],
      clockTolerance,
    }).catch(() => undefined)
    return verified && fromClaims(verified.payload)
  }
  return { read: token => read(token, 0), readForSignOut: token => read(token, SESSION_SECONDS) }
}

function fromClaims({ sub, sid, exp }: JWTPayload): EmbeddedToken | undefined {
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return undefined
  return { accountId: sub, sessionId: sid, expiresAt: new Date(exp * 1000) }
}

const publicPart = ({ d: _private, ...key }: JWK): JWK => key
