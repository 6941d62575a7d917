import { z } from 'zod'
import { roles } from '../../wire/actions'
import { text } from '../../wire/text'

/** `invited`: its invitation was not accepted yet, so it has no password and cannot sign in. */
export const accountStates = ['active', 'invited', 'disabled'] as const
export type AccountState = (typeof accountStates)[number]

const linkKinds = ['invitation', 'reset'] as const
export const MIN_PASSWORD_LENGTH = 8
/** All of it is read by a slow hash: a longer one is refused before it costs anything. */
export const MAX_PASSWORD_LENGTH = 1024
const MAX_TEAM_NAME = 100
const MAX_TEAMS = 100

const linkSchema = z.object({ kind: z.enum(linkKinds), expires_at: z.string() })

export const accountSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  state: z.enum(accountStates),
  teams: z.array(z.object({ id: z.uuid(), name: z.string() })),
  created_at: z.string(),
  /** When one of its sessions last signed in or was renewed, within 90 days. */
  last_seen_at: z.string().nullable(),
  /** Those that go on. */
  sessions: z.number(),
  /** The one-time link that is open. */
  link: linkSchema.nullable(),
})
export type Account = z.infer<typeof accountSchema>

export const accountsAnswerSchema = z.object({
  /** By their e-mail addresses. */
  accounts: z.array(accountSchema),
  /** All that the filter finds. */
  total: z.number(),
  next: z.string().nullable(),
})
export type AccountsAnswer = z.infer<typeof accountsAnswerSchema>

/** An account, with the address of a one-time link in the answer that made it and never again. */
export const linkedAccountSchema = accountSchema.extend({ url: z.string().optional() })
export type LinkedAccount = z.infer<typeof linkedAccountSchema>

/** Ids or names of teams that there are. */
const teamsGiven = z.array(text(200).min(1)).max(MAX_TEAMS)

export const newAccountSchema = z.object({
  email: text(320).trim().min(1),
  role: z.enum(roles).default('operator'),
  teams: teamsGiven.default([]),
  /** Absent: it is invited, by the answer’s `url`. */
  password: text(MAX_PASSWORD_LENGTH).min(MIN_PASSWORD_LENGTH).optional(),
})

/** Only what is named changes. */
export const accountChangeSchema = z
  .object({ role: z.enum(roles), disabled: z.boolean(), teams: teamsGiven })
  .partial()

/** The part of a one-time link behind its `#`, which no server and no log sees. */
const token = text(200).min(1)

export const openLinkBodySchema = z.object({ token })

export const openedAccountLinkSchema = linkSchema.extend({ email: z.string() })
export type OpenedAccountLink = z.infer<typeof openedAccountLinkSchema>

export const acceptLinkBodySchema = z.object({
  token,
  password: text(MAX_PASSWORD_LENGTH).min(MIN_PASSWORD_LENGTH),
})

export const managedTeamSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  members: z.number(),
  meetings: z.number(),
})
export type ManagedTeam = z.infer<typeof managedTeamSchema>

export const teamBodySchema = z.object({ name: text(MAX_TEAM_NAME).trim().min(1) })

export const ownSessionSchema = z.object({
  id: z.string(),
  /** The browser and its system, as the browser names them: 'Firefox on Linux'. */
  device: z.string(),
  /** The network address it was last seen at; empty where that is not known. */
  address: z.string(),
  started_at: z.string(),
  last_seen_at: z.string(),
  expires_at: z.string(),
  /** It is the session of this call. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSessionSchema>
