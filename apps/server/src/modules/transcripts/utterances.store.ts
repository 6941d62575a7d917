import type { TimeRange } from '@livetap/transcript'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/db/schema'
import { Store } from '../../platform/db/store'
import { keepVersion } from './keep-version.store'
import { touchTranscript } from './transcript-revision.store'
import type { NewUtterance, StoredUtterance, UtteranceEditRecord, UtteranceVersionRecord } from './utterance'
import { newUtteranceRow, storedSegments, storedWords, utteranceOf } from './utterance-row'
import { utteranceWithout } from './utterance-without'

const INSERT_BATCH = 200

export interface UtterancePage {
  limit: number
  /** The last one already read. */
  after?: { startMs: number; id: string }
  /** How many to pass over; reading on from there goes by `after`. */
  offset?: number
}

export class UtterancesStore extends Store {
  /** Puts these in the place of all the meeting had; one transaction, so a reader sees the old or the new. */
  async replaceAll(meetingId: string, utterances: readonly NewUtterance[]): Promise<void> {
    await this.db.transaction().execute(async tx => {
      await tx.deleteFrom('utterance').where('meeting_id', '=', meetingId).execute()
      await insertAll(tx, meetingId, utterances)
      await touchTranscript(tx, meetingId)
    })
  }

  /** Adds all of them or, where one part fails, none; parts are taken one after the other. */
  async addParts(meetingId: string, parts: AsyncIterable<readonly NewUtterance[]>): Promise<void> {
    await this.db.transaction().execute(async tx => {
      for await (const part of parts) await insertAll(tx, meetingId, part)
      await touchTranscript(tx, meetingId)
    })
  }

  /**
   * Puts new text in the place of some of the present; one transaction, so a reader sees the old or the new. No one edits
   * meanwhile: `decide` sees every edit that was saved before.
   */
  async rewrite(
    meetingId: string,
    decide: (present: StoredUtterance[]) => { removed: readonly string[]; added: readonly NewUtterance[] },
  ): Promise<void> {
    await this.db.transaction().execute(async tx => {
      const rows = await tx
        .selectFrom('utterance')
        .selectAll()
        .where('meeting_id', '=', meetingId)
        .orderBy('start_ms')
        .orderBy('id')
        .forUpdate()
        .execute()
      const { removed, added } = decide(rows.map(row => utteranceOf({ ...row, original_text: null })))
      for (let at = 0; at < removed.length; at += INSERT_BATCH)
        await tx
          .deleteFrom('utterance')
          .where('id', 'in', removed.slice(at, at + INSERT_BATCH))
          .execute()
      await insertAll(tx, meetingId, added)
      await touchTranscript(tx, meetingId)
    })
  }

  /** Adds one (a live final); the same id again changes nothing. */
  async add(meetingId: string, utterance: NewUtterance): Promise<void> {
    await this.db
      .insertInto('utterance')
      .values(newUtteranceRow(meetingId, utterance))
      .onConflict(conflict => conflict.column('id').doNothing())
      .execute()
    await touchTranscript(this.db, meetingId)
  }

  /** Takes the words out that overlap the range; an utterance without any goes, and earlier versions with their words. */
  async cutOut(meetingId: string, range: TimeRange): Promise<void> {
    const rows = await this.db
      .selectFrom('utterance')
      .selectAll()
      .where('meeting_id', '=', meetingId)
      .where('start_ms', '<', Math.ceil(range.endMs))
      .where('end_ms', '>=', Math.floor(range.startMs))
      .forUpdate()
      .execute()
    for (const before of rows.map(row => utteranceOf({ ...row, original_text: null }))) {
      const after = utteranceWithout(before, [range])
      if (after === before) continue
      await this.db.deleteFrom('utterance_version').where('utterance_id', '=', before.id).execute()
      if (after)
        await this.db
          .updateTable('utterance')
          .set(newUtteranceRow(meetingId, after))
          .where('id', '=', before.id)
          .execute()
      else await this.db.deleteFrom('utterance').where('id', '=', before.id).execute()
    }
    if (rows.length > 0) await touchTranscript(this.db, meetingId)
  }

  async count(meetingId: string): Promise<number> {
    const { count } = await this.db
      .selectFrom('utterance')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('meeting_id', '=', meetingId)
      .executeTakeFirstOrThrow()
    return count
  }

  /** In the order of the transcript: by start, then by id. */
  async page(meetingId: string, { limit, after, offset = 0 }: UtterancePage): Promise<StoredUtterance[]> {
    let query = this.#withOriginal().where('utterance.meeting_id', '=', meetingId)
    if (after)
      query = query.where(sql<boolean>`(utterance.start_ms, utterance.id) > (${after.startMs}, ${after.id})`)
    const ordered = query.orderBy('utterance.start_ms').orderBy('utterance.id')
    const rows = await ordered.limit(limit).offset(offset).execute()
    return rows.map(utteranceOf)
  }

  /** Audio sources heard between the two moments. */
  async csisBetween(meetingId: string, startMs: number, endMs: number): Promise<number[]> {
    const rows = await this.db
      .selectFrom('utterance')
      .select('csis')
      .where('meeting_id', '=', meetingId)
      .where('start_ms', '<=', Math.round(endMs))
      .where('end_ms', '>=', Math.round(startMs))
      .execute()
    return [...new Set(rows.flatMap(row => row.csis))].sort((a, b) => a - b)
  }

  /** Those that sound at some time of the range, by their start. */
  async inRange(meetingId: string, range: TimeRange): Promise<StoredUtterance[]> {
    const rows = await this.#withOriginal()
      .where('utterance.meeting_id', '=', meetingId)
      .where('utterance.start_ms', '<', Math.ceil(range.endMs))
      .where('utterance.end_ms', '>', Math.floor(range.startMs))
      .orderBy('utterance.start_ms')
      .orderBy('utterance.id')
      .execute()
    return rows.map(utteranceOf)
  }

  /** The last that begin before a moment and the first that end after another one, each by their start. */
  async around(
    meetingId: string,
    { startMs, endMs }: TimeRange,
    limit: number,
  ): Promise<{ before: StoredUtterance[]; after: StoredUtterance[] }> {
    const ofMeeting = this.#withOriginal().where('utterance.meeting_id', '=', meetingId).limit(limit)
    const [before, after] = await Promise.all([
      ofMeeting
        .where('utterance.start_ms', '<', startMs)
        .orderBy('utterance.start_ms', 'desc')
        .orderBy('utterance.id', 'desc')
        .execute(),
      ofMeeting
        .where('utterance.end_ms', '>', endMs)
        .orderBy('utterance.start_ms')
        .orderBy('utterance.id')
        .execute(),
    ])
    return { before: before.reverse().map(utteranceOf), after: after.map(utteranceOf) }
  }

  async find(meetingId: string, id: string): Promise<StoredUtterance | undefined> {
    const row = await this.#withOriginal()
      .where('utterance.meeting_id', '=', meetingId)
      .where('utterance.id', '=', id)
      .executeTakeFirst()
    return row && utteranceOf(row)
  }

  #withOriginal() {
    return this.db
      .selectFrom('utterance')
      .leftJoin('utterance_version as original', join =>
        join.onRef('original.utterance_id', '=', 'utterance.id').on('original.version', '=', 0),
      )
      .selectAll('utterance')
      .select('original.text as original_text')
  }

  /** Keeps the text it replaces as a version. Nothing when another user was faster. */
  async edit(before: StoredUtterance, edit: UtteranceEditRecord): Promise<StoredUtterance | undefined> {
    return await this.db.transaction().execute(async tx => {
      const row = await tx
        .updateTable('utterance')
        .set({
          text: edit.text,
          words: JSON.stringify(storedWords(edit.words)),
          speaker_segments: JSON.stringify(storedSegments(edit.speakerSegments)),
          version: before.version + 1,
          edited_by: edit.editedBy,
          edited_at: new Date(),
        })
        .where('id', '=', before.id)
        .where('version', '=', before.version)
        .returningAll()
        .executeTakeFirst()
      if (!row) return undefined
      await keepVersion(tx, before)
      await touchTranscript(tx, before.meetingId)
      await this.audited(tx, { fields: { version: row.version } })
      return utteranceOf({ ...row, original_text: before.originalText })
    })
  }

  /** What earlier edits replaced, newest first. */
  async earlierVersions(id: string): Promise<UtteranceVersionRecord[]> {
    return await this.db
      .selectFrom('utterance_version')
      .select(['version', 'text', 'edited_by as editedBy', 'edited_at as editedAt'])
      .where('utterance_id', '=', id)
      .orderBy('version', 'desc')
      .execute()
  }
}

async function insertAll(
  tx: Kysely<DB>,
  meetingId: string,
  utterances: readonly NewUtterance[],
): Promise<void> {
  for (let at = 0; at < utterances.length; at += INSERT_BATCH) {
    const rows = utterances.slice(at, at + INSERT_BATCH).map(one => newUtteranceRow(meetingId, one))
    await tx.insertInto('utterance').values(rows).execute()
  }
}
