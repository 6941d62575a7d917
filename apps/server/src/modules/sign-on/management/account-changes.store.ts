import type { Role } from '@livetap/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import { Store } from '../../../platform/db/store'
import { NO_PASSWORD_HASH } from '../../../platform/password/password-hash'
import { changeOf } from '../../access'
import type {} from '../sign-on-tables'

export interface AccountChange {
  role?: Role
  disabled?: boolean
  /** These and no others. */
  teams?: readonly { id: string; name: string }[]
}

export type ChangeOutcome = 'changed' | 'unknown' | 'last-admin'

/** Changes of what accounts may do, each with its entry and the notice to nodes that hold something open by it. */
export class AccountChangesStore extends Store {
  async change(id: string, { role, disabled, teams }: AccountChange): Promise<ChangeOutcome> {
    return await this.atomically(async tx => {
      const takesAnAdmin = disabled === true || (role !== undefined && role !== 'admin')
      if (takesAnAdmin && (await isLastAdmin(tx, id))) return 'last-admin'
      const row = await tx
        .updateTable('account')
        .set({
          role: role ?? sql<Role>`role`,
          disabled_at: disabledAt(disabled),
        })
        .where(ofId(id))
        .returning(['id', 'email'])
        .executeTakeFirst()
      if (!row) return 'unknown'
      if (teams) await setTeams(tx, row.id, teams)
      if (disabled)
        await tx
          .deleteFrom('account_link')
          .where('account_id', '=', row.id)
          .where('used_at', 'is', null)
          .execute()
      const fields = { email: row.email, role, disabled, teams: teams?.map(({ name }) => name).join(', ') }
      await this.audited(tx, { target: row.id, fields })
      await tx
        .insertInto('access_change')
        .values({ subject: changeOf.user(row.id) })
        .execute()
      return 'changed'
    })
  }

  /** One who is in it already, or is not, stays so, without an entry. */
  async setMember(
    teamId: string,
    accountId: string,
    isMember: boolean,
  ): Promise<'set' | 'unknown' | 'no-team'> {
    return await this.atomically(async tx => {
      // Another change of the same account waits: each writes all of its teams.
      const account = await tx
        .selectFrom('account')
        .select(['id', 'email'])
        .where(ofId(accountId))
        .forUpdate()
        .executeTakeFirst()
      if (!account) return 'unknown'
      const team = await tx
        .selectFrom('team')
        .select(['id', 'name'])
        .where('id', '=', teamId)
        .forShare()
        .executeTakeFirst()
      if (!team) return 'no-team'
      const member = { team_id: team.id, user_id: account.id }
      const { email } = account
      if (isMember) {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('team_member')
          .values(member)
          .onConflict(conflict => conflict.doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows)
          await this.audited(tx, { target: account.id, fields: { email, joined: team.name } })
        return 'set'
      }
      const { numDeletedRows } = await tx
        .deleteFrom('team_member')
        .where('team_id', '=', member.team_id)
        .where('user_id', '=', member.user_id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return 'set'
      await this.audited(tx, { target: account.id, fields: { email, left: team.name } })
      await tx
        .insertInto('access_change')
        .values({ subject: changeOf.user(account.id) })
        .execute()
      return 'set'
    })
  }
}

const ofId = (id: string) => sql<boolean>`account.id::text = ${id}`

function disabledAt(disabled: boolean | undefined) {
  if (disabled === undefined) return sql<Date | null>`disabled_at`
  return disabled ? sql<Date | null>`coalesce(disabled_at, now())` : null
}

/** Two that are demoted at the same moment wait for each other: the second one is the last. An invited account counts once it has a password. */
async function isLastAdmin(tx: Kysely<DB>, id: string): Promise<boolean> {
  const admins = await tx
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('password_hash', '!=', NO_PASSWORD_HASH)
    .orderBy('id')
    .forUpdate()
    .execute()
  return admins.length === 1 && admins[0]?.id === id
}

export async function setTeams(
  tx: Kysely<DB>,
  userId: string,
  teams: readonly { id: string }[],
): Promise<void> {
  await tx.deleteFrom('team_member').where('user_id', '=', userId).execute()
  if (teams.length > 0)
    await tx
      .insertInto('team_member')
      .values(teams.map(({ id }) => ({ team_id: id, user_id: userId })))
      .execute()
}
