import type { TimeRange } from '@livetap/transcript'
import { sql } from 'kysely'
import { Store } from '../../../platform/db/store'
import type { TraceParent } from '../../../platform/tracing/tracing'

/** What of a stream's sound has no text yet. */
export interface PendingRecognition {
  ranges: readonly TimeRange[]
  /** False while a room has the stream, and after a crash: then its end may be pending as well. */
  isClosed: boolean
}

export interface StreamRecord {
  id: string
  number: number
  /** Whose sound it is: the number of the first stream of that person. */
  speaker: number
  clientId: string
  /** Null for streams of a time when that was not kept. */
  userId: string | null
  csi: number
  name: string
  /** Of the stream's first sample on the meeting's clock. */
  anchorMs: number
  /** Of the same sample on the client's own clock. */
  baseMs: number
  /** Whether a user said that several people sit at it. */
  shared: boolean | null
  /** How many voices were found at it. */
  voices: number
  /** There was no time to find out who said some of its lines. */
  unattributed: boolean
  /** Of its beginning: what is said into it belongs to that trace, on any node. */
  traceparent: TraceParent | null
}

/** The voices of each meeting, and what of them has no text yet. */
export class LiveStreamsStore extends Store {
  async list(meetingId: string): Promise<StreamRecord[]> {
    const rows = await this.db
      .selectFrom('live_stream')
      .selectAll()
      .where('meeting_id', '=', meetingId)
      .orderBy('number')
      .execute()
    return rows.map(row => ({
      id: row.id,
      number: row.number,
      speaker: row.speaker ?? row.number,
      clientId: row.client_id,
      userId: row.user_id,
      csi: row.csi,
      name: row.name,
      anchorMs: row.anchor_ms,
      baseMs: row.base_ms,
      shared: row.shared,
      voices: row.voices,
      unattributed: row.untold,
      traceparent: row.traceparent,
    }))
  }

  async pendingRanges(meetingId: string): Promise<Map<string, PendingRecognition>> {
    const rows = await this.db
      .selectFrom('live_stream')
      .select(['id', 'unheard', 'is_closed'])
      .where('meeting_id', '=', meetingId)
      .execute()
    return new Map(rows.map(row => [row.id, { ranges: row.unheard, isClosed: row.is_closed }]))
  }

  async setPendingRanges(
    meetingId: string,
    streamId: string,
    { ranges, isClosed }: PendingRecognition,
  ): Promise<void> {
    await this.db
      .updateTable('live_stream')
      .set({ unheard: JSON.stringify(ranges), is_closed: isClosed })
      .where('meeting_id', '=', meetingId)
      .where('id', '=', streamId)
      .execute()
  }

  /** Text of this range is of the small model: it is to be made again. */
  async addLowQualityRange(
    meetingId: string,
    streamId: string,
    { startMs, endMs }: TimeRange,
  ): Promise<void> {
    await this.db
      .updateTable('live_stream')
      .set({ hurried: sql<string>`hurried || ${JSON.stringify([{ startMs, endMs }])}::jsonb` })
      .where('meeting_id', '=', meetingId)
      .where('id', '=', streamId)
      .execute()
  }

  /** What is known of the people at it. */
  async setPeople(
    meetingId: string,
    streamId: string,
    { unattributed, ...change }: Partial<Pick<StreamRecord, 'shared' | 'voices' | 'unattributed'>>,
  ): Promise<void> {
    await this.db
      .updateTable('live_stream')
      .set({ ...change, untold: unattributed })
      .where('meeting_id', '=', meetingId)
      .where('id', '=', streamId)
      .execute()
  }

  /** By stream; only those that have any. */
  async lowQualityRanges(meetingId: string): Promise<Map<string, TimeRange[]>> {
    const rows = await this.db
      .selectFrom('live_stream')
      .select(['id', 'hurried'])
      .where('meeting_id', '=', meetingId)
      .execute()
    return new Map(rows.flatMap(({ id, hurried }) => (hurried.length > 0 ? [[id, hurried]] : [])))
  }

  async add(meetingId: string, stream: StreamRecord): Promise<void> {
    await this.db
      .insertInto('live_stream')
      .values({
        meeting_id: meetingId,
        id: stream.id,
        number: stream.number,
        speaker: stream.speaker,
        client_id: stream.clientId,
        user_id: stream.userId,
        csi: stream.csi,
        name: stream.name,
        anchor_ms: Math.round(stream.anchorMs),
        base_ms: Math.round(stream.baseMs),
        shared: stream.shared,
        voices: stream.voices,
        traceparent: stream.traceparent,
      })
      .onConflict(conflict => conflict.columns(['meeting_id', 'id']).doNothing())
      .execute()
  }
}
