import { type ArchiveFailure, type ArchiveFilter, type ArchiveStatus, texts } from '@livetap/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import { notSilent } from '../../nodes'
import type { ArchiveTables } from './archive-tables'

export type ArchiveRow = Selectable<ArchiveTables['training_archive']>

/** The right to write for an archive that is being packed. */
export interface ArchiveLease {
  requestId: string
  token: string
}

export interface ClaimedArchive extends ArchiveLease {
  region: string
  filter: ArchiveFilter
  requestedBy: string
  createdAt: Date
  /** How many workers died over it. */
  takeovers: number
}

export interface ArchiveProgress {
  count: number
  lengthMs: number
  bytes: number
}

const LISTED = 100
const DAY_MS = 86_400_000

export type Completion = 'completed' | 'lost' | 'meeting deleted'

/** Requests for archives. The table is the queue as well: one is claimed where nobody who lives holds it. */
export class ArchivesStore {
  constructor(private readonly db: Kysely<DB>) {}

  /** False where the id is taken. */
  async create(request: {
    requestId: string
    region: string
    filter: ArchiveFilter
    requestedBy: string
    total: number
  }): Promise<boolean> {
    const { requestId, region, filter, requestedBy, total } = request
    const row = await this.db
      .insertInto('training_archive')
      .values({
        request_id: requestId,
        region,
        filter: JSON.stringify(filter),
        status: 'zip-processing',
        requested_by: requestedBy,
        total,
        finished_at: null,
        worker_id: null,
        token: null,
        storage_key: null,
        reason: null,
        error: null,
      })
      .onConflict(conflict => conflict.column('request_id').doNothing())
      .returning('request_id')
      .executeTakeFirst()
    return row !== undefined
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

  /** The oldest one that waits, or whose worker has been silent for too long. */
  async claim(workerId: string, silentMs: number): Promise<ClaimedArchive | undefined> {
    const row = await this.db
      .updateTable('training_archive')
      .set({
        worker_id: workerId,
        token: sql<string>`gen_random_uuid()`,
        takeovers: sql<number>`takeovers + (worker_id is not null)::int`,
        count: 0,
        length_ms: 0,
        bytes: 0,
      })
      .where(
        'request_id',
        '=',
        // A worker packs one at a time: what it holds while it asks for another was left behind.
        sql<string>`(
          select waiting.request_id from training_archive as waiting
          where waiting.status = 'zip-processing' and (
            waiting.worker_id is null or waiting.worker_id = ${workerId} or
            not exists (select 1 from node where node.pod = waiting.worker_id and ${notSilent(silentMs)})
          )
          order by waiting.created_at limit 1 for update skip locked)`,
      )
      .returningAll()
      .executeTakeFirst()
    return (
      row && {
        requestId: row.request_id,
        token: row.token!,
        region: row.region,
        filter: row.filter,
        requestedBy: row.requested_by,
        createdAt: row.created_at,
        takeovers: row.takeovers,
      }
    )
  }

  /** For another worker to take. */
  async release(lease: ArchiveLease): Promise<void> {
    await this.#change(lease, { worker_id: null, token: null })
  }

  /** False once the archive is no longer ours: cancelled, or taken over. */
  async showProgress(lease: ArchiveLease, done: ArchiveProgress, total?: number): Promise<boolean> {
    return await this.#change(lease, { ...progressRow(done), ...(total !== undefined && { total }) })
  }

  /** Only as long as every meeting in it is there. */
  async complete(
    lease: ArchiveLease,
    storageKey: string,
    done: ArchiveProgress,
    meetingIds: ReadonlySet<string>,
  ): Promise<Completion> {
    const ids = [...meetingIds]
    return await this.db.transaction().execute(async tx => {
      // Locked, so that whoever deletes one now finds the archive that holds it.
      const { rows } = await sql`
        select id from meeting where id = any(${ids}::text[]) order by id for key share`.execute(tx)
      if (rows.length < ids.length) return 'meeting deleted'
      const change = { ...progressRow(done), ...ended('zip-completed'), total: done.count }
      if (!(await changeHeld(tx, lease, { ...change, storage_key: storageKey }))) return 'lost'
      await sql`
        insert into training_archive_meeting (request_id, meeting_id)
        select ${lease.requestId}, unnest(${ids}::text[])`.execute(tx)
      return 'completed'
    })
  }

  async fail(lease: ArchiveLease, error: string): Promise<boolean> {
    return await this.#change(lease, { ...ended('zip-failed'), reason: 'packing_failed', error })
  }

  /** False when it is over already. */
  async cancel(requestId: string): Promise<boolean> {
    const row = await this.db
      .updateTable('training_archive')
      .set(ended('zip-cancelled'))
      .where('request_id', '=', requestId)
      .where('status', '=', 'zip-processing')
      .returning('request_id')
      .executeTakeFirst()
    return row !== undefined
  }

  /** The files of archives that hold utterances of this meeting; none of them can be downloaded from now on. */
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

  #change(lease: ArchiveLease, change: object): Promise<boolean> {
    return changeHeld(this.db, lease, change)
  }
}

async function changeHeld(db: Kysely<DB>, lease: ArchiveLease, change: object): Promise<boolean> {
  const row = await db
    .updateTable('training_archive')
    .set(change)
    .where('request_id', '=', lease.requestId)
    .where('token', '=', lease.token)
    .where('status', '=', 'zip-processing')
    .returning('request_id')
    .executeTakeFirst()
  return row !== undefined
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

const ended = (status: ArchiveStatus) => ({ status, token: null, worker_id: null, finished_at: new Date() })
