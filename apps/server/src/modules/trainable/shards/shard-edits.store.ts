import type { HumanSource, VersionKind } from '@livetap/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import { Store } from '../../../platform/db/store'
import { type Viewer, visibleMeetings } from '../../access'
import type { TrainableTables } from '../trainable-tables'
import type { Shard } from './shard'

export interface NewText {
  text: string
  by: string
  source: HumanSource
}

/** One text that a person gave a shard. */
export interface ShardVersion extends NewText {
  shardId: string
  version: number
  before: string
  at: Date
  kind: VersionKind
}

export interface UnplacedEdit {
  meetingId: string
  csi: number | null
  startOffsetMs: number
  endOffsetMs: number
  kind: 'transcript' | 'unusable'
  text: string
  before: string
  by: string
  at: Date
}

const MAX_UNPLACED = 500

/** What people make of shards: every change stays, with who made it, when, and what it replaced. */
export class ShardEditsStore extends Store {
  /** The new version; nothing when the shard is not at `basis` any more. */
  async record(shard: Shard, basis: number, edit: NewText): Promise<ShardVersion | undefined> {
    return await this.db.transaction().execute(async tx => {
      const at = new Date()
      const version = basis + 1
      const before = await tx
        .selectFrom('shard')
        .select(sql<string>`coalesce(human_text, transcript)`.as('text'))
        .where('id', '=', shard.id)
        .where('version', '=', basis)
        .forUpdate()
        .executeTakeFirst()
      if (!before) return undefined
      await tx
        .updateTable('shard')
        .set({
          version,
          human_text: edit.text,
          human_by: edit.by,
          human_at: at,
          human_source: edit.source,
          updated_at: at,
        })
        .where('id', '=', shard.id)
        .execute()
      await this.#add(tx, shard, { ...edit, kind: 'transcript', version, before: before.text, at })
      await this.audited(tx, { fields: { version } })
      return {
        ...edit,
        shardId: shard.id,
        version,
        before: before.text,
        at,
        kind: kindOf(edit.text, before.text),
      }
    })
  }

  /** Of all these shards, newest first. */
  async versions(shardIds: readonly string[]): Promise<ShardVersion[]> {
    if (shardIds.length === 0) return []
    const rows = await this.db
      .selectFrom('shard_edit')
      .selectAll()
      .where('shard_id', 'in', shardIds)
      .where('kind', '=', 'transcript')
      .orderBy('version', 'desc')
      .execute()
    return rows.flatMap(versionOf)
  }

  /** Null takes the mark away. False when there is no such shard any more. */
  async mark(shard: Shard, reason: string | null, by: string, at: Date): Promise<boolean> {
    return await this.db.transaction().execute(async tx => {
      const { numUpdatedRows } = await tx
        .updateTable('shard')
        .set({
          unusable_reason: reason,
          unusable_by: reason === null ? null : by,
          unusable_at: reason === null ? null : at,
          updated_at: at,
        })
        .where('id', '=', shard.id)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      const before = shard.unusable?.reason ?? ''
      await this.#add(tx, shard, {
        kind: reason === null ? 'usable' : 'unusable',
        version: null,
        text: reason ?? '',
        before,
        by,
        source: 'trainer',
        at,
      })
      await this.audited(tx, { fields: { usable: reason === null } })
      return true
    })
  }

  /** What stands last of the edits of sound that no shard holds any more, newest first. */
  async unplaced(viewer: Viewer, region: string, meetingId?: string): Promise<UnplacedEdit[]> {
    let query = this.db
      .selectFrom('shard_edit')
      .innerJoin('meeting', 'meeting.id', 'shard_edit.meeting_id')
      .selectAll('shard_edit')
      .distinctOn([
        'shard_edit.meeting_id',
        'shard_edit.csi',
        'shard_edit.start_offset_ms',
        'shard_edit.end_offset_ms',
        sql`shard_edit.kind = 'transcript'`,
      ])
      .where('shard_edit.shard_id', 'is', null)
      .where('meeting.region', '=', region)
      .where(visibleMeetings(viewer))
    if (meetingId !== undefined) query = query.where('shard_edit.meeting_id', '=', meetingId)
    const last = query
      .orderBy('shard_edit.meeting_id')
      .orderBy('shard_edit.csi')
      .orderBy('shard_edit.start_offset_ms')
      .orderBy('shard_edit.end_offset_ms')
      .orderBy(sql`shard_edit.kind = 'transcript'`)
      .orderBy('shard_edit.id', 'desc')
    const rows = await this.db
      .selectFrom(last.as('last'))
      .selectAll()
      .orderBy('id', 'desc')
      .limit(MAX_UNPLACED)
      .execute()
    return rows.flatMap(row =>
      row.kind === 'usable'
        ? []
        : {
            meetingId: row.meeting_id,
            csi: row.csi,
            startOffsetMs: row.start_offset_ms,
            endOffsetMs: row.end_offset_ms,
            kind: row.kind,
            text: row.text,
            before: row.kind === 'transcript' ? row.before : '',
            by: row.edited_by,
            at: row.edited_at,
          },
    )
  }

  async #add(
    tx: Transaction<DB>,
    shard: Shard,
    edit: NewText &
      Pick<Selectable<TrainableTables['shard_edit']>, 'kind' | 'version' | 'before'> & { at: Date },
  ): Promise<void> {
    await tx
      .insertInto('shard_edit')
      .values({
        meeting_id: shard.meetingId,
        shard_id: shard.id,
        csi: shard.csi,
        participant_id: shard.participantId,
        start_offset_ms: shard.startOffsetMs,
        end_offset_ms: shard.endOffsetMs,
        kind: edit.kind,
        version: edit.version,
        text: edit.text,
        before: edit.before,
        source: edit.source,
        edited_by: edit.by,
        edited_at: edit.at,
      })
      .execute()
  }
}

/** A text that was saved as it stood was read and found right. */
const kindOf = (text: string, before: string): VersionKind => (text === before ? 'confirmed' : 'edited')

const versionOf = (row: Selectable<TrainableTables['shard_edit']>): ShardVersion[] =>
  row.shard_id === null || row.version === null
    ? []
    : [
        {
          shardId: row.shard_id,
          version: row.version,
          text: row.text,
          before: row.before,
          source: row.source,
          by: row.edited_by,
          at: row.edited_at,
          kind: kindOf(row.text, row.before),
        },
      ]
