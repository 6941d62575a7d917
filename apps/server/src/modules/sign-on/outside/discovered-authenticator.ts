import type { Authenticator } from '../../../platform/http/entry/entry'
import type { DiscoveredProvider, ProviderDocument } from './discovered-provider'
import { introspectionAuthenticator } from './introspection-authenticator'
import { jwksAuthenticator } from './jwks-authenticator'
import type { RoleMapping } from './role-mapping'

interface DiscoveredOptions {
  provider: Pick<DiscoveredProvider, 'document'>
  clientId: string
  clientSecret: string | undefined
  audience: string | undefined
  roles: RoleMapping | undefined
}

/**
 * Tokens of a provider that names its endpoints itself: signed ones by the keys it publishes; of opaque ones it is
 * asked, where it can be and there is a secret to ask with.
 */
export function discoveredAuthenticator(options: DiscoveredOptions): Authenticator {
  let made: { by: string; authenticators: Authenticators } | undefined
  return {
    async authenticate(token) {
      const document = await options.provider.document()
      const by = [document.issuer, document.jwks, document.introspection].join(' ')
      if (made?.by !== by) made = { by, authenticators: authenticatorsOf(document, options) }
      const { signed, opaque } = made.authenticators
      return (isSigned(token) ? signed : opaque).authenticate(token)
    },
  }
}

interface Authenticators {
  signed: Authenticator
  opaque: Authenticator
}

function authenticatorsOf(
  { issuer, jwks, introspection }: ProviderDocument,
  { clientId, clientSecret, audience, roles }: DiscoveredOptions,
): Authenticators {
  const signed = jwksAuthenticator({ issuer, jwksUrl: jwks, audience, roles })
  if (!introspection || clientSecret === undefined) return { signed, opaque: signed }
  return {
    signed,
    opaque: introspectionAuthenticator({
      url: introspection,
      issuer,
      clientId,
      clientSecret,
      audience,
      roles,
    }),
  }
}

const isSigned = (token: string) => token.split('.').length === 3
