import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/db/schema'
import { Store } from '../../platform/db/store'
import { GENESIS, hashOf, type LedgerSeal } from '../events'
import { hashedEntry } from './audit-row'
import './audit-tables'

const BATCH = 1_000
/** The row of the chains themselves. */
export const REGISTRY = 'audit'

type Chain = Pick<DB['audit_chain'], 'number' | 'hash'>

/** Links entries into the chains of their days and nodes; opens, and in the end removes, chains. */
export class AuditChainsStore extends Store<{ seal: LedgerSeal }> {
  /** Those with entries that wait: of one node, or of all where they have waited so long. */
  async waiting({ pod, olderThanMs = 0 }: { pod?: string; olderThanMs?: number } = {}): Promise<string[]> {
    let query = this.db.selectFrom('audit_entry').select('chain').distinct().where('number', 'is', null)
    if (pod !== undefined) query = query.where('chain', 'like', `%/${pod.replaceAll(/[\\%_]/g, '\\$&')}`)
    if (olderThanMs > 0)
      query = query.where(sql<boolean>`at < now() - ${olderThanMs} * interval '1 millisecond'`)
    return (await query.orderBy('chain').execute()).map(({ chain }) => chain)
  }

  /** Gives what waits its numbers, as far as it is committed; answers how many. What was not sealed by this installation stays as it is. */
  async link(chain: string): Promise<number> {
    for (let linked = 0, after = 0; ; ) {
      const batch = await this.atomically(tx => this.#linkBatch(tx, chain, after))
      linked += batch.linked
      if (batch.last === undefined) return linked
      after = batch.last
    }
  }

  /** Removes the entries of days that are past; each chain leaves its sealed tombstone. */
  async expire(beforeDay: string, reason: string): Promise<number> {
    const chains = await this.db
      .selectFrom('audit_chain')
      .select('chain')
      .where('removed_at', 'is', null)
      .where('serial', '>', 0)
      .where(sql`split_part(chain, '/', 2)`, '<', beforeDay)
      .orderBy('serial')
      .limit(1_000)
      .execute()
    for (const { chain } of chains) {
      await this.link(chain)
      await this.#remove(chain, reason)
    }
    return chains.length
  }

  async #remove(chain: string, reason: string): Promise<void> {
    await this.atomically(async tx => {
      const head = await this.#head(tx, chain)
      if (!head || head.removed_at) return
      const { now } = (await sql<{ now: Date }>`select date_trunc('milliseconds', now()) as now`.execute(tx))
        .rows[0]!
      const stone = { meeting: chain, number: head.number, hash: head.hash, removed_at: now, reason }
      await tx
        .deleteFrom('audit_person')
        .where('entry', 'in', tx.selectFrom('audit_entry').select('id').where('chain', '=', chain))
        .execute()
      await tx.deleteFrom('audit_entry').where('chain', '=', chain).execute()
      await tx
        .updateTable('audit_chain')
        .set({ removed_at: now, reason, stone: this.options.seal.tombstone(stone) })
        .where('chain', '=', chain)
        .execute()
    })
  }

  async #linkBatch(tx: Kysely<DB>, chain: string, after: number) {
    const head = (await this.#head(tx, chain)) ?? (await this.#open(tx, chain))
    const rows = await tx
      .selectFrom('audit_entry')
      .selectAll()
      .where('chain', '=', chain)
      .where('number', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    let { number, hash }: Chain = head
    const linked: { id: number; number: number; hash: Buffer }[] = []
    for (const row of rows) {
      const event = hashedEntry(row)
      // Put in by someone without the secret: in the chain it would look like one of ours.
      if (!this.options.seal.isWaiting(event, row.seal)) continue
      number += 1
      hash = hashOf(hash, { ...event, number })
      linked.push({ id: row.id, number, hash })
    }
    if (linked.length > 0) {
      await sql`
        update audit_entry set number = given.number, hash = given.hash
        from unnest(
          ${linked.map(({ id }) => id)}::bigint[], ${linked.map(one => one.number)}::int[],
          ${linked.map(one => one.hash)}::bytea[]
        ) as given (id, number, hash)
        where audit_entry.id = given.id
      `.execute(tx)
      await this.#setHead(tx, chain, number, hash)
    }
    return { linked: linked.length, last: rows.length === BATCH ? rows.at(-1)!.id : undefined }
  }

  #head(tx: Kysely<DB>, chain: string) {
    return tx
      .selectFrom('audit_chain')
      .select(['number', 'hash', 'removed_at'])
      .where('chain', '=', chain)
      .forUpdate()
      .executeTakeFirst()
  }

  /** The registry is locked while a chain is opened: once a day for each node. */
  async #open(tx: Kysely<DB>, chain: string): Promise<Chain> {
    const { seal } = this.options
    const opened_at = (await sql<{ now: Date }>`select date_trunc('milliseconds', now()) as now`.execute(tx))
      .rows[0]!.now
    const empty = { number: 0, hash: GENESIS, opened_at }
    await tx
      .insertInto('audit_chain')
      .values({
        ...empty,
        chain: REGISTRY,
        serial: 0,
        opening: GENESIS,
        seal: seal.head(REGISTRY, 0, GENESIS),
      })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const registry = (await this.#head(tx, REGISTRY))!
    // Another node was faster.
    const there = await this.#head(tx, chain)
    if (there) return there
    const serial = registry.number + 1
    const opening = hashOf(registry.hash, openingOf({ chain, opened_at, serial }))
    await tx
      .insertInto('audit_chain')
      .values({ ...empty, chain, serial, opening, seal: seal.head(chain, 0, GENESIS) })
      .execute()
    await this.#setHead(tx, REGISTRY, serial, opening)
    return empty
  }

  async #setHead(tx: Kysely<DB>, chain: string, number: number, hash: Buffer): Promise<void> {
    const seal = this.options.seal.head(chain, number, hash)
    await tx.updateTable('audit_chain').set({ number, hash, seal }).where('chain', '=', chain).execute()
  }
}

/** A chain as an event of the registry. */
export const openingOf = ({
  chain,
  opened_at,
  serial,
}: {
  chain: string
  opened_at: Date
  serial: number
}) => ({
  meeting: REGISTRY,
  number: serial,
  name: chain,
  time: opened_at,
  fields: {},
  people: {},
})
