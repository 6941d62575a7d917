import { z } from 'zod'
import { roles } from '../../wire/actions'

const lifetimeSeconds = z.number().nonnegative().default(Number.MAX_SAFE_INTEGER)

/** The sign-on's token answer; lifetimes are seconds. */
export const tokenSchema = z.object({
  access_token: z.string().min(1),
  token_type: z.string().default('Bearer'),
  refresh_token: z.string().optional(),
  expires_in: lifetimeSeconds,
  refresh_token_expires_in: lifetimeSeconds,
  scope: z.string().optional(),
  id_token: z.string().optional(),
})
export type Token = z.infer<typeof tokenSchema>

/** What the browser keeps: the token and when it was received, in milliseconds. */
export const cachedTokenSchema = z.object({ token: tokenSchema, timestamp: z.number() })
export type CachedToken = z.infer<typeof cachedTokenSchema>

const scimEmailSchema = z.object({
  value: z.string(),
  type: z.string().optional(),
  primary: z.boolean().optional(),
})
const emailSchema = z.union([z.string(), scimEmailSchema.transform(email => email.value)])

/** GET /identity/scim/v1/Users/me. SCIM lists e-mails as objects; the console keeps their addresses. */
export const userSchema = z.object({
  schemas: z.array(z.string()).optional(),
  id: z.string(),
  userName: z.string(),
  emails: z.array(emailSchema).default([]),
  role: z.enum(roles).optional().catch(undefined),
  /** What the user may do at all; absent from a sign-on that knows no actions: it decides when they are done. */
  actions: z.array(z.string()).optional(),
})
export type User = z.infer<typeof userSchema>
