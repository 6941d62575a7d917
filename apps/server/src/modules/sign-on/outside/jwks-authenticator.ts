import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import type { Authenticator } from '../../../platform/http/entry/entry'
import { unavailable } from '../../../platform/http/errors'
import { outsidePrincipal } from './outside-claims'
import type { RoleMapping } from './role-mapping'

const FETCH_TIMEOUT_MS = 5000
/** Asymmetric only: a public key must never be taken for a shared secret. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

class KeysUnreachableError extends Error {
  readonly reason = 'keys_unreachable'
  override readonly name = 'KeysUnreachableError'
}

export interface JwksOptions {
  issuer: string
  jwksUrl: string
  audience?: string
  roles?: RoleMapping
}

/** Tokens of an outside provider, checked with the keys it publishes. */
export function jwksAuthenticator({ issuer, jwksUrl, audience, roles }: JwksOptions): Authenticator {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: FETCH_TIMEOUT_MS,
    [customFetch]: async (url, options) => {
      const answer = await fetch(url, options).catch(() => undefined)
      if (!answer?.ok) throw new KeysUnreachableError()
      return answer
    },
  })
  return {
    async authenticate(token) {
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience,
          algorithms: ALGORITHMS,
          requiredClaims: ['exp'],
        })
        return outsidePrincipal(payload, token, { now: Date.now(), roles })
      } catch (error) {
        // The caller's token may well be good: that its keys cannot be read is not the caller's mistake.
        if (error instanceof KeysUnreachableError || error instanceof errors.JWKSTimeout)
          throw unavailable('The sign-on cannot be reached')
        return null
      }
    },
  }
}
