import type { Family, Role } from '@livetap/contract'
import { accessToken, authorize, logout } from '@livetap/contract/calls/sign-on'
import { ConfigError } from './config-error'
import { familyNames, upstreamVariables } from './upstream-variables'
import type { Variables } from './variables'

/** Where the provider's own calls are; one that is absent is what the provider names in its discovery document. */
export interface SignOnEndpoints {
  authorize: string | undefined
  accessToken: string | undefined
  logout: string | undefined
}

/** How bearers are checked here; absent when every family is forwarded and nothing is checked here. */
export type TokenCheck =
  | { kind: 'discovery'; issuer: string }
  | { kind: 'jwks'; issuer: string; jwksUrl: string }
  | { kind: 'introspection'; url: string; issuer: string | undefined }

export type SignOnConfig = { scopes: string; clientId: string } & (
  | { kind: 'embedded' }
  | {
      kind: 'outside'
      brokerUrl: string
      endpoints: SignOnEndpoints
      clientSecret: string | undefined
      check: TokenCheck | undefined
      /** Whom a token must be meant for; absent: its audience is not looked at. */
      audience: string | undefined
      roles: { claim: string; groups: Readonly<Record<string, Role>> } | undefined
    }
)

const outsideOnly = [
  'LIVETAP_AUTH_JWKS_URL',
  'LIVETAP_AUTH_INTROSPECTION_URL',
  'LIVETAP_AUTH_CLIENT_SECRET',
  'LIVETAP_AUTH_AUTHORIZE_PATH',
  'LIVETAP_AUTH_ACCESS_TOKEN_PATH',
  'LIVETAP_AUTH_LOGOUT_PATH',
  'LIVETAP_AUTH_AUDIENCE',
  'LIVETAP_AUTH_ROLES',
  'LIVETAP_AUTH_ROLES_CLAIM',
] as const

export function signOnConfig(given: Variables): SignOnConfig {
  const brokerUrl = given.LIVETAP_AUTH_BROKER_URL ?? withoutSlash(given.LIVETAP_AUTH_ISSUER)
  const scopes = given.LIVETAP_AUTH_SCOPES ?? 'openid profile email offline_access'
  const forwarded = familyNames.filter(name => name !== 'authBroker' && given[upstreamVariables[name]])

  if (!brokerUrl) {
    refuseMixture(forwarded)
    const stray = outsideOnly.find(name => given[name])
    if (stray) throw new ConfigError(stray, 'needs LIVETAP_AUTH_ISSUER or LIVETAP_AUTH_BROKER_URL beside it')
    return {
      kind: 'embedded',
      scopes,
      clientId: given.LIVETAP_AUTH_CLIENT_ID ?? 'livetap-console',
    }
  }

  if (!given.LIVETAP_AUTH_CLIENT_ID)
    throw new ConfigError('LIVETAP_AUTH_CLIENT_ID', 'is needed with an outside sign-on')
  const check = tokenCheck(given, forwarded.length === familyNames.length - 1)
  return {
    kind: 'outside',
    brokerUrl,
    endpoints: endpointsOf(given, brokerUrl, check),
    clientId: given.LIVETAP_AUTH_CLIENT_ID,
    clientSecret: given.LIVETAP_AUTH_CLIENT_SECRET,
    check,
    audience: given.LIVETAP_AUTH_AUDIENCE,
    roles: given.LIVETAP_AUTH_ROLES && {
      claim: given.LIVETAP_AUTH_ROLES_CLAIM ?? 'groups',
      groups: given.LIVETAP_AUTH_ROLES,
    },
    scopes,
  }
}

const withoutSlash = (url: string | undefined) => url?.replace(/\/+$/, '')

/** What is configured wins; a broker that is named has the standard paths. */
function endpointsOf(given: Variables, brokerUrl: string, check: TokenCheck | undefined): SignOnEndpoints {
  const isDiscovered = check?.kind === 'discovery' && !given.LIVETAP_AUTH_BROKER_URL
  const at = (path: string | undefined, standard: string) =>
    path === undefined && isDiscovered ? undefined : brokerUrl + (path ?? standard)
  return {
    authorize: at(given.LIVETAP_AUTH_AUTHORIZE_PATH, authorize.path),
    accessToken: at(given.LIVETAP_AUTH_ACCESS_TOKEN_PATH, accessToken.path),
    logout: at(given.LIVETAP_AUTH_LOGOUT_PATH, logout.path),
  }
}

/** A token of the embedded broker opens everything here: it must never reach a server of another user. */
function refuseMixture(forwarded: Family[]): void {
  if (forwarded.length === 0) return
  throw new ConfigError(
    upstreamVariables[forwarded[0]!],
    'needs an outside sign-on (LIVETAP_AUTH_BROKER_URL): tokens of the embedded one are never sent to an upstream',
  )
}

function tokenCheck(given: Variables, allForwarded: boolean): TokenCheck | undefined {
  const { LIVETAP_AUTH_JWKS_URL: jwksUrl, LIVETAP_AUTH_INTROSPECTION_URL: url } = given
  const issuer = withoutSlash(given.LIVETAP_AUTH_ISSUER)
  if (jwksUrl && url)
    throw new ConfigError('LIVETAP_AUTH_INTROSPECTION_URL', 'and LIVETAP_AUTH_JWKS_URL exclude each other')
  if (url) return { kind: 'introspection', url, issuer }
  if (jwksUrl && !issuer) throw new ConfigError('LIVETAP_AUTH_ISSUER', 'is needed with LIVETAP_AUTH_JWKS_URL')
  if (jwksUrl && issuer) return { kind: 'jwks', issuer, jwksUrl }
  if (allForwarded) return undefined
  // To the letter: a provider whose issuer ends with a slash is asked by that name.
  if (given.LIVETAP_AUTH_ISSUER) return { kind: 'discovery', issuer: given.LIVETAP_AUTH_ISSUER }
  throw new ConfigError(
    'LIVETAP_AUTH_ISSUER',
    'is needed with an outside sign-on, to check its tokens (or LIVETAP_AUTH_JWKS_URL or LIVETAP_AUTH_INTROSPECTION_URL)',
  )
}
