import type { ManagedTeam } from '@livetap/contract'
import { sql } from 'kysely'
import { Store } from '../../../platform/db/store'
import { AccessChangesStore } from '../access-changes.store'
import { changeOf } from '../access-watch'

export interface Team {
  id: string
  name: string
}

/** Teams and who is in them. */
export class TeamsStore extends Store {
  list(): Promise<Team[]> {
    return this.db.selectFrom('team').select(['id', 'name']).orderBy('name').execute()
  }

  /** With how many accounts and meetings each has. */
  async managed(id?: string): Promise<ManagedTeam[]> {
    const { rows } = await sql<ManagedTeam>`
      select id, name,
        (select count(*)::int from team_member where team_member.team_id = team.id) as members,
        (select count(*)::int from meeting where meeting.team_id = team.id) as meetings
      from team where ${id ?? null}::uuid is null or id = ${id ?? null}::uuid order by name`.execute(this.db)
    return rows
  }

  /** Undefined where the name is taken. */
  async add(name: string): Promise<Team | undefined> {
    const insert = (db: typeof this.db) =>
      db
        .insertInto('team')
        .values({ name })
        .onConflict(conflict => conflict.column('name').doNothing())
        .returning(['id', 'name'])
        .executeTakeFirst()
    return await this.withEntry(insert, team => team && { target: team.id, fields: { name } })
  }

  async rename(id: string, name: string): Promise<'renamed' | 'taken' | 'unknown'> {
    return await this.atomically(async db => {
      const teams = await db
        .selectFrom('team')
        .select(['id', 'name'])
        .where(({ eb, or }) => or([eb('name', '=', name), eb('id', '=', id)]))
        .forUpdate()
        .execute()
      const before = teams.find(team => team.id === id)
      if (!before) return 'unknown'
      if (teams.length > 1) return 'taken'
      await db.updateTable('team').set({ name }).where('id', '=', id).execute()
      await this.audited(db, { target: id, fields: { name, before: before.name } })
      return 'renamed'
    })
  }

  /** With its shares and keys; its meetings stay, without a team. */
  async remove(id: string): Promise<boolean> {
    return await this.atomically(async db => {
      const removed = await db.deleteFrom('team').where('id', '=', id).returning('name').executeTakeFirst()
      if (!removed) return false
      await this.audited(db, { target: id, fields: { name: removed.name } })
      await new AccessChangesStore(db).add(changeOf.team(id))
      return true
    })
  }

  /** By its id or its name. */
  find(given: string): Promise<Team | undefined> {
    return this.db
      .selectFrom('team')
      .select(['id', 'name'])
      .where(({ eb, or }) => or([eb('name', '=', given), eb(eb.cast<string>('id', 'text'), '=', given)]))
      .executeTakeFirst()
  }
}
