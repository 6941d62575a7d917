import { sql } from 'kysely'
import { fromDatabaseNow } from '../../platform/db/database-time'
import { Store } from '../../platform/db/store'
import type {} from './access-tables'

const KEPT_MS = 24 * 60 * 60_000

/** Rights that were taken away, kept so long that every node has looked. */
export class AccessChangesStore extends Store {
  /** Inside the transaction that takes the right away. */
  async add(subject: string): Promise<void> {
    await this.db.insertInto('access_change').values({ subject }).execute()
  }

  /** The subjects of changes within so many milliseconds, by number; shares and keys that ran out among them. */
  async since(ms: number): Promise<{ number: string; subject: string }[]> {
    const { rows } = await sql<{ number: string; subject: string }>`
      select number::text, subject from access_change where at >= ${fromDatabaseNow(-ms)}
      union all
      select 'share ' || id, 'meeting ' || meeting_id from meeting_share
      where expires_at <= now() and expires_at >= ${fromDatabaseNow(-ms)}
      union all
      select 'key ' || id, 'user ' || user_id from api_key
      where expires_at <= now() and expires_at >= ${fromDatabaseNow(-ms)}`.execute(this.db)
    return rows
  }

  async removeOld(): Promise<void> {
    await this.db.deleteFrom('access_change').where('at', '<', fromDatabaseNow(-KEPT_MS)).execute()
  }
}
