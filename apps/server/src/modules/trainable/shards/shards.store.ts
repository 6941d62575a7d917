import type { TimeRange } from '@livetap/transcript'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import { Store } from '../../../platform/db/store'
import { timedWords } from '../../transcripts'
import { placeEdits } from '../corrections/place-edits.store'
import type {} from '../trainable-tables'
import type { NewShard, Shard } from './shard'
import type { ShardFilter, ShardPage } from './shard-filter'
import { matches } from './shard-filter.store'
import { newShardRow, shardColumns, shardOf } from './shard-row'

const INSERT_BATCH = 200

/** What shards together amount to. */
export interface ShardTotals {
  count: number
  lengthMs: number
  /** Of the FLAC files whose size was kept. */
  audioBytes: number
}

export class ShardsStore extends Store {
  /**
   * Puts these in the place of all the meeting had. A shard that is still the same keeps what people made of it; edits
   * of one that is gone go to the shard whose sound is nearly the same, or wait without a place.
   */
  async replaceAll(meetingId: string, shards: readonly NewShard[]): Promise<void> {
    await this.db.transaction().execute(async tx => {
      const meeting = await tx
        .selectFrom('meeting')
        .select(['id', 'region', 'site_name', 'source', 'started_at'])
        .where('id', '=', meetingId)
        .forKeyShare()
        .executeTakeFirst()
      if (!meeting) return
      const ids = shards.map(({ id }) => id)
      await tx
        .deleteFrom('shard')
        .where('meeting_id', '=', meetingId)
        .where(sql<boolean>`id <> all(${ids}::text[])`)
        .execute()
      for (let at = 0; at < shards.length; at += INSERT_BATCH)
        await upsert(
          tx,
          shards.slice(at, at + INSERT_BATCH).map(shard => newShardRow(meeting, shard)),
        )
      await placeEdits(tx, meetingId)
    })
  }

  async keys(meetingId: string): Promise<string[]> {
    const rows = await this.db
      .selectFrom('shard')
      .select('storage_key')
      .where('meeting_id', '=', meetingId)
      .orderBy('start_offset_ms')
      .execute()
    return rows.map(row => row.storage_key)
  }

  /** In the order of (created second, id), which no later shard changes. */
  async page(filter: ShardFilter, { after, limit }: ShardPage): Promise<Shard[]> {
    let query = this.#shards().where(matches(filter))
    if (after)
      query = query.where(
        sql<boolean>`(shard.created_second, shard.id) > (${after.createdSecond}, ${after.id})`,
      )
    const rows = await query.orderBy('shard.created_second').orderBy('shard.id').limit(limit).execute()
    return rows.map(shardOf)
  }

  async totals(filter: ShardFilter): Promise<ShardTotals> {
    return await this.db
      .selectFrom('shard')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        sql<number>`coalesce(sum(length_ms), 0)::bigint`.as('lengthMs'),
        sql<number>`coalesce(sum(audio_bytes), 0)::bigint`.as('audioBytes'),
      ])
      .where(matches(filter))
      .executeTakeFirstOrThrow()
  }

  async find(id: string): Promise<Shard | undefined> {
    const row = await this.#shards().where('shard.id', '=', id).executeTakeFirst()
    return row && shardOf(row)
  }

  /** By their start. */
  async ofMeeting(meetingId: string): Promise<Shard[]> {
    const rows = await this.#shards()
      .where('shard.meeting_id', '=', meetingId)
      .orderBy('shard.start_offset_ms')
      .orderBy('shard.id')
      .execute()
    return rows.map(shardOf)
  }

  /** Those that sound at some time of the range. */
  async inRange(meetingId: string, range: TimeRange): Promise<Shard[]> {
    const rows = await this.#shards()
      .where('shard.meeting_id', '=', meetingId)
      .where('shard.start_offset_ms', '<', Math.ceil(range.endMs))
      .where('shard.end_offset_ms', '>', Math.floor(range.startMs))
      .orderBy('shard.start_offset_ms')
      .execute()
    return rows.map(shardOf)
  }

  /** The recogniser's words of each shard of a meeting that a person gave a text, by the shard's id. */
  async wordsOfCorrected(meetingId: string) {
    const rows = await this.db
      .selectFrom('shard')
      .select(['id', 'words'])
      .where('meeting_id', '=', meetingId)
      .where('human_text', 'is not', null)
      .execute()
    return new Map(rows.map(({ id, words }) => [id, timedWords(words)]))
  }

  #shards() {
    return this.db
      .selectFrom('shard')
      .innerJoin('meeting', 'meeting.id', 'shard.meeting_id')
      .select(shardColumns)
  }
}

async function upsert(tx: Transaction<DB>, rows: readonly ReturnType<typeof newShardRow>[]): Promise<void> {
  await tx
    .insertInto('shard')
    .values(rows)
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(eb => ({
        storage_key: eb.ref('excluded.storage_key'),
        ci_uuid: eb.ref('excluded.ci_uuid'),
        participant_id: eb.ref('excluded.participant_id'),
        global_participant_id: eb.ref('excluded.global_participant_id'),
        speaker_ids: eb.ref('excluded.speaker_ids'),
        transcript: eb.ref('excluded.transcript'),
        words: eb.ref('excluded.words'),
        turns: eb.ref('excluded.turns'),
        transcript_type: eb.ref('excluded.transcript_type'),
        language_code: eb.ref('excluded.language_code'),
        language_inferred: eb.ref('excluded.language_inferred'),
        peaks: eb.ref('excluded.peaks'),
        audio_bytes: eb.ref('excluded.audio_bytes'),
        confidence: eb.ref('excluded.confidence'),
        meeting_start_ms: eb.ref('excluded.meeting_start_ms'),
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute()
}
