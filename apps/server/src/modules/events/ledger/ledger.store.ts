import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import { Store } from '../../../platform/db/store'
import type { LedgerRow } from '../event-rows'
import { checkLedger, type LedgerBreak, type StoredLedger } from './ledger-check'
import { GENESIS, hashOf, type LedgerSeal, type Person, withoutPeople } from './ledger-hash'
import './ledger-tables'

/** PostgreSQL's texts hold no NUL character: it is left out rather than losing the event. */
const json = (value: object) => JSON.stringify(value).replaceAll('\\u0000', '')

export interface LedgerReport {
  meeting: string
  events: number
  breaks: LedgerBreak[]
}

export type ReadLedgerRow = LedgerRow & { id: number; number: number | null }

/** The audio ledger: appended to, read, verified, and removed whole. */
export class LedgerStore extends Store<{ seal: LedgerSeal }> {
  /** Numbers and rows of a meeting are given in one transaction, meetings in one order: writers wait, and never for each other. */
  async append(rows: readonly LedgerRow[]): Promise<void> {
    const byMeeting = groupBy(rows, ({ meeting }) => meeting)
    const meetings = [...byMeeting.keys()].sort()
    await this.#inTransaction(async tx => {
      for (const meeting of meetings) await this.#chain(tx, meeting, byMeeting.get(meeting)!)
    })
  }

  /** Oldest first; the names of people stand in their fields again, where they were not erased. */
  async of(meeting: string): Promise<ReadLedgerRow[]> {
    const [events, people] = await Promise.all([this.#events(meeting), this.#people(meeting)])
    const named = groupBy(people, ({ number }) => number)
    return events
      .sort((a, b) => a.time.getTime() - b.time.getTime() || a.id - b.id)
      .map(({ id, name, time, fields, people: digests, number }) => {
        const erased = Object.keys(digests).map(field => [field, ERASED] as const)
        const known = (named.get(number ?? 0) ?? []).map(({ field, value }) => [field, value] as const)
        return {
          id,
          meeting,
          name,
          time,
          number,
          fields: { ...fields, ...Object.fromEntries([...erased, ...known]) },
        }
      })
  }

  async verify(meeting: string): Promise<LedgerReport> {
    const ledger = await this.#stored(meeting)
    return { meeting, events: ledger.events.length, breaks: checkLedger(ledger, this.options.seal) }
  }

  async tombstoneOf(meeting: string) {
    const stone = await this.db
      .selectFrom('ledger_tombstone')
      .selectAll()
      .where('meeting', '=', meeting)
      .executeTakeFirst()
    return stone && { ...stone, isGenuine: this.options.seal.isTombstone(stone) }
  }

  /** Every meeting that has, or must have, a ledger. */
  async meetings(): Promise<string[]> {
    const { rows } = await sql<{ meeting: string }>`
      select meeting from ledger_head union select meeting from ledger_event
      union select id from meeting where not exists (select 1 from ledger_tombstone where meeting = meeting.id)
      order by 1
    `.execute(this.db)
    return rows.map(({ meeting }) => meeting)
  }

  async tombstones() {
    const stones = await this.db.selectFrom('ledger_tombstone').selectAll().orderBy('meeting').execute()
    return stones.map(stone => ({ ...stone, isGenuine: this.options.seal.isTombstone(stone) }))
  }

  /** Numbers what was written before there were numbers; answers of how many meetings. */
  async chainOld(): Promise<number> {
    for (let chained = 0; ; chained++) {
      const row = await this.db
        .selectFrom('ledger_event')
        .select('meeting')
        .where('number', 'is', null)
        .where(
          sql<boolean>`not exists (select 1 from ledger_head where ledger_head.meeting = ledger_event.meeting)`,
        )
        .limit(1)
        .executeTakeFirst()
      if (!row) return chained
      await this.#inTransaction(tx => this.#chain(tx, row.meeting, []))
    }
  }

  /** Takes a person's name or e-mail out of every ledger; the chains stay valid. */
  async erasePerson(value: string): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('ledger_person')
      .where('value', '=', value)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  /** Removes whole ledgers of meetings that were deleted before; each leaves a sealed tombstone. */
  async expire(deletedBefore: Date, reason: string): Promise<number> {
    const expired = await this.db
      .selectFrom('ledger_head')
      .innerJoin('deleted_meeting', 'deleted_meeting.id', 'ledger_head.meeting')
      .select('ledger_head.meeting')
      .where('deleted_meeting.deleted_at', '<', deletedBefore)
      .limit(1000)
      .execute()
    for (const { meeting } of expired) await this.#remove(meeting, reason)
    return expired.length
  }

  async #remove(meeting: string, reason: string): Promise<void> {
    await this.#inTransaction(async tx => {
      const head = await tx
        .selectFrom('ledger_head')
        .selectAll()
        .where('meeting', '=', meeting)
        .forUpdate()
        .executeTakeFirst()
      if (!head) return
      const stone = { meeting, number: head.number, hash: head.hash, removed_at: new Date(), reason }
      await tx
        .insertInto('ledger_tombstone')
        .values({ ...stone, seal: this.options.seal.tombstone(stone) })
        .onConflict(conflict =>
          conflict.column('meeting').doUpdateSet({ ...stone, seal: this.options.seal.tombstone(stone) }),
        )
        .execute()
      for (const table of ['ledger_person', 'ledger_event', 'ledger_head'] as const)
        await tx.deleteFrom(table).where('meeting', '=', meeting).execute()
    })
  }

  async #chain(tx: Kysely<DB>, meeting: string, rows: readonly LedgerRow[]): Promise<void> {
    await tx
      .insertInto('ledger_head')
      .values({ meeting, number: 0, hash: GENESIS, seal: this.options.seal.head(meeting, 0, GENESIS) })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const head = await tx
      .selectFrom('ledger_head')
      .select(['number', 'hash'])
      .where('meeting', '=', meeting)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const old = head.number === 0 ? await this.#events(meeting, tx) : []
    let { number, hash } = head
    const people: (Person & { meeting: string; number: number })[] = []
    const link = (row: LedgerRow) => {
      number += 1
      // As the database will give it back: without NUL characters and undefined values.
      const split = withoutPeople(JSON.parse(json(row.fields)) as Record<string, unknown>)
      hash = hashOf(hash, { ...row, number, fields: split.fields, people: split.digests })
      people.push(...split.people.map(person => ({ ...person, meeting, number })))
      return { number, hash, fields: json(split.fields), people: json(split.digests) }
    }
    for (const { id, name, time, fields } of old)
      await tx
        .updateTable('ledger_event')
        .set(link({ meeting, name, time, fields }))
        .where('id', '=', id)
        .execute()
    if (rows.length > 0)
      await tx
        .insertInto('ledger_event')
        .values(rows.map(row => ({ meeting, name: row.name, time: row.time, ...link(row) })))
        .execute()
    if (people.length > 0) await tx.insertInto('ledger_person').values(people).execute()
    const seal = this.options.seal.head(meeting, number, hash)
    await tx.updateTable('ledger_head').set({ number, hash, seal }).where('meeting', '=', meeting).execute()
  }

  async #stored(meeting: string): Promise<StoredLedger> {
    // One snapshot: an event that is written meanwhile is in all of it or in none.
    return await this.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async tx => ({
        meeting,
        events: (await this.#events(meeting, tx)).sort(
          (a, b) => (a.number ?? Number.POSITIVE_INFINITY) - (b.number ?? Number.POSITIVE_INFINITY),
        ),
        people: await this.#people(meeting, tx),
        head: await tx
          .selectFrom('ledger_head')
          .selectAll()
          .where('meeting', '=', meeting)
          .executeTakeFirst(),
      }))
  }

  #events(meeting: string, db = this.db) {
    return db
      .selectFrom('ledger_event')
      .selectAll()
      .where('meeting', '=', meeting)
      .orderBy(sql`time, id`)
      .execute()
  }

  #people(meeting: string, db = this.db) {
    return db.selectFrom('ledger_person').selectAll().where('meeting', '=', meeting).execute()
  }

  #inTransaction(work: (tx: Kysely<DB>) => Promise<void>): Promise<void> {
    return this.db.isTransaction ? work(this.db) : this.db.transaction().execute(work)
  }
}

/** Stands where a name was. */
const ERASED = 'erased'

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
