import { sql } from 'kysely'
import { Store } from '../../platform/db/store'
import type {} from './sample-tables'

const LOCK = 7_204_211

export class SamplesStore extends Store {
  /** Runs the work unless another server does it; false then. */
  async alone(work: () => Promise<void>): Promise<boolean> {
    return await this.db.transaction().execute(async tx => {
      const { rows } = await sql<{
        mine: boolean
      }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(tx)
      if (!rows[0]?.mine) return false
      await work()
      return true
    })
  }

  async isSettled(): Promise<boolean> {
    const row = await this.db.selectFrom('samples_settled').select('single').executeTakeFirst()
    return row !== undefined
  }

  async settle(): Promise<void> {
    await this.db
      .insertInto('samples_settled')
      .defaultValues()
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }

  /** Whether this installation has, or had, a meeting besides the samples. */
  async hasOtherMeetings(): Promise<boolean> {
    const other = (table: 'meeting' | 'deleted_meeting') =>
      this.db
        .selectFrom(table)
        .select('id')
        .where('id', 'not in', this.db.selectFrom('sample_meeting').select('meeting_id'))
        .limit(1)
        .executeTakeFirst()
    return Boolean((await other('meeting')) ?? (await other('deleted_meeting')))
  }

  /** The sample's meeting: the one it was given before a crash, or this one from now on. */
  async meetingOf(name: string, newId: string): Promise<string> {
    await this.db
      .insertInto('sample_meeting')
      .values({ name, meeting_id: newId })
      .onConflict(conflict => conflict.column('name').doNothing())
      .execute()
    const row = await this.db
      .selectFrom('sample_meeting')
      .select('meeting_id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return row.meeting_id
  }
}
