import { type Selectable, sql } from 'kysely'
import { databaseNow, fromDatabaseNow } from '../../platform/db/database-time'
import { Store } from '../../platform/db/store'
import type { ResumableState } from '../../platform/storage/resumable'
import type { UploadState, UploadTables } from './upload-tables'

export interface UploadRecord {
  id: string
  meetingId: string
  userId: string
  storageKey: string
  totalBytes: number
  heldBytes: number
  storageState: ResumableState
  state: UploadState
}

/** By the database's clock. */
export type FoundUpload = UploadRecord & { isPastExpiry: boolean }

export type NewUpload = Pick<
  UploadRecord,
  'id' | 'meetingId' | 'userId' | 'storageKey' | 'totalBytes' | 'storageState'
>

const BATCH = 100

export class UploadsStore extends Store {
  async create(upload: NewUpload, lifetimeMs: number): Promise<void> {
    await this.db
      .insertInto('upload_session')
      .values({
        id: upload.id,
        meeting_id: upload.meetingId,
        user_id: upload.userId,
        storage_key: upload.storageKey,
        total_bytes: upload.totalBytes,
        storage_state: JSON.stringify(upload.storageState),
        state: 'open',
        expires_at: fromDatabaseNow(lifetimeMs),
      })
      .execute()
  }

  async find(id: string): Promise<FoundUpload | undefined> {
    const row = await this.db
      .selectFrom('upload_session')
      .selectAll()
      .select(sql<boolean>`expires_at <= now()`.as('is_past_expiry'))
      .where('id', '=', id)
      .executeTakeFirst()
    return row && { ...recordOf(row), isPastExpiry: row.is_past_expiry }
  }

  async findByMeeting(meetingId: string): Promise<UploadRecord | undefined> {
    const row = await this.db
      .selectFrom('upload_session')
      .selectAll()
      .where('meeting_id', '=', meetingId)
      .executeTakeFirst()
    return row && recordOf(row)
  }

  /** Makes `writer` the only one; nothing when another one writes, or the session takes no bytes from this user. */
  async claim(
    id: string,
    userId: string,
    writer: string,
    leaseMs: number,
  ): Promise<UploadRecord | undefined> {
    const row = await this.db
      .updateTable('upload_session')
      // A lease that a crash forgets has ended, as it should: it need not wait for the disk.
      .from(sql<object>`(select set_config('synchronous_commit', 'off', true))`.as('unsynced'))
      .set({ writer, writer_until: fromDatabaseNow(leaseMs) })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('state', '=', 'open')
      .where('expires_at', '>', databaseNow)
      .where(({ or, eb }) => or([eb('writer', 'is', null), eb('writer_until', '<', databaseNow)]))
      .returningAll('upload_session')
      .executeTakeFirst()
    return row && recordOf(row)
  }

  /** False when the lease was lost. */
  async renew(id: string, writer: string, leaseMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('upload_session')
      .set({ writer_until: fromDatabaseNow(leaseMs) })
      .where('id', '=', id)
      .where('writer', '=', writer)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async release(id: string, writer: string): Promise<void> {
    await this.db
      .updateTable('upload_session')
      .set({ writer: null, writer_until: null })
      .where('id', '=', id)
      .where('writer', '=', writer)
      .execute()
  }

  /**
   * Keeps what is held now and lets the next writer in; the meeting shows how far it is. One statement, one wait for
   * the disk. Nothing when the lease was lost meanwhile.
   */
  async advance(
    upload: UploadRecord,
    writer: string,
    storageState: ResumableState,
    lifetimeMs: number,
  ): Promise<UploadRecord | undefined> {
    const { held } = storageState
    const row = await this.db
      .with('advanced', db =>
        db
          .updateTable('upload_session')
          .set({
            held_bytes: held,
            storage_state: JSON.stringify(storageState),
            state: held === upload.totalBytes ? 'stored' : 'open',
            writer: null,
            writer_until: null,
            updated_at: databaseNow,
            expires_at: fromDatabaseNow(lifetimeMs),
          })
          .where('id', '=', upload.id)
          .where('writer', '=', writer)
          .returningAll(),
      )
      .with('shown', db =>
        db
          .updateTable('meeting')
          .from('advanced')
          .set({ progress: Math.floor((held / upload.totalBytes) * 100) })
          .whereRef('meeting.id', '=', 'advanced.meeting_id')
          .where('meeting.status', '=', 'processing'),
      )
      .selectFrom('advanced')
      .selectAll()
      .executeTakeFirst()
    return row && recordOf(row)
  }

  async setState(id: string, state: UploadState): Promise<void> {
    await this.db
      .updateTable('upload_session')
      .set({ state, updated_at: databaseNow })
      .where('id', '=', id)
      .execute()
  }

  async stored(): Promise<UploadRecord[]> {
    const rows = await this.db
      .selectFrom('upload_session')
      .selectAll()
      .where('state', '=', 'stored')
      .limit(BATCH)
      .execute()
    return rows.map(recordOf)
  }

  async pastExpiry(): Promise<UploadRecord[]> {
    const rows = await this.db
      .selectFrom('upload_session')
      .selectAll()
      .where('state', '=', 'open')
      .where('expires_at', '<=', databaseNow)
      .limit(BATCH)
      .execute()
    return rows.map(recordOf)
  }
}

function recordOf(row: Selectable<UploadTables['upload_session']>): UploadRecord {
  return {
    id: row.id,
    meetingId: row.meeting_id,
    userId: row.user_id,
    storageKey: row.storage_key,
    totalBytes: row.total_bytes,
    heldBytes: row.held_bytes,
    storageState: row.storage_state,
    state: row.state,
  }
}
