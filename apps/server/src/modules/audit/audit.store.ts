import { sql } from 'kysely'
import { Store } from '../../platform/db/store'
import { type AuditRow, json } from './audit-row'
import './audit-tables'

/** Inserts entries. They wait for no other transaction, and none waits for them: numbers come later. */
export class AuditStore extends Store {
  /** The ones that may be there once only are left out where they are. */
  async insert(rows: readonly AuditRow[]): Promise<void> {
    const persons = rows.flatMap(({ seal, persons }) => persons.map(person => ({ seal, ...person })))
    await sql`
      with inserted as (
        insert into audit_entry (at, chain, actor, action, target, result, fields, people, once, seal)
        select * from unnest(
          ${rows.map(row => row.at.toISOString())}::timestamptz[], ${rows.map(row => row.chain)}::text[],
          ${rows.map(row => row.actor)}::text[], ${rows.map(row => row.action)}::text[],
          ${rows.map(row => row.target)}::text[], ${rows.map(row => row.result)}::text[],
          ${rows.map(row => json(row.fields))}::jsonb[], ${rows.map(row => json(row.people))}::jsonb[],
          ${rows.map(row => row.once)}::text[], ${rows.map(row => row.seal)}::text[]
        )
        on conflict (once) where once is not null do nothing
        returning id, seal
      )
      insert into audit_person (entry, field, salt, value)
      select inserted.id, person.field, person.salt, person.value
      from inserted join unnest(
        ${persons.map(person => person.seal)}::text[], ${persons.map(person => person.field)}::text[],
        ${persons.map(person => person.salt)}::bytea[], ${persons.map(person => person.value)}::text[]
      ) as person (seal, field, salt, value) on person.seal = inserted.seal
    `.execute(this.db)
  }

  /** Takes a person's name, e-mail or network address out of every entry, and the addresses that the person called from. */
  async erasePerson(value: string): Promise<number> {
    const { rows } = await sql<{ erased: number }>`
      with own as (select entry from audit_person where value = ${value} and field = 'actor_name'),
      erased as (
        delete from audit_person where value = ${value} or (field = 'address' and entry in (select entry from own))
        returning entry
      )
      select count(distinct entry)::int as erased from erased
    `.execute(this.db)
    return rows[0]!.erased
  }

  async now(): Promise<Date> {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(this.db)
    return rows[0]!.now
  }
}
