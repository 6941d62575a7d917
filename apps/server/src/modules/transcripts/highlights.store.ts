import type { TimeRange } from '@livetap/transcript'
import type { Selectable } from 'kysely'
import { Store } from '../../platform/db/store'
import { touchTranscript } from './transcript-revision.store'
import type { TranscriptTables } from './transcript-tables'

export interface StoredHighlight {
  id: string
  startMs: number
  endMs: number
  text: string
  csis: readonly number[]
  source: string
  label: string
  trigger: { type: string; by?: string; word?: string }
  createdBy: string | null
}

export class HighlightsStore extends Store {
  async list(meetingId: string): Promise<StoredHighlight[]> {
    const rows = await this.db
      .selectFrom('highlight')
      .selectAll()
      .where('meeting_id', '=', meetingId)
      .orderBy('start_ms')
      .orderBy('id')
      .execute()
    return rows.map(highlightOf)
  }

  /** The same id again changes nothing: a call repeated after a lost answer makes no second highlight. */
  async add(meetingId: string, highlight: StoredHighlight): Promise<StoredHighlight> {
    await this.withEntry(
      db => this.within(db).#insert(meetingId, highlight),
      isNew => (isNew ? {} : undefined),
    )
    const row = await this.db
      .selectFrom('highlight')
      .selectAll()
      .where('meeting_id', '=', meetingId)
      .where('id', '=', highlight.id)
      .executeTakeFirstOrThrow()
    return highlightOf(row)
  }

  async #insert(meetingId: string, highlight: StoredHighlight): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.db
      .insertInto('highlight')
      .values(highlightRow(meetingId, highlight))
      .onConflict(conflict => conflict.columns(['meeting_id', 'id']).doNothing())
      .executeTakeFirst()
    const isNew = numInsertedOrUpdatedRows === 1n
    if (isNew) await touchTranscript(this.db, meetingId)
    return isNew
  }

  /** Puts these in the place of the ones no one made by hand. */
  async replaceFound(meetingId: string, highlights: readonly StoredHighlight[]): Promise<void> {
    await this.db.transaction().execute(async tx => {
      await tx
        .deleteFrom('highlight')
        .where('meeting_id', '=', meetingId)
        .where('created_by', 'is', null)
        .execute()
      for (const highlight of highlights) {
        await tx.insertInto('highlight').values(highlightRow(meetingId, highlight)).execute()
      }
      await touchTranscript(tx, meetingId)
    })
  }

  /** Every one that overlaps the range. */
  async deleteWithin(meetingId: string, { startMs, endMs }: TimeRange): Promise<void> {
    await this.db
      .deleteFrom('highlight')
      .where('meeting_id', '=', meetingId)
      .where('start_ms', '<', Math.ceil(endMs))
      .where('end_ms', '>', Math.floor(startMs))
      .execute()
  }

  async delete(meetingId: string, id: string): Promise<boolean> {
    return await this.withEntry(
      db => this.within(db).#remove(meetingId, id),
      isRemoved => (isRemoved ? {} : undefined),
    )
  }

  async #remove(meetingId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('highlight')
      .where('meeting_id', '=', meetingId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await touchTranscript(this.db, meetingId)
    return true
  }
}

function highlightRow(meetingId: string, highlight: StoredHighlight) {
  return {
    meeting_id: meetingId,
    id: highlight.id,
    start_ms: Math.round(highlight.startMs),
    end_ms: Math.round(highlight.endMs),
    text: highlight.text,
    csis: JSON.stringify(highlight.csis),
    source: highlight.source,
    label: highlight.label,
    trigger_type: highlight.trigger.type,
    trigger_by: highlight.trigger.by ?? null,
    trigger_word: highlight.trigger.word ?? null,
    created_by: highlight.createdBy,
  }
}

function highlightOf(row: Selectable<TranscriptTables['highlight']>): StoredHighlight {
  return {
    id: row.id,
    startMs: row.start_ms,
    endMs: row.end_ms,
    text: row.text,
    csis: row.csis,
    source: row.source,
    label: row.label,
    trigger: {
      type: row.trigger_type,
      by: row.trigger_by ?? undefined,
      word: row.trigger_word ?? undefined,
    },
    createdBy: row.created_by,
  }
}
