import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../platform/db/schema'
import { Store } from '../../platform/db/store'
import { keepVersion } from './keep-version.store'
import { touchTranscript } from './transcript-revision.store'
import type { NewUtterance, StoredUtterance } from './utterance'
import { newUtteranceRow, utteranceOf } from './utterance-row'

export interface LineChangeRecord {
  meetingId: string
  /** As they were read: nothing happens when one of them has changed since. */
  before: readonly StoredUtterance[]
  /** A line of `before` with the same id is changed, another one is new. */
  after: readonly NewUtterance[]
  madeBy: string
}

export interface ChangedLines {
  changeId?: string
  removed: string[]
  ids: string[]
}

/** What is kept of a change to take it back by. */
interface Snapshot {
  utterances: object[]
  versions: object[]
}
type Versioned = { id: string; version: number }

/** Older changes of a meeting cannot be taken back any more. */
const KEPT_CHANGES = 100

export class LineChangesStore extends Store {
  /** Nothing when another user was faster. */
  async apply({ meetingId, before, after, madeBy }: LineChangeRecord): Promise<ChangedLines | undefined> {
    return await this.db.transaction().execute(async tx => {
      const ids = before.map(({ id }) => id)
      if (!(await isCurrent(tx, before))) return undefined
      const snapshot = await snapshotOf(tx, ids)
      const removed = ids.filter(id => !after.some(one => one.id === id))
      const changed: Versioned[] = []
      for (const line of after) changed.push(await this.#put(tx, meetingId, line, before, madeBy))
      if (removed.length > 0) await tx.deleteFrom('utterance').where('id', 'in', removed).execute()
      const changeId = randomUUID()
      await tx
        .insertInto('line_change')
        .values({
          id: changeId,
          meeting_id: meetingId,
          made_by: madeBy,
          before: JSON.stringify(snapshot),
          after: JSON.stringify(changed),
        })
        .execute()
      await forgetOld(tx, meetingId)
      await touchTranscript(tx, meetingId)
      await this.audited(tx)
      return { changeId, removed, ids: changed.map(({ id }) => id) }
    })
  }

  /** Puts back what was there, as newer versions; `changed` when a line of the change is not as it left it. */
  async undo(meetingId: string, changeId: string): Promise<ChangedLines | 'unknown' | 'changed'> {
    return await this.db.transaction().execute(async tx => {
      const change = await tx
        .selectFrom('line_change')
        .selectAll()
        .where('meeting_id', '=', meetingId)
        .where('id', '=', changeId)
        .forUpdate()
        .executeTakeFirst()
      if (!change) return 'unknown'
      if (!(await isCurrent(tx, change.after))) return 'changed'
      const made = change.after.map(({ id }) => id)
      await tx.deleteFrom('utterance').where('id', 'in', made).execute()
      await putBack(tx, change.before, Math.max(...change.after.map(({ version }) => version)))
      await tx.deleteFrom('line_change').where('id', '=', changeId).execute()
      await touchTranscript(tx, meetingId)
      await this.audited(tx)
      const ids = change.before.utterances.map(row => (row as { id: string }).id)
      return { removed: made.filter(id => !ids.includes(id)), ids }
    })
  }

  async #put(
    tx: Transaction<DB>,
    meetingId: string,
    line: NewUtterance,
    before: readonly StoredUtterance[],
    madeBy: string,
  ): Promise<Versioned> {
    const row = { ...newUtteranceRow(meetingId, line), edited_by: madeBy, edited_at: new Date() }
    const old = before.find(({ id }) => id === line.id)
    const version = (old?.version ?? 0) + 1
    if (!old) {
      await tx
        .insertInto('utterance')
        .values({ ...row, version })
        .execute()
      return { id: line.id, version }
    }
    await tx
      .updateTable('utterance')
      .set({ ...row, version })
      .where('id', '=', line.id)
      .execute()
    if (old.text !== line.text) await keepVersion(tx, old)
    return { id: line.id, version }
  }

  /** The line that follows in the order of the transcript. */
  async next(meetingId: string, { startMs, id }: StoredUtterance): Promise<StoredUtterance | undefined> {
    const row = await this.db
      .selectFrom('utterance')
      .selectAll()
      .where('meeting_id', '=', meetingId)
      .where(sql<boolean>`(start_ms, id) > (${startMs}, ${id})`)
      .orderBy('start_ms')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return row && utteranceOf({ ...row, original_text: null })
  }
}

async function isCurrent(tx: Transaction<DB>, lines: readonly Versioned[]): Promise<boolean> {
  const ids = lines.map(({ id }) => id)
  const rows = await tx
    .selectFrom('utterance')
    .select(['id', 'version'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return lines.every(line => rows.some(({ id, version }) => id === line.id && version === line.version))
}

async function snapshotOf(tx: Transaction<DB>, ids: readonly string[]): Promise<Snapshot> {
  const utterances = await sql<{ row: object }>`
    select to_jsonb(utterance) as row from utterance where id in (${sql.join(ids)}) order by start_ms, id`.execute(
    tx,
  )
  const versions = await sql<{ row: object }>`
    select to_jsonb(utterance_version) as row from utterance_version where utterance_id in (${sql.join(ids)})`.execute(
    tx,
  )
  return { utterances: utterances.rows.map(({ row }) => row), versions: versions.rows.map(({ row }) => row) }
}

/** A version that was seen never stands for another content: what is put back gets one behind them all. */
async function putBack(tx: Transaction<DB>, snapshot: Snapshot, seen: number): Promise<void> {
  const ids = snapshot.utterances.map(row => (row as { id: string }).id)
  await sql`insert into utterance select * from jsonb_populate_recordset(null::utterance, ${JSON.stringify(snapshot.utterances)}::jsonb)`.execute(
    tx,
  )
  await sql`insert into utterance_version select * from jsonb_populate_recordset(null::utterance_version, ${JSON.stringify(snapshot.versions)}::jsonb)`.execute(
    tx,
  )
  await tx
    .updateTable('utterance')
    .set({ version: sql<number>`greatest(version, ${seen}) + 1` })
    .where('id', 'in', ids)
    .execute()
}

async function forgetOld(tx: Transaction<DB>, meetingId: string): Promise<void> {
  const kept = tx
    .selectFrom('line_change')
    .select('id')
    .where('meeting_id', '=', meetingId)
    .orderBy('made_at', 'desc')
    .limit(KEPT_CHANGES)
  await tx.deleteFrom('line_change').where('meeting_id', '=', meetingId).where('id', 'not in', kept).execute()
}
