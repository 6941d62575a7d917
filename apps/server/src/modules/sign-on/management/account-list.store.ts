import type { AccountState, Role } from '@livetap/contract'
import { type RawBuilder, sql } from 'kysely'
import { Store } from '../../../platform/db/store'
import { NO_PASSWORD_HASH } from '../../../platform/password/password-hash'
import type { AccountLinkKind } from '../sign-on-tables'

export interface AccountFilter {
  q?: string
  role?: Role
  state?: AccountState
  team?: string
}

export interface ListedAccount {
  id: string
  email: string
  role: Role
  state: AccountState
  teams: { id: string; name: string }[]
  createdAt: Date
  lastSeenAt: Date | null
  sessions: number
  linkKind: AccountLinkKind | null
  linkExpiresAt: Date | null
}

const state = sql`case
  when account.disabled_at is not null then 'disabled'
  when account.password_hash = ${NO_PASSWORD_HASH} then 'invited'
  else 'active' end`

/** Accounts as those who manage them see them. */
export class AccountListStore extends Store {
  /** By their e-mail addresses, from the one after `after`. */
  async page(
    filter: AccountFilter,
    { limit, after }: { limit: number; after: string | undefined },
  ): Promise<ListedAccount[]> {
    const beyond = after === undefined ? [] : [sql`account.email > ${after}`]
    return await this.#read([...conditions(filter), ...beyond], limit)
  }

  async total(filter: AccountFilter): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from account ${where(conditions(filter))}`.execute(this.db)
    return rows[0]!.total
  }

  async one(id: string): Promise<ListedAccount | undefined> {
    const [found] = await this.#read([sql`account.id::text = ${id}`], 1)
    return found
  }

  /** Teams by their ids or names, in the order of what was given; with undefined in the place of one that does not exist. */
  async teams(given: readonly string[]): Promise<({ id: string; name: string } | undefined)[]> {
    const teams = await this.db
      .selectFrom('team')
      .select(['id', 'name'])
      .where(({ eb, or }) =>
        or([eb('name', 'in', [...given, '']), eb(eb.cast<string>('id', 'text'), 'in', [...given, ''])]),
      )
      .execute()
    return given.map(one => teams.find(({ id, name }) => id === one || name === one))
  }

  async #read(rules: readonly RawBuilder<unknown>[], limit: number): Promise<ListedAccount[]> {
    const { rows } = await sql<ListedAccount>`
      select account.id, account.email, account.role, ${state} as state,
        coalesce((select jsonb_agg(jsonb_build_object('id', team.id, 'name', team.name) order by team.name)
          from team_member join team on team.id = team_member.team_id
          where team_member.user_id = account.id::text), '[]') as teams,
        account.created_at as "createdAt",
        (select max(coalesce(last_seen_at, started_at)) from sign_on_session
          where account_id = account.id) as "lastSeenAt",
        (select count(*)::int from sign_on_session
          where account_id = account.id and ended_at is null and expires_at > now()) as sessions,
        link.kind as "linkKind", link.expires_at as "linkExpiresAt"
      from account left join lateral (
        select kind, expires_at from account_link
        where account_id = account.id and used_at is null and expires_at > now()
        order by created_at desc limit 1) as link on true
      ${where(rules)} order by account.email limit ${limit}`.execute(this.db)
    return rows
  }
}

const where = (rules: readonly RawBuilder<unknown>[]) =>
  rules.length > 0 ? sql`where ${sql.join([...rules], sql` and `)}` : sql``

function conditions({ q, role, state: wanted, team }: AccountFilter): RawBuilder<unknown>[] {
  return [
    ...(q ? [sql`strpos(account.email, ${q.toLowerCase()}) > 0`] : []),
    ...(role ? [sql`account.role = ${role}`] : []),
    ...(wanted ? [sql`${state} = ${wanted}`] : []),
    ...(team
      ? [
          sql`exists (select from team_member join team on team.id = team_member.team_id
            where team_member.user_id = account.id::text and (team.name = ${team} or team.id::text = ${team}))`,
        ]
      : []),
  ]
}
