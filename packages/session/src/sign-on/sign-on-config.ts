import type { Env } from '@livetap/contract'
import { accessToken, authorize, logout } from '@livetap/contract/calls/sign-on'

export interface SignOnConfig {
  authorizeUrl: string
  tokenUrl: string
  logoutUrl: string
  clientId: string
  scopes: string
  /** Where the sign-on sends the browser back to, with `?code=` or `?error=`. */
  redirectUri: string
}

/** Addresses in the environment may be absolute or paths of this origin. */
export function signOnConfig(env: Env, origin: string): SignOnConfig {
  const broker = new URL(env.auth_broker_host, origin).href.replace(/\/$/, '')
  const tokenPath = env.auth_access_token_path || accessToken.path
  const tokenUrl = env.auth_access_token_url
    ? new URL(env.auth_access_token_url, origin).href
    : `${broker}${tokenPath}`
  // Calls go where tokens come from (the gateway); only the browser itself visits a broker elsewhere.
  const callBase = tokenUrl.endsWith(tokenPath) ? tokenUrl.slice(0, -tokenPath.length) : broker
  return {
    authorizeUrl: `${broker}${authorize.path}`,
    tokenUrl,
    logoutUrl: `${callBase}${logout.path}`,
    clientId: env.auth_client_id,
    scopes: env.auth_scopes,
    redirectUri: `${origin}/`,
  }
}
