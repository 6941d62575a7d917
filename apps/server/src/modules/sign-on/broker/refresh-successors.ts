import type { Provider } from 'oidc-provider'
import { deriveKey } from '../../../platform/signing/sealed-key'
import { sign } from '../../../platform/signing/signature'
import type { OidcProvider } from './load-oidc-provider'

/** The refresh token that follows one that is rotated. */
export type SuccessorOf = (refreshToken: string) => string

/**
 * The same on every node and at every attempt, so that a client that asks twice (its answer was lost, or two of its tabs asked at
 * once) stays on one chain of tokens. Without the secret it cannot be told from a random one, nor found from the token before.
 */
export function createSuccessorOf(secret: string): SuccessorOf {
  const key = deriveKey(secret, 'refresh-token-successor')
  return refreshToken => sign(key, refreshToken)
}

/** Makes the provider give rotated refresh tokens their successor; the first one of a sign-in stays random. */
export function useSuccessors(oidc: OidcProvider, provider: Provider, successorOf: SuccessorOf): void {
  const model = provider.RefreshToken.prototype as unknown as { generateTokenId(): string }
  const random = model.generateTokenId
  model.generateTokenId = function () {
    const rotated = oidc.Provider.ctx?.oidc.entities.RotatedRefreshToken
    return rotated ? successorOf(rotated.jti) : random.call(this)
  }
}
