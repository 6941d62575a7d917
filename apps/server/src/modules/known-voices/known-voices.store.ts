import type { KnownVoice } from '@livetap/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/db/schema'
import { Store } from '../../platform/db/store'
import type {} from './known-voice-tables'
import { LISTENING_ATTEMPTS } from './voice-prints.store'

export interface NamedSpeaker {
  userId: string
  meetingId: string
  speakerId: string
  name: string
}

/** Whose voices are kept, under which names, and what is proposed by them. */
export class KnownVoicesStore extends Store {
  async isOn(userId: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('voice_memory')
      .select('user_id')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row !== undefined
  }

  async turnOn(userId: string): Promise<void> {
    const insert = (db: Kysely<DB>) =>
      db
        .insertInto('voice_memory')
        .values({ user_id: userId })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    await this.withEntry(insert, () => ({ fields: { known_voices: true } }))
  }

  /** All prints go with it. */
  async turnOff(userId: string): Promise<void> {
    await this.withEntry(
      db => db.deleteFrom('voice_memory').where('user_id', '=', userId).execute(),
      () => ({ fields: { known_voices: false } }),
    )
  }

  /** One entry per name: the newest of its prints, and whether any of them can be used. */
  async list(userId: string): Promise<KnownVoice[]> {
    const { rows } = await sql<Omit<KnownVoice, 'named_at'> & { named_at: Date }>`
      select distinct on (lower(print.name), print.name)
        print.id, print.name, print.meeting_id, meeting.title as meeting_title, print.named_at,
        (count(*) over same_name)::integer as meetings,
        case
          when bool_or(print.print is not null) over same_name then 'kept'
          when bool_or(print.attempts < ${LISTENING_ATTEMPTS}) over same_name then 'waiting'
          else 'failed'
        end as state
      from voice_print print join meeting on meeting.id = print.meeting_id
      where print.user_id = ${userId}
      window same_name as (partition by print.name)
      order by lower(print.name), print.name, print.named_at desc
    `.execute(this.db)
    return rows.map(row => ({ ...row, named_at: row.named_at.toISOString() }))
  }

  /** False where the user does not want voices to be kept. The sound stays the same: a print that is there is kept. */
  async name({ userId, meetingId, speakerId, name }: NamedSpeaker): Promise<boolean> {
    const { numAffectedRows } = await sql`
      insert into voice_print (user_id, meeting_id, speaker_id, name)
      select user_id, ${meetingId}, ${speakerId}, ${name} from voice_memory where user_id = ${userId}
      on conflict (meeting_id, speaker_id)
        do update set name = excluded.name, named_at = now(), attempts = 0
    `.execute(this.db)
    return (numAffectedRows ?? 0n) > 0n
  }

  async forgetSpeaker(meetingId: string, speakerId: string): Promise<void> {
    await this.db
      .deleteFrom('voice_print')
      .where('meeting_id', '=', meetingId)
      .where('speaker_id', '=', speakerId)
      .execute()
  }

  /** All prints of the name that this one has; false where there is none such. */
  async delete(userId: string, id: string): Promise<boolean> {
    const remove = (db: Kysely<DB>) =>
      db
        .deleteFrom('voice_print')
        .where('user_id', '=', userId)
        .where('name', 'in', query =>
          query.selectFrom('voice_print').select('name').where('id', '=', id).where('user_id', '=', userId),
        )
        .executeTakeFirst()
    const noteOf = (deleted: { numDeletedRows: bigint }) => (deleted.numDeletedRows > 0n ? {} : undefined)
    return (await this.withEntry(remove, noteOf)).numDeletedRows > 0n
  }

  async deleteAll(userId: string): Promise<void> {
    await this.withEntry(
      db => db.deleteFrom('voice_print').where('user_id', '=', userId).execute(),
      () => ({}),
    )
  }

  /** Of speakers who have no name yet. */
  async proposals(meetingId: string): Promise<{ speakerId: string; name: string }[]> {
    return await this.db
      .selectFrom('voice_proposal as proposal')
      .innerJoin('voice_print as print', 'print.id', 'proposal.print_id')
      .leftJoin('speaker_name as named', join =>
        join
          .onRef('named.meeting_id', '=', 'proposal.meeting_id')
          .onRef('named.speaker_id', '=', 'proposal.speaker_id'),
      )
      .select(['proposal.speaker_id as speakerId', 'print.name'])
      .where('proposal.meeting_id', '=', meetingId)
      .where('proposal.dismissed_at', 'is', null)
      .where('named.name', 'is', null)
      .orderBy('proposal.speaker_id')
      .execute()
  }

  /** False where nothing is proposed for the speaker. */
  async dismiss(meetingId: string, speakerId: string): Promise<boolean> {
    const update = (db: Kysely<DB>) =>
      db
        .updateTable('voice_proposal')
        .set({ dismissed_at: new Date() })
        .where('meeting_id', '=', meetingId)
        .where('speaker_id', '=', speakerId)
        .executeTakeFirst()
    const noteOf = (updated: { numUpdatedRows: bigint }) => (updated.numUpdatedRows > 0n ? {} : undefined)
    return (await this.withEntry(update, noteOf)).numUpdatedRows > 0n
  }
}
