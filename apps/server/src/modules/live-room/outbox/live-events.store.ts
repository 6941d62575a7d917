import type { Highlight, LiveTranscript } from '@livetap/contract'
import { liveTranscriptWithout, type TimeRange, touches } from '@livetap/transcript'
import { sql } from 'kysely'
import { Store } from '../../../platform/db/store'
import { type RoomLease, RoomLostError } from '../ownership/room-lease'

/** As it is sent, without what differs from client to client. */
export interface NumberedMessage {
  seq: number
  type: string
  message: object
}

const PAGE = 500

const endMillis = sql<number>`coalesce(message->'transcript'->>'end_millis', message->'data'->>'end_millis')::numeric`

function withoutRange(type: string, message: object, range: TimeRange): object | undefined {
  if (type === 'transcript_final_result') return liveTranscriptWithout(message as LiveTranscript, [range])
  const { start_millis: startMs, end_millis: endMs } = (message as { data: Highlight }).data
  return touches({ startMs, endMs }, [range]) ? undefined : message
}

/** What was announced in running meetings, by number. */
export class LiveEventsStore extends Store {
  /**
   * Numbers up to the answered one belong to the caller from now on. A node that opens the meeting again, even after a
   * crash, counts on above them: a number is never said twice.
   */
  async reserve({ meetingId, nodeId, token }: RoomLease, count: number): Promise<number> {
    const row = await this.db
      .updateTable('live_meeting')
      .set({ seq_reserved: sql<number>`seq_reserved + ${count}` })
      .where('meeting_id', '=', meetingId)
      .where('node_id', '=', nodeId)
      .where('fencing_token', '=', token)
      .returning('seq_reserved')
      .executeTakeFirst()
    if (!row) throw new RoomLostError(meetingId)
    return row.seq_reserved
  }

  async add(meetingId: string, messages: readonly NumberedMessage[]): Promise<void> {
    if (messages.length === 0) return
    await this.db
      .insertInto('live_event')
      .values(
        messages.map(({ seq, type, message }) => ({
          meeting_id: meetingId,
          seq,
          type,
          message: JSON.stringify(message).replaceAll('\\u0000', ''),
        })),
      )
      .execute()
  }

  /** In the order of their numbers. */
  async *after(meetingId: string, seq: number): AsyncGenerator<NumberedMessage> {
    for (let from = seq; ; ) {
      const page = await this.db
        .selectFrom('live_event')
        .select(['seq', 'type', 'message'])
        .where('meeting_id', '=', meetingId)
        .where('seq', '>', from)
        .orderBy('seq')
        .limit(PAGE)
        .execute()
      yield* page
      if (page.length < PAGE) return
      from = page.at(-1)!.seq
    }
  }

  /** Every final so far in the order of time, as it was said last, and the number behind which nothing is missing. */
  async transcripts(meetingId: string): Promise<{ results: LiveTranscript[]; seq: number }> {
    const last = await this.db
      .selectFrom('live_event')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .where('meeting_id', '=', meetingId)
      .executeTakeFirst()
    const byId = new Map<string, LiveTranscript>()
    for await (const { type, message } of this.after(meetingId, 0)) {
      if (type !== 'transcript_final_result') continue
      const { id, transcript, translations } = message as LiveTranscript
      byId.set(id, { id, transcript, translations })
    }
    const results = [...byId.values()].sort(
      (a, b) => a.transcript.start_millis - b.transcript.start_millis || (a.id < b.id ? -1 : 1),
    )
    return { results, seq: last?.seq ?? 0 }
  }

  /** A replay leaves out what lies in the range. */
  async cutOut(meetingId: string, range: TimeRange): Promise<void> {
    const rows = await this.db
      .selectFrom('live_event')
      .select(['seq', 'type', 'message'])
      .where('meeting_id', '=', meetingId)
      .where('type', 'in', ['transcript_final_result', 'highlight_created'])
      .where(endMillis, '>=', Math.floor(range.startMs))
      .execute()
    for (const { seq, type, message } of rows) {
      const after = withoutRange(type, message, range)
      if (after === message) continue
      const isIt = sql<boolean>`meeting_id = ${meetingId} and seq = ${seq}`
      if (after)
        await this.db
          .updateTable('live_event')
          .set({ message: JSON.stringify(after) })
          .where(isIt)
          .execute()
      else await this.db.deleteFrom('live_event').where(isIt).execute()
    }
  }

  /** For a meeting that another node has: it says the message when it looks next. */
  async post(meetingId: string, message: object): Promise<void> {
    await this.db
      .insertInto('live_inbox')
      .values({ meeting_id: meetingId, message: JSON.stringify(message) })
      .execute()
  }

  /** What waits for these rooms, in its order; a room that has lost its meeting leaves it to the next. */
  async collect(leases: readonly RoomLease[]): Promise<{ meetingId: string; message: object }[]> {
    if (leases.length === 0) return []
    const { rows } = await sql<{ id: number; meeting_id: string; message: object }>`
      delete from live_inbox using live_meeting as held, unnest(
        ${leases.map(({ meetingId }) => meetingId)}::text[], ${leases.map(({ nodeId }) => nodeId)}::text[],
        ${leases.map(({ token }) => token)}::bigint[]) as lease (meeting_id, node_id, token)
      where held.meeting_id = lease.meeting_id and held.node_id = lease.node_id and held.fencing_token = lease.token
        and live_inbox.meeting_id = held.meeting_id
      returning live_inbox.id, live_inbox.meeting_id, live_inbox.message`.execute(this.db)
    return rows
      .sort((a, b) => a.id - b.id)
      .map(({ meeting_id, message }) => ({ meetingId: meeting_id, message }))
  }
}
