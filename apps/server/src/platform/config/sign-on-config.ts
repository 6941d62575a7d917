import type { Family } from '@livetap/contract'
import { accessToken, authorize, logout } from '@livetap/contract/calls/sign-on'
import { ConfigError } from './config-error'
import { familyNames, upstreamVariables } from './upstream-variables'
import type { Variables } from './variables'

interface Paths {
  authorizePath: string
  accessTokenPath: string
  logoutPath: string
}

/** How bearers are checked here; absent when every family is forwarded and nothing is checked here. */
export type TokenCheck =
  | { kind: 'jwks'; issuer: string; jwksUrl: string }
  | { kind: 'introspection'; url: string; issuer: string | undefined }

export type SignOnConfig = { scopes: string; clientId: string } & Paths &
  (
    | { kind: 'embedded' }
    | { kind: 'outside'; brokerUrl: string; clientSecret: string | undefined; check: TokenCheck | undefined }
  )

const standardPaths: Paths = {
  authorizePath: authorize.path,
  accessTokenPath: accessToken.path,
  logoutPath: logout.path,
}

const outsideOnly = [
  'LIVETAP_AUTH_JWKS_URL',
  'LIVETAP_AUTH_INTROSPECTION_URL',
  'LIVETAP_AUTH_CLIENT_SECRET',
  'LIVETAP_AUTH_AUTHORIZE_PATH',
  'LIVETAP_AUTH_ACCESS_TOKEN_PATH',
  'LIVETAP_AUTH_LOGOUT_PATH',
] as const

export function signOnConfig(given: Variables): SignOnConfig {
  const brokerUrl = given.LIVETAP_AUTH_BROKER_URL ?? given.LIVETAP_AUTH_ISSUER
  const scopes = given.LIVETAP_AUTH_SCOPES ?? 'openid profile email offline_access'
  const forwarded = familyNames.filter(name => name !== 'authBroker' && given[upstreamVariables[name]])

  if (!brokerUrl) {
    refuseMixture(forwarded)
    const stray = outsideOnly.find(name => given[name])
    if (stray) throw new ConfigError(stray, 'needs LIVETAP_AUTH_ISSUER or LIVETAP_AUTH_BROKER_URL beside it')
    return {
      kind: 'embedded',
      ...standardPaths,
      scopes,
      clientId: given.LIVETAP_AUTH_CLIENT_ID ?? 'livetap-console',
    }
  }

  if (!given.LIVETAP_AUTH_CLIENT_ID)
    throw new ConfigError('LIVETAP_AUTH_CLIENT_ID', 'is needed with an outside sign-on')
  return {
    kind: 'outside',
    brokerUrl,
    clientId: given.LIVETAP_AUTH_CLIENT_ID,
    clientSecret: given.LIVETAP_AUTH_CLIENT_SECRET,
    check: tokenCheck(given, forwarded.length === familyNames.length - 1),
    scopes,
    authorizePath: given.LIVETAP_AUTH_AUTHORIZE_PATH ?? standardPaths.authorizePath,
    accessTokenPath: given.LIVETAP_AUTH_ACCESS_TOKEN_PATH ?? standardPaths.accessTokenPath,
    logoutPath: given.LIVETAP_AUTH_LOGOUT_PATH ?? standardPaths.logoutPath,
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
  const {
    LIVETAP_AUTH_ISSUER: issuer,
    LIVETAP_AUTH_JWKS_URL: jwksUrl,
    LIVETAP_AUTH_INTROSPECTION_URL: url,
  } = given
  if (jwksUrl && url)
    throw new ConfigError('LIVETAP_AUTH_INTROSPECTION_URL', 'and LIVETAP_AUTH_JWKS_URL exclude each other')
  if (url) return { kind: 'introspection', url, issuer }
  if (jwksUrl && !issuer) throw new ConfigError('LIVETAP_AUTH_ISSUER', 'is needed with LIVETAP_AUTH_JWKS_URL')
  if (jwksUrl && issuer) return { kind: 'jwks', issuer, jwksUrl }
  if (allForwarded) return undefined
  throw new ConfigError(
    'LIVETAP_AUTH_JWKS_URL',
    'or LIVETAP_AUTH_INTROSPECTION_URL is needed with an outside sign-on, to check its tokens',
  )
}
