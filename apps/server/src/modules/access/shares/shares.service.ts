import { createHash, randomBytes } from 'node:crypto'
import {
  fillRoute,
  type MeetingAccess,
  type NewShare,
  routes,
  SHARE_LINK,
  type Share,
  type SharesAnswer,
} from '@livetap/contract'
import { hashPassword } from '../../../platform/password/password-hash'
import type { Principal } from '../../../platform/principal'
import { ServiceError } from '../../../platform/service-error'
import type { AccessWatch } from '../access-watch'
import type { TeamsStore } from '../teams/teams.store'
import type { OwnershipChange, ShareRow, SharesStore } from './shares.store'

const TOKEN_BYTES = 24

export interface SharesServiceOptions {
  store: SharesStore
  teams: TeamsStore
  watch: Pick<AccessWatch, 'notify'>
  /** Accounts are known here; those of an outside provider are known by their e-mail addresses alone. */
  knowsAccounts: boolean
  /** Takes away what was cut for a link. */
  removeCut: (meetingId: string, shareId: string) => Promise<void>
  /** What holds a restricted meeting’s sound outside of it: archives of training data. */
  onRestricted: (meetingId: string) => Promise<void>
}

/** Whose meetings are, and with whom they are shared. Who may ask is decided before. */
export class SharesService {
  constructor(private readonly options: SharesServiceOptions) {}

  async list(meetingId: string): Promise<SharesAnswer> {
    const { store, teams } = this.options
    const [access, shares, all] = await Promise.all([
      this.#access(meetingId),
      store.list(meetingId),
      teams.list(),
    ])
    return { access, shares: shares.map(wireOf), teams: all }
  }

  async create(meetingId: string, given: NewShare, by: Principal, origin: string): Promise<Share> {
    const { store } = this.options
    await this.#access(meetingId)
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    if (given.expires_at && Date.parse(given.expires_at) <= Date.now())
      throw new ServiceError('invalid', 'expires_at: must be in the future')
    const added = await store.add({
      meetingId,
      ...(await this.#with(given.with, token)),
      grants: given.grants ?? 'view',
      passwordHash: given.password === undefined ? undefined : await hashPassword(given.password),
      expiresAt: given.expires_at ? new Date(given.expires_at) : undefined,
      fromMs: given.from_millis,
      toMs: given.to_millis,
      createdBy: by.userName,
    })
    if (!added) throw new ServiceError('taken', 'It is shared with them already: take that share back first')
    const url = added.token_hash === null ? undefined : origin + fillRoute(routes.shared, { token })
    return { ...wireOf(added), url }
  }

  async remove(meetingId: string, shareId: string): Promise<void> {
    const { store, watch, removeCut } = this.options
    if (!(await store.remove(meetingId, shareId)))
      throw new ServiceError('not_found', 'There is no such share')
    watch.notify()
    await removeCut(meetingId, shareId)
  }

  async change(
    meetingId: string,
    { owner, team, restricted }: { owner?: string; team?: string | null; restricted?: boolean },
  ): Promise<MeetingAccess> {
    const { store, watch, onRestricted } = this.options
    const change: OwnershipChange = { restricted }
    if (owner !== undefined) change.owner = await this.#person(owner, 'owner')
    if (team !== undefined) change.teamId = team === null ? null : (await this.#team(team, 'team')).id
    if (!(await store.changeOwnership(meetingId, change)))
      throw new ServiceError('not_found', 'There is no such meeting')
    watch.notify()
    if (restricted) await onRestricted(meetingId)
    return await this.#access(meetingId)
  }

  async #access(meetingId: string): Promise<MeetingAccess> {
    const found = await this.options.store.ownership(meetingId)
    if (!found) throw new ServiceError('not_found', 'There is no such meeting')
    return { owner: found.ownerEmail, team: found.team, restricted: found.restricted }
  }

  async #with(given: string, token: string) {
    if (given === SHARE_LINK) return { tokenHash: hashOf(token) }
    if (!given.includes('@')) return { teamId: (await this.#team(given, 'with')).id }
    const { userId, email } = await this.#person(given, 'with')
    return { email, userId: userId ?? undefined }
  }

  async #person(given: string, field: string): Promise<{ userId: string | null; email: string }> {
    const email = given.trim().normalize('NFC').toLowerCase()
    if (!this.options.knowsAccounts) return { userId: null, email }
    const userId = await this.options.store.userOf(email)
    if (userId === undefined) throw new ServiceError('invalid', `${field}: there is no account ${email}`)
    return { userId, email }
  }

  async #team(given: string, field: string) {
    const team = await this.options.teams.find(given)
    if (!team) throw new ServiceError('invalid', `${field}: there is no team ${given}`)
    return team
  }
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

const wireOf = (row: ShareRow): Share => ({
  id: row.id,
  kind: row.token_hash !== null ? 'link' : row.team_id !== null ? 'team' : 'account',
  with: row.email ?? row.team_name ?? SHARE_LINK,
  grants: row.grants,
  expires_at: row.expires_at?.toISOString() ?? null,
  has_password: row.password_hash !== null,
  from_millis: row.from_ms,
  to_millis: row.to_ms,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  opened_at: row.opened_at?.toISOString() ?? null,
})
