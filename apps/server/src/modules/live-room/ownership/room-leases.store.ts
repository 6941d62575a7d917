import { sql, type Transaction } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import { Store } from '../../../platform/db/store'
import { freeFor, type NodeAddress } from '../live.store'
import { type RoomLease, RoomLostError } from './room-lease'

/** A transaction that does nothing for so long is ended by the database. */
const FROZEN_MS = '5000'

export type RoomTransaction = Transaction<DB>

/** Who may write for a running meeting: one room at a time, in one process. */
export class RoomLeasesStore extends Store {
  /** For the room that is opened now: every earlier lease ends. Undefined where another living node has the meeting. */
  async take(meetingId: string, node: NodeAddress, silentMs: number): Promise<RoomLease | undefined> {
    const row = await this.db
      .updateTable('live_meeting')
      .set({
        node_id: node.id,
        node_url: node.url,
        fencing_token: sql<number>`live_meeting.fencing_token + 1`,
      })
      .where('meeting_id', '=', meetingId)
      .where(eb => freeFor(eb, node, silentMs))
      .returning('fencing_token')
      .executeTakeFirst()
    return row && { meetingId, nodeId: node.id, token: row.fencing_token }
  }

  /**
   * Everything that is written for a room is written in such a transaction: a process that was taken for dead and comes
   * back changes nothing.
   */
  async write<T>(lease: RoomLease, action: (tx: RoomTransaction) => Promise<T>): Promise<T> {
    return await this.db.transaction().execute(async tx => {
      await this.within(tx).#lock(lease)
      return await action(tx)
    })
  }

  /** False where the lease has ended. */
  async handOver({ meetingId, nodeId, token }: RoomLease, to: NodeAddress): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('live_meeting')
      .set({ node_id: to.id, node_url: to.url, fencing_token: token + 1 })
      .where('meeting_id', '=', meetingId)
      .where('node_id', '=', nodeId)
      .where('fencing_token', '=', token)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** No other node takes the meeting while the transaction runs. The meeting is locked first, as its deletion does. */
  async #lock({ meetingId, nodeId, token }: RoomLease): Promise<void> {
    const row = await this.db
      .selectFrom('live_meeting')
      .innerJoin('meeting', 'meeting.id', 'live_meeting.meeting_id')
      // A process that is frozen in the middle must not keep the next owner waiting.
      .select(sql`set_config('idle_in_transaction_session_timeout', ${FROZEN_MS}, true)`.as('limit'))
      .where('meeting_id', '=', meetingId)
      .where('node_id', '=', nodeId)
      .where('fencing_token', '=', token)
      .forKeyShare('meeting')
      .forNoKeyUpdate('live_meeting')
      .executeTakeFirst()
    if (!row) throw new RoomLostError(meetingId)
  }
}
