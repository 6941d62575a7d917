import type { Authenticator } from '../../../platform/http/entry/entry'
import { unavailable } from '../../../platform/http/errors'
import type { Principal } from '../../../platform/principal'
import { IntrospectionCache } from './introspection-cache'
import { outsidePrincipal } from './outside-claims'
import type { RoleMapping } from './role-mapping'

export interface IntrospectionOptions {
  url: string
  /** Checked where the answer names one. */
  issuer: string | undefined
  clientId: string
  clientSecret: string | undefined
  audience?: string
  roles?: RoleMapping
  /** Milliseconds that pass evenly. */
  ticks?: () => number
}

const TIMEOUT_MS = 5000
/** How long a token that was ended at its provider can still be used here. */
const ACTIVE_MS = 15_000
/** Long enough to spare the provider a client that retries, short enough that a token just made is soon seen. */
const REFUSED_MS = 1000
const MAX_ENTRIES = 10_000

/** Opaque tokens of an outside provider: it is asked about each, and its answer is kept a few seconds. */
export function introspectionAuthenticator(options: IntrospectionOptions): Authenticator {
  const cache = new IntrospectionCache<{ principal: Principal | null }>(MAX_ENTRIES, options.ticks)
  return {
    async authenticate(token) {
      const known = cache.get(token)
      if (known) return known.principal
      const principal = await ask(options, token)
      const lifetimeMs = principal ? Math.min(ACTIVE_MS, principal.tokenExpiresAt - Date.now()) : REFUSED_MS
      if (lifetimeMs > 0) cache.set(token, { principal }, lifetimeMs)
      return principal
    },
  }
}

async function ask(options: IntrospectionOptions, token: string): Promise<Principal | null> {
  const { url, issuer, clientId, clientSecret, audience, roles } = options
  const credentials = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret ?? '')}`)
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      ...(clientSecret === undefined ? {} : { authorization: `Basic ${credentials.toString('base64')}` }),
    },
    body: new URLSearchParams({
      token,
      token_type_hint: 'access_token',
      ...(clientSecret === undefined ? { client_id: clientId } : {}),
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then(response => (response.ok ? (response.json() as Promise<Record<string, unknown>>) : undefined))
    .catch(() => undefined)
  if (!answer) throw unavailable('The sign-on cannot be reached')
  if (answer.active !== true) return null
  if (issuer && answer.iss !== undefined && answer.iss !== issuer) return null
  if (audience && !namesAudience(answer.aud, audience)) return null
  // The standard's `exp` is a time of day.
  const now = Date.now()
  if (typeof answer.exp === 'number' && answer.exp * 1000 <= now) return null
  return outsidePrincipal(answer, token, { now, roles })
}

const namesAudience = (given: unknown, wanted: string) => [given].flat().includes(wanted)
