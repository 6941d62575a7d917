import { type Family, families } from '@livetap/contract'
import type { VariableName } from './variables'

/** The variable that sends a family to an upstream. */
export const upstreamVariables = {
  authBroker: 'LIVETAP_AUTH_BROKER_URL',
  authIdentity: 'LIVETAP_AUTH_IDENTITY_URL',
  partner: 'LIVETAP_PARTNER_API_URL',
  backend: 'LIVETAP_BACKEND_API_URL',
  trainable: 'LIVETAP_TRAINABLE_URL',
  webex: 'LIVETAP_WEBEX_API_URL',
  manuscripts: 'LIVETAP_MANUSCRIPTS_URL',
  asr: 'LIVETAP_ASR_URL',
} as const satisfies Record<Family, VariableName>

export const familyNames = Object.keys(families) as Family[]
