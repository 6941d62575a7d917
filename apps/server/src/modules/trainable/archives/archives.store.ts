import { type ArchiveFailure, type ArchiveFilter, texts } from '@livetap/contract'
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { databaseNow } from '../../../platform/db/database-time'
import type { DB } from '../../../platform/db/schema'
import { Store } from '../../../platform/db/store'
import { isHeld, JobEndedError, type JobLease, type JobsStore } from '../../jobs'
import type { ArchiveTables } from './archive-tables'

export type ArchiveRow = Selectable<ArchiveTables['training_archive']>

export interface ArchiveProgress {
  count: number
  lengthMs: number
  bytes: number
}

export const ARCHIVE_QUEUE = 'archive'
const LISTED = 100
const DAY_MS = 86_400_000

/** Requests for archives, each with a job in the queue of this name. */
export class ArchivesStore extends Store<{ jobs: JobsStore }> {
  /** False where the id is taken. */
  async create(request: {
    requestId: string
    region: string
    filter: ArchiveFilter
    requestedBy: string
    total: number
  }): Promise<boolean> {
    const { requestId, region, filter, requestedBy, total } = request
    return await this.db.transaction().execute(async tx => {
      const row = await tx
        .insertInto('training_archive')
        .values({
          request_id: requestId,
          region,
          filter: JSON.stringify(filter),
          status: 'zip-processing',
          requested_by: requestedBy,
          total,
          finished_at: null,
          storage_key: null,
          reason: null,
          error: null,
        })
        .onConflict(conflict => conflict.column('request_id').doNothing())
        .returning('request_id')
        .executeTakeFirst()
      if (row === undefined) return false
      await this.audited(tx, { target: requestId, fields: { total } })
      return await this.options.jobs.within(tx).enqueue(ARCHIVE_QUEUE, requestId)
    })
  }

  async find(requestId: string): Promise<ArchiveRow | undefined> {
    return await this.db
      .selectFrom('training_archive')
      .selectAll()
      .where('request_id', '=', requestId)
      .executeTakeFirst()
  }

  /** Newest first. */
  async list(region: string): Promise<ArchiveRow[]> {
    return await this.db
      .selectFrom('training_archive')
      .selectAll()
      .where('region', '=', region)
      .orderBy('created_at', 'desc')
      .limit(LISTED)
      .execute()
  }

  /** Throws once the job is no longer ours: cancelled, or taken over. */
  async showProgress(job: JobLease, done: ArchiveProgress, total: number): Promise<void> {
    const { numUpdatedRows } = await this.db
      .updateTable('training_archive')
      .set({ ...progressRow(done), total })
      .where('request_id', '=', job.subject)
      .where(isHeld(job))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new JobEndedError('lost')
  }

  /** Only as long as every meeting in it is there: false when one was deleted. */
  async complete(
    job: JobLease,
    storageKey: string,
    done: ArchiveProgress,
    meetingIds: ReadonlySet<string>,
  ): Promise<boolean> {
    const ids = [...meetingIds]
    return await this.db.transaction().execute(async tx => {
      // Locked, so that a call that deletes one now finds the archive that holds it.
      const { rows } = await sql`
        select id from meeting where id = any(${ids}::text[]) order by id for key share`.execute(tx)
      if (rows.length < ids.length) return false
      await this.options.jobs.within(tx).finish(job, 'done')
      const packed = { ...progressRow(done), total: done.count, storage_key: storageKey }
      await end(tx, job.subject, { status: 'zip-completed', ...packed })
      await sql`
        insert into training_archive_meeting (request_id, meeting_id)
        select ${job.subject}, unnest(${ids}::text[])`.execute(tx)
      return true
    })
  }

  async fail(job: JobLease, error: string): Promise<void> {
    await this.db.transaction().execute(async tx => {
      await this.options.jobs.within(tx).finish(job, 'failed')
      await end(tx, job.subject, { status: 'zip-failed', reason: 'packing_failed', error })
    })
  }

  /** False when it is over already. */
  async cancel(requestId: string): Promise<boolean> {
    return await this.db.transaction().execute(async tx => {
      const isCancelled = await this.options.jobs.within(tx).cancel([ARCHIVE_QUEUE], requestId)
      if (isCancelled) {
        await end(tx, requestId, { status: 'zip-cancelled' })
        await this.audited(tx)
      }
      return isCancelled
    })
  }

  /** The files of archives that hold shards of this meeting; none of them can be downloaded from now on. */
  async withdraw(meetingId: string): Promise<string[]> {
    const rows = await this.db
      .updateTable('training_archive as archive')
      .from('training_archive as before')
      .set(removed('meeting_removed', texts.train.archiveRemovedWithMeeting))
      .whereRef('before.request_id', '=', 'archive.request_id')
      .where('archive.storage_key', 'is not', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('training_archive_meeting')
            .select('meeting_id')
            .whereRef('training_archive_meeting.request_id', '=', 'archive.request_id')
            .where('training_archive_meeting.meeting_id', '=', meetingId),
        ),
      )
      .returning('before.storage_key')
      .execute()
    return rows.map(row => row.storage_key!)
  }

  /** The archives whose file is older than this, and whose row says so from now on. */
  async expire(olderThanMs: number): Promise<string[]> {
    const rows = await this.db
      .updateTable('training_archive as archive')
      .from('training_archive as before')
      .set(removed('expired', texts.train.archiveExpired(olderThanMs / DAY_MS)))
      .whereRef('before.request_id', '=', 'archive.request_id')
      .where('archive.storage_key', 'is not', null)
      .where(sql<boolean>`archive.finished_at < now() - ${olderThanMs} * interval '1 millisecond'`)
      .returning('before.storage_key')
      .execute()
    return rows.map(row => row.storage_key!)
  }
}

async function end(
  tx: Kysely<DB>,
  requestId: string,
  change: Updateable<ArchiveTables['training_archive']>,
): Promise<void> {
  await tx
    .updateTable('training_archive')
    .set({ ...change, finished_at: databaseNow })
    .where('request_id', '=', requestId)
    .execute()
}

const progressRow = ({ count, lengthMs, bytes }: ArchiveProgress) => ({
  count,
  length_ms: Math.round(lengthMs),
  bytes,
})

/** It was packed, and its file is gone. */
const removed = (reason: ArchiveFailure, error: string) => ({
  status: 'zip-failed' as const,
  storage_key: null,
  reason,
  error,
})
