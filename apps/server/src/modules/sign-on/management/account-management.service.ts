import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  type Account,
  type AccountsAnswer,
  accountLinkPath,
  type LinkedAccount,
  type OpenedAccountLink,
  type Role,
} from '@livetap/contract'
import { hashPassword } from '../../../platform/password/password-hash'
import { tokenRefused } from '../../../platform/refused-token'
import { ServiceError } from '../../../platform/service-error'
import { checkedEmail, lastAdmin } from '../accounts/account.service'
import type { SessionService } from '../sessions/session.service'
import type { AccountChangesStore } from './account-changes.store'
import type { AccountLinksStore, FoundLink, NewLink } from './account-links.store'
import type { AccountFilter, AccountListStore, ListedAccount } from './account-list.store'

const TOKEN_BYTES = 32
const DAY_MS = 24 * 60 * 60_000
const lifetimeMs = { invitation: 7 * DAY_MS, reset: DAY_MS } as const

export interface AccountManagementOptions {
  list: AccountListStore
  changes: AccountChangesStore
  links: AccountLinksStore
  sessions: Pick<SessionService, 'endAccount'>
  /** Said to all nodes: someone's rights are others now. */
  rightsChanged: () => void
}

export interface GivenAccount {
  email: string
  role: Role
  teams: readonly string[]
  password?: string
}

export interface GivenChange {
  role?: Role
  disabled?: boolean
  teams?: readonly string[]
}

const refusals = {
  used: 'This link was used already: it works once',
  expired: 'This link has expired',
  disabled: 'The account of this link is disabled',
  unknown: 'This link opens nothing: it was replaced, or is incomplete',
} as const

/** What admins do with accounts, and what the one-time links open that they hand on. */
export class AccountManagement {
  constructor(private readonly options: AccountManagementOptions) {}

  async list(
    filter: AccountFilter,
    { limit, cursor }: { limit: number; cursor: string | undefined },
  ): Promise<AccountsAnswer> {
    const { list } = this.options
    const after = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString()
    const [found, total] = await Promise.all([
      list.page(filter, { limit: limit + 1, after }),
      list.total(filter),
    ])
    const shown = found.slice(0, limit)
    const last = found.length > limit ? shown.at(-1) : undefined
    return {
      accounts: shown.map(wireOf),
      total,
      next: last ? Buffer.from(last.email).toString('base64url') : null,
    }
  }

  async create({ email, role, teams, password }: GivenAccount, origin: string): Promise<LinkedAccount> {
    const { links } = this.options
    const { token, link } = newLink()
    const account = {
      id: randomUUID(),
      email: checkedEmail(email),
      role,
      teams: await this.#teams(teams),
      passwordHash: password === undefined ? undefined : await hashPassword(password),
    }
    if (!(await links.create(account, link)))
      throw new ServiceError('taken', `There already is an account ${account.email}`)
    const made = await this.#one(account.id)
    return password === undefined ? { ...made, url: origin + accountLinkPath(token) } : made
  }

  async change(id: string, { role, disabled, teams }: GivenChange): Promise<Account> {
    const { changes, sessions, rightsChanged } = this.options
    const given = teams && (await this.#teams(teams))
    const outcome = await changes.change(id, { role, disabled, teams: given })
    if (outcome === 'unknown') throw unknown()
    if (outcome === 'last-admin') throw lastAdmin()
    if (disabled) await sessions.endAccount(id, 'account-disabled')
    rightsChanged()
    return await this.#one(id)
  }

  async setMember(teamId: string, accountId: string, isMember: boolean): Promise<Account> {
    const { changes, rightsChanged } = this.options
    const outcome = await changes.setMember(teamId, accountId, isMember)
    if (outcome === 'unknown') throw unknown()
    if (outcome === 'no-team') throw new ServiceError('not_found', 'There is no such team')
    rightsChanged()
    return await this.#one(accountId)
  }

  async link(id: string, origin: string): Promise<LinkedAccount> {
    const { token, link } = newLink()
    const outcome = await this.options.links.replace(id, link)
    if (outcome === undefined) throw unknown()
    if (outcome === 'disabled')
      throw new ServiceError('wrong_state', 'The account is disabled: enable it first')
    return { ...(await this.#one(id)), url: origin + accountLinkPath(token) }
  }

  async endSessions(id: string): Promise<void> {
    await this.#one(id)
    await this.options.sessions.endAccount(id, 'revoked')
  }

  async openLink(token: string): Promise<OpenedAccountLink> {
    const { email, kind, expiresAt } = await this.#openLink(token)
    return { email, kind, expires_at: expiresAt.toISOString() }
  }

  async acceptLink(token: string, password: string): Promise<{ email: string }> {
    const { links, sessions } = this.options
    await this.#openLink(token)
    const account = await links.use(hashOf(token), await hashPassword(password))
    // Someone was faster.
    if (!account) throw refusalOf(await links.find(hashOf(token)))
    await sessions.endAccount(account.id, 'password-changed')
    return { email: account.email }
  }

  async #openLink(token: string): Promise<FoundLink> {
    const found = await this.options.links.find(hashOf(token))
    if (!found || found.refusal) throw refusalOf(found)
    return found
  }

  async #one(id: string): Promise<Account> {
    const found = await this.options.list.one(id)
    if (!found) throw unknown()
    return wireOf(found)
  }

  async #teams(given: readonly string[]): Promise<{ id: string; name: string }[]> {
    const found = await this.options.list.teams(given)
    const teams = found.map((team, at) => {
      if (!team) throw new ServiceError('invalid', `teams: there is no team ${given[at]}`)
      return team
    })
    return [...new Map(teams.map(team => [team.id, team])).values()]
  }
}

/** Refused links are counted in the audit log, by their account where that is known. */
function refusalOf(found: FoundLink | undefined): ServiceError {
  const reason = found ? (found.refusal ?? 'used') : 'unknown'
  return tokenRefused(
    new ServiceError('not_found', refusals[reason]),
    'one-time link',
    reason === 'disabled' ? 'ended' : reason,
    { action: 'account.accept', ...(found && { target: found.accountId, fields: { email: found.email } }) },
  )
}

const unknown = () => new ServiceError('not_found', 'There is no such account')
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

function newLink(): { token: string; link: NewLink } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, link: { tokenHash: hashOf(token), lifetimeMs } }
}

const wireOf = (account: ListedAccount): Account => ({
  id: account.id,
  email: account.email,
  role: account.role,
  state: account.state,
  teams: account.teams,
  created_at: account.createdAt.toISOString(),
  last_seen_at: account.lastSeenAt?.toISOString() ?? null,
  sessions: account.sessions,
  link:
    account.linkKind && account.linkExpiresAt
      ? { kind: account.linkKind, expires_at: account.linkExpiresAt.toISOString() }
      : null,
})
