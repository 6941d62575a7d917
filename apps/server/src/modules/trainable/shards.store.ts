import type { TimedWord } from '@livetap/transcript'
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/schema'
import { storedWords } from '../past-data'
import type {} from './trainable-tables'

/** A piece of a meeting's audio that may train an engine, with the text it was heard as. */
export interface NewShard {
  id: string
  storageKey: string
  startOffsetMs: number
  endOffsetMs: number
  csi: number | null
  speakerIds: readonly string[]
  transcript: string
  words: readonly TimedWord[]
  transcriptType: string
  languageCode: string
  languageInferred: boolean
  isEvaluation: boolean
}

export class ShardsStore {
  constructor(private readonly db: Kysely<DB>) {}

  async replaceAll(meetingId: string, shards: readonly NewShard[]): Promise<void> {
    await this.db.transaction().execute(async tx => {
      await tx.deleteFrom('shard').where('meeting_id', '=', meetingId).execute()
      for (const shard of shards) await tx.insertInto('shard').values(shardRow(meetingId, shard)).execute()
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
}

const shardRow = (meetingId: string, shard: NewShard) => ({
  id: shard.id,
  meeting_id: meetingId,
  storage_key: shard.storageKey,
  start_offset_ms: Math.round(shard.startOffsetMs),
  end_offset_ms: Math.round(shard.endOffsetMs),
  csi: shard.csi,
  speaker_ids: JSON.stringify(shard.speakerIds),
  transcript: shard.transcript,
  words: JSON.stringify(storedWords(shard.words)),
  transcript_type: shard.transcriptType,
  language_code: shard.languageCode,
  language_inferred: shard.languageInferred,
  is_evaluation: shard.isEvaluation,
})
