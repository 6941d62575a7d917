import type { SavedView } from '@livetap/contract'
import { sql } from 'kysely'
import { Store } from '../../../platform/db/store'
import './library-tables'

const columns = ['id', 'name', 'query'] as const

/** Views of the library that accounts keep, each its own. */
export class SavedViewsStore extends Store {
  async list(userId: string): Promise<SavedView[]> {
    return await this.db
      .selectFrom('saved_view')
      .select(columns)
      .where('user_id', '=', userId)
      .orderBy(sql`lower(name)`)
      .execute()
  }

  /** Nothing where the user has as many as `most`, or one of this name. */
  async add(userId: string, view: Omit<SavedView, 'id'>, most: number): Promise<SavedView | undefined> {
    return await this.#oneByOne(userId, store => store.#add(userId, view, most))
  }

  /** Nothing where the user has another one of this name. */
  async change(
    userId: string,
    id: string,
    { name, query }: Partial<Omit<SavedView, 'id'>>,
  ): Promise<SavedView | undefined> {
    return await this.#oneByOne(userId, async ({ db }) => {
      if (name !== undefined) {
        const other = await db
          .selectFrom('saved_view')
          .select('id')
          .where('user_id', '=', userId)
          .where('id', '<>', id)
          .where(sql<boolean>`lower(name) = lower(${name})`)
          .executeTakeFirst()
        if (other) return undefined
      }
      return await db
        .updateTable('saved_view')
        .set({
          name: sql<string>`coalesce(${name ?? null}, name)`,
          query: sql<string>`coalesce(${query ?? null}, query)`,
        })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
    })
  }

  async has(userId: string, id: string): Promise<boolean> {
    const found = await this.db
      .selectFrom('saved_view')
      .select('id')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    return found !== undefined
  }

  async remove(userId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('saved_view')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  async #add(userId: string, { name, query }: Omit<SavedView, 'id'>, most: number) {
    const { count } = await this.db
      .selectFrom('saved_view')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (count >= most) return undefined
    return await this.db
      .insertInto('saved_view')
      .values({ user_id: userId, name, query })
      .onConflict(conflict => conflict.doNothing())
      .returning(columns)
      .executeTakeFirst()
  }

  /** What one user changes at the same time follows each other: names and numbers are looked at before. */
  async #oneByOne<T>(userId: string, change: (store: this) => Promise<T>): Promise<T> {
    return await this.db.transaction().execute(async tx => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`saved views of ${userId}`}, 0))`.execute(tx)
      return await change(this.within(tx))
    })
  }
}
