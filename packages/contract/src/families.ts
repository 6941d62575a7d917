/** Path prefixes of the gateway's own origin; each is answered embedded or forwarded upstream. */
export const families = {
  authBroker: '/auth-broker',
  authIdentity: '/auth-identity-host',
  partner: '/partner-api',
  backend: '/backend-api',
  trainable: '/trainable',
  webex: '/webex-api/v1',
  manuscripts: '/manuscripts-api',
  asr: '/asr',
} as const

export type Family = keyof typeof families

export const signOnPaths = {
  authorize: '/oauth2/v1/authorize',
  accessToken: '/oauth2/v1/access_token',
  logout: '/oauth2/v1/logout',
} as const

export const usersMePath = '/identity/scim/v1/Users/me'

/** Whole segments only: '/trainable' owns '/trainable/x' and never '/trainable_shard/x'. */
export const inFamily = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`)
