import { sql } from 'kysely'
import { Store } from '../../platform/db/store'
import { checkLedger, type LedgerBreak, type LedgerSeal } from '../events'
import { openingOf, REGISTRY } from './audit-chains.store'
import { hashedEntry } from './audit-row'
import './audit-tables'

export interface AuditChainReport {
  chain: string
  entries: number
  isRemoved: boolean
  breaks: LedgerBreak[]
}

/** Holds the audit log against its hashes and seals. */
export class AuditCheckStore extends Store<{ seal: LedgerSeal }> {
  /** Every chain that there is or was, and every one that an entry claims to be of. */
  async chains(): Promise<string[]> {
    const { rows } = await sql<{ chain: string }>`
      select chain from audit_chain where serial > 0 union select distinct chain from audit_entry order by 1
    `.execute(this.db)
    return rows.map(({ chain }) => chain)
  }

  /** The chains' own chain: one that was removed whole, or put in, is found here. */
  async registry(): Promise<LedgerBreak[]> {
    return await this.#snapshot(async store => {
      const [head, chains] = await Promise.all([
        store.#head(REGISTRY),
        store.db.selectFrom('audit_chain').selectAll().where('serial', '>', 0).orderBy('serial').execute(),
      ])
      const events = chains.map(row => ({ ...openingOf(row), id: row.serial, hash: row.opening }))
      return checkLedger({ meeting: REGISTRY, events, people: [], head }, this.options.seal)
    })
  }

  async verify(chain: string): Promise<AuditChainReport> {
    return await this.#snapshot(async store => {
      const { seal } = this.options
      const head = await store.#head(chain)
      const rows = await store.db
        .selectFrom('audit_entry')
        .selectAll()
        .where('chain', '=', chain)
        .orderBy(sql`number nulls last, id`)
        .execute()
      if (head?.removed_at) {
        const stone = { ...head, meeting: chain, removed_at: head.removed_at, reason: head.reason ?? '' }
        const breaks: LedgerBreak[] = []
        if (!seal.isTombstone({ ...stone, seal: head.stone ?? '' }))
          breaks.push({ number: 0, problem: 'its tombstone was altered' })
        for (const row of rows)
          breaks.push({ number: row.number ?? 0, problem: 'added behind its tombstone' })
        return { chain, entries: rows.length, isRemoved: true, breaks }
      }
      const people = await store.db
        .selectFrom('audit_person')
        .innerJoin('audit_entry', 'audit_entry.id', 'audit_person.entry')
        .select(['audit_entry.number', 'audit_person.field', 'audit_person.salt', 'audit_person.value'])
        .where('audit_entry.chain', '=', chain)
        .where('audit_entry.number', 'is not', null)
        .execute()
      // What waits is whole as long as its seal is: it has no place in the chain yet.
      const events = rows
        .filter(row => row.number !== null || !seal.isWaiting(hashedEntry(row), row.seal))
        .map(row => ({ ...hashedEntry(row), id: row.id, number: row.number, hash: row.hash }))
      const seals = new Set<string>()
      const repeats = rows
        .filter(({ seal: given }) => seals.size === seals.add(given).size)
        .map(({ number }) => ({ number: number ?? 0, problem: 'another entry once more' }))
      const named = people.map(person => ({ ...person, number: person.number! }))
      return {
        chain,
        entries: rows.length,
        isRemoved: false,
        breaks: [...checkLedger({ meeting: chain, events, people: named, head }, seal), ...repeats],
      }
    })
  }

  #head(chain: string) {
    return this.db.selectFrom('audit_chain').selectAll().where('chain', '=', chain).executeTakeFirst()
  }

  /** An entry that is written meanwhile is in all of it or in none. */
  #snapshot<T>(read: (store: AuditCheckStore) => Promise<T>): Promise<T> {
    return this.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(tx => read(this.within(tx)))
  }
}
