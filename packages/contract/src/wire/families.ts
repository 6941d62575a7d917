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

/** Whole segments only: '/trainable' owns '/trainable/x' and never '/trainable_shard/x'. */
export const inFamily = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`)
