import { z } from 'zod'
import { roles } from '../../wire/actions'
import { defineEndpoint } from '../../wire/endpoint'
import { text } from '../../wire/text'
import {
  acceptLinkBodySchema,
  accountChangeSchema,
  accountSchema,
  accountStates,
  accountsAnswerSchema,
  linkedAccountSchema,
  managedTeamSchema,
  newAccountSchema,
  openedAccountLinkSchema,
  openLinkBodySchema,
  ownSessionSchema,
  teamBodySchema,
} from './schemas'

/** Accounts of this installation, their teams and sessions. 409 where an outside sign-on keeps the accounts. */

const managing = { family: 'backend', entry: 'bearer', action: 'accounts.manage' } as const
const ownSessions = { family: 'partner', entry: 'bearer', action: 'account.use' } as const
const ofLink = { family: 'backend', entry: 'public', method: 'POST' } as const
const ofTeam = z.object({ id: z.uuid() })
const ofMember = z.object({ id: z.uuid(), account_id: z.uuid() })

export const listAccounts = defineEndpoint({
  ...managing,
  name: 'listAccounts',
  summary: 'The accounts, by their e-mail addresses',
  method: 'GET',
  path: '/accounts',
  query: z.object({
    /** A part of the e-mail address. */
    q: text(320).optional(),
    role: z.enum(roles).optional(),
    state: z.enum(accountStates).optional(),
    /** The id or the name of a team. */
    team: text(200).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    /** `next` of the answer before. */
    cursor: z.string().max(500).optional(),
  }),
  answer: accountsAnswerSchema,
  errors: [409],
})

export const createAccount = defineEndpoint({
  ...managing,
  name: 'createAccount',
  summary:
    'Makes an account, with a password or invited by a one-time link, whose `url` is answered this once',
  method: 'POST',
  path: '/accounts',
  body: newAccountSchema,
  answer: linkedAccountSchema,
  errors: [409],
})

export const changeAccount = defineEndpoint({
  ...managing,
  name: 'changeAccount',
  summary: 'Changes the role or the teams of an account, disables it (its sessions end) or enables it',
  method: 'PATCH',
  path: '/accounts/:id',
  body: accountChangeSchema,
  answer: linkedAccountSchema,
  errors: [404, 409],
})

export const linkAccount = defineEndpoint({
  ...managing,
  name: 'linkAccount',
  summary:
    'Makes another one-time link, by which a password is set; earlier ones open nothing any more. Its `url` is answered this once',
  method: 'POST',
  path: '/accounts/:id/link',
  answer: linkedAccountSchema,
  errors: [404, 409],
})

export const endAccountSessions = defineEndpoint({
  ...managing,
  name: 'endAccountSessions',
  summary: 'Ends all sessions of an account',
  method: 'DELETE',
  path: '/accounts/:id/sessions',
  errors: [404, 409],
})

/** Public in the table of routes: the link’s token is in the body, and judged there. */
export const openAccountLink = defineEndpoint({
  ...ofLink,
  name: 'openAccountLink',
  summary: 'Says whose password a one-time link sets; 404 for one that was used, replaced or has expired',
  path: '/accounts/links/open',
  body: openLinkBodySchema,
  answer: openedAccountLinkSchema,
  errors: [404, 409],
})

export const acceptAccountLink = defineEndpoint({
  ...ofLink,
  name: 'acceptAccountLink',
  summary: 'Sets the password by a one-time link, which opens nothing afterwards; sessions of before end',
  path: '/accounts/links/accept',
  body: acceptLinkBodySchema,
  answer: z.object({ email: z.string() }),
  errors: [404, 409],
})

export const listTeams = defineEndpoint({
  ...managing,
  name: 'listTeams',
  summary: 'The teams, by their names',
  method: 'GET',
  path: '/teams',
  answer: z.object({ teams: z.array(managedTeamSchema) }),
})

export const createTeam = defineEndpoint({
  ...managing,
  name: 'createTeam',
  summary: 'Makes a team',
  method: 'POST',
  path: '/teams',
  body: teamBodySchema,
  answer: managedTeamSchema,
  errors: [409],
})

export const renameTeam = defineEndpoint({
  ...managing,
  name: 'renameTeam',
  summary: 'Gives a team another name',
  method: 'PUT',
  path: '/teams/:id',
  params: ofTeam,
  body: teamBodySchema,
  answer: managedTeamSchema,
  errors: [404, 409],
})

export const deleteTeam = defineEndpoint({
  ...managing,
  name: 'deleteTeam',
  summary: 'Deletes a team with its shares and keys; its meetings stay, without a team',
  method: 'DELETE',
  path: '/teams/:id',
  params: ofTeam,
  errors: [404],
})

export const addTeamMember = defineEndpoint({
  ...managing,
  name: 'addTeamMember',
  summary: 'Puts an account into a team; one that is in it stays',
  method: 'PUT',
  path: '/teams/:id/members/:account_id',
  params: ofMember,
  answer: accountSchema,
  errors: [404, 409],
})

export const removeTeamMember = defineEndpoint({
  ...managing,
  name: 'removeTeamMember',
  summary: 'Takes an account out of a team: what it had open by that closes',
  method: 'DELETE',
  path: '/teams/:id/members/:account_id',
  params: ofMember,
  answer: accountSchema,
  errors: [404, 409],
})

export const listSessions = defineEndpoint({
  ...ownSessions,
  name: 'listSessions',
  summary: 'One’s own sessions that go on, the newest first',
  method: 'GET',
  path: '/web/sessions',
  answer: z.object({ sessions: z.array(ownSessionSchema) }),
})

export const endSession = defineEndpoint({
  ...ownSessions,
  name: 'endSession',
  summary: 'Ends one of one’s own sessions: its browser has to sign in again',
  method: 'DELETE',
  path: '/web/sessions/:id',
  errors: [404],
})

export const endOtherSessions = defineEndpoint({
  ...ownSessions,
  name: 'endOtherSessions',
  summary: 'Ends all of one’s own sessions but that of this call',
  method: 'DELETE',
  path: '/web/sessions',
})
