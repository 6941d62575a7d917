import { z } from 'zod'
import { actionNames } from '../../wire/actions'
import { text } from '../../wire/text'

const instant = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-03-01T10:00:00Z' })
const millis = z.number().int().min(0).max(2_147_483_647)

const teamSchema = z.object({ id: z.uuid(), name: z.string() })

/** Whose a meeting is. The owner is an e-mail address, the host's where no other was named. */
export const meetingAccessSchema = z.object({
  owner: z.string(),
  team: teamSchema.nullable(),
  restricted: z.boolean(),
})
export type MeetingAccess = z.infer<typeof meetingAccessSchema>

/** Only what is named changes. */
export const meetingAccessChangeSchema = z
  .object({
    owner: text(320).min(1),
    /** The id or the name of a team. */
    team: text(200).min(1).nullable(),
    restricted: z.boolean(),
  })
  .partial()

const shareGrants = ['view', 'edit'] as const
/** Whom a share is with when it is a link. */
export const SHARE_LINK = 'link'
const MIN_SHARE_PASSWORD = 4

export const shareSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['account', 'team', 'link']),
  /** An e-mail address, the name of a team, or `link`. */
  with: z.string(),
  grants: z.enum(shareGrants),
  expires_at: z.string().nullable(),
  has_password: z.boolean(),
  /** Of a link that shows a stretch alone. */
  from_millis: z.number().nullable(),
  to_millis: z.number().nullable(),
  created_by: z.string(),
  created_at: z.string(),
  /** When a link was opened last. */
  opened_at: z.string().nullable(),
  /** Of a link, in the answer that created it and never again. */
  url: z.string().optional(),
})
export type Share = z.infer<typeof shareSchema>

export const sharesAnswerSchema = z.object({
  access: meetingAccessSchema,
  /** Newest first. */
  shares: z.array(shareSchema),
  /** Those that a meeting can be given to. */
  teams: z.array(teamSchema),
})
export type SharesAnswer = z.infer<typeof sharesAnswerSchema>

export const newShareSchema = z
  .object({
    with: text(320).trim().min(1),
    grants: z.enum(shareGrants).default('view'),
    expires_at: instant.nullable().optional(),
    password: text(200).min(MIN_SHARE_PASSWORD).optional(),
    from_millis: millis.optional(),
    to_millis: millis.optional(),
  })
  .superRefine((share, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (share.with !== SHARE_LINK) {
      for (const name of ['password', 'from_millis', 'to_millis'] as const)
        if (share[name] !== undefined) problem(name, 'is for a link alone')
    } else if (share.grants === 'edit') problem('grants', 'must be view for a link')
    if ((share.from_millis ?? 0) >= (share.to_millis ?? Number.POSITIVE_INFINITY))
      problem('to_millis', 'must be after from_millis')
  })
export type NewShare = z.input<typeof newShareSchema>

export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The beginning of the key, by which its owner knows it. */
  prefix: z.string(),
  actions: z.array(z.string()),
  /** It opens this team’s meetings alone. */
  team: teamSchema.nullable(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  /** In the answer that created it and never again. */
  key: z.string().optional(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

export const newApiKeySchema = z.object({
  name: text(100).trim().min(1),
  actions: z.array(z.enum(actionNames as [string, ...string[]])).min(1),
  team: text(200).min(1).nullable().optional(),
  expires_at: instant.nullable().optional(),
})
