import { sql } from 'kysely'
import { Store } from '../../../platform/db/store'
import type { PassageLine, PassagePlace } from './passages'

/** A meeting whose lines have changed since its passages were made. */
export interface WaitingMeeting {
  meetingId: string
  version: number
  /** Of the embedder that made the passages it has. */
  space: string | null
}

export type KeptPassage = PassagePlace & { id: number }
export type NewPassage = PassagePlace & { vector: Buffer }

/** The longest that is embedded: some hundred hours of speech. */
const MAX_LINES = 100_000
const INSERTED_AT_ONCE = 200

/** Finished meetings alone: while one goes on its passages would be of no use a moment later. */
const waiting = sql`
  from search_meaning join meeting on meeting.id = search_meaning.meeting_id
  where search_meaning.made_version is distinct from search_meaning.version and meeting.status = 'CallEnded'`

export class PassagesStore extends Store {
  /** The one that changed last, once it has rested; another process does not take it for as long. */
  async claim({ restMs, leaseMs }: { restMs: number; leaseMs: number }): Promise<WaitingMeeting | undefined> {
    const { rows } = await sql<WaitingMeeting>`
      update search_meaning set claimed_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where meeting_id = (
        select search_meaning.meeting_id ${waiting}
          and changed_at <= clock_timestamp() - ${restMs} * interval '1 millisecond'
          and (claimed_until is null or claimed_until < clock_timestamp())
        order by changed_at desc limit 1 for update of search_meaning skip locked)
      returning meeting_id as "meetingId", version, space`.execute(this.db)
    return rows[0]
  }

  async extend(meetingId: string, leaseMs: number): Promise<void> {
    await sql`
      update search_meaning set claimed_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where meeting_id = ${meetingId}`.execute(this.db)
  }

  async release(meetingId: string): Promise<void> {
    await sql`update search_meaning set claimed_until = null where meeting_id = ${meetingId}`.execute(this.db)
  }

  /** Without `languages`, those of every language. */
  async lines(meetingId: string, languages: readonly string[] | undefined): Promise<PassageLine[]> {
    const { rows } = await sql<PassageLine>`
      select id, left(text, 100000) as text, array(select jsonb_array_elements_text(speaker_ids)) as speakers
      from utterance where meeting_id = ${meetingId}
        and ${languages ? sql`search_language_of(language_code) = any(${[...languages]}::text[])` : sql`true`}
      order by start_ms, id limit ${MAX_LINES}`.execute(this.db)
    return rows
  }

  async kept(meetingId: string, space: string): Promise<KeptPassage[]> {
    const { rows } = await sql<KeptPassage>`
      select id, line_ids as "lineIds", from_character as "fromCharacter", to_character as "toCharacter"
      from search_passage where meeting_id = ${meetingId} and space = ${space}`.execute(this.db)
    return rows
  }

  /** False where a line has changed meanwhile: nothing is written then. What is not whole goes on waiting. */
  async write(
    { meetingId, version }: WaitingMeeting,
    space: string,
    { keep, add, isWhole }: { keep: readonly number[]; add: readonly NewPassage[]; isWhole: boolean },
  ): Promise<boolean> {
    return await this.db.transaction().execute(async tx => {
      // In the order in which a deletion of the meeting takes its locks.
      const meeting = await sql`select id from meeting where id = ${meetingId} for key share`.execute(tx)
      const { rows } = await sql<{ version: number }>`
        select version from search_meaning where meeting_id = ${meetingId} for update`.execute(tx)
      if (meeting.rows.length === 0 || rows[0]?.version !== version) return false
      await tx
        .deleteFrom('search_passage')
        .where('meeting_id', '=', meetingId)
        .where(sql<boolean>`id <> all(${[...keep]}::bigint[])`)
        .execute()
      for (let at = 0; at < add.length; at += INSERTED_AT_ONCE)
        await tx
          .insertInto('search_passage')
          .values(
            add.slice(at, at + INSERTED_AT_ONCE).map(({ lineIds, fromCharacter, toCharacter, vector }) => {
              return {
                meeting_id: meetingId,
                space,
                line_ids: lineIds,
                from_character: fromCharacter,
                to_character: toCharacter,
                vector,
              }
            }),
          )
          .execute()
      await tx
        .updateTable('search_meaning')
        .set({ ...(isWhole && { made_version: version }), space, claimed_until: null })
        .where('meeting_id', '=', meetingId)
        .execute()
      return true
    })
  }

  /** What another embedder has made is made again; it is not compared until then. */
  async remakeOtherSpaces(space: string): Promise<void> {
    await sql`
      update search_meaning set made_version = null, claimed_until = null
      where space <> ${space} and made_version is not null`.execute(this.db)
  }

  /** From the text of now, by the embedder of now. What is there is found until it is made again. */
  async remakeAll(): Promise<void> {
    await sql`update search_meaning set made_version = null, space = null, claimed_until = null`.execute(
      this.db,
    )
  }

  /** Of the finished meetings those whose passages are to be made. */
  async waiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count ${waiting}`.execute(this.db)
    return rows[0]!.count
  }
}
