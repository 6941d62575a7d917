import { z } from 'zod'
import { type Family, families } from '../../wire/families'

const familyNames = Object.keys(families) as [Family, ...Family[]]

/** GET /env: what the console needs to know of its deployment, without authorisation. */
export const envSchema = z.object({
  default_client_region: z.string(),
  default_webex_site_id: z.string(),
  default_webex_site_name: z.string(),
  default_past_days: z.number().int().nonnegative(),
  auth_client_id: z.string(),
  auth_client_secret: z.string(),
  auth_broker_host: z.string(),
  auth_identity_host: z.string(),
  auth_access_token_path: z.string(),
  auth_access_token_url: z.string(),
  auth_scopes: z.string(),
  gateway_url: z.string(),
  meeting_suffix_to_region: z.record(z.string(), z.string()),
  webex_api_url: z.string(),
  manuscripts_api_url: z.string(),
  /** Answered by an upstream, which knows the documents' calls alone: what is ours is not asked of it. */
  forwarded_families: z.array(z.enum(familyNames)),
})

export type Env = z.infer<typeof envSchema>
