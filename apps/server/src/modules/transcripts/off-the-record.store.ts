import type { OffTheRecordRange } from '@livetap/contract'
import type { TimeRange } from '@livetap/transcript'
import { Store } from '../../platform/db/store'
import { touchTranscript } from './transcript-revision.store'

/** A stretch of the meeting of which nothing is kept. */
export interface OffTheRecord extends TimeRange {
  /** The name of the user who asked for it; empty where that was not kept. */
  askedBy: string
  /** Of the command that asked for it, where it had one. */
  commandId?: string
}

/** As clients read it; what ended before it began is nothing. */
export const offTheRecordWire = (ranges: readonly OffTheRecord[]): OffTheRecordRange[] =>
  ranges
    .filter(({ startMs, endMs }) => endMs > startMs)
    .map(({ startMs, endMs, askedBy }) => ({
      from_millis: startMs,
      until_millis: endMs,
      by: askedBy || undefined,
    }))

export class OffTheRecordStore extends Store {
  async add(meetingId: string, { startMs, endMs, askedBy, commandId }: OffTheRecord): Promise<void> {
    await this.db
      .insertInto('off_the_record')
      .values({
        meeting_id: meetingId,
        from_ms: Math.round(startMs),
        until_ms: Math.round(endMs),
        asked_by: askedBy,
        command_id: commandId ?? null,
      })
      .execute()
    await touchTranscript(this.db, meetingId)
  }

  /** The one that began there ends where the range ends. */
  async shorten(meetingId: string, { startMs, endMs }: TimeRange): Promise<void> {
    const from = Math.round(startMs)
    const until = Math.round(endMs)
    await this.db
      .updateTable('off_the_record')
      .set({ until_ms: until })
      .where('meeting_id', '=', meetingId)
      .where('from_ms', '=', from)
      .where('until_ms', '>', until)
      .execute()
    await touchTranscript(this.db, meetingId)
  }

  /** In the order of time. */
  async list(meetingId: string): Promise<OffTheRecord[]> {
    const rows = await this.db
      .selectFrom('off_the_record')
      .select(['from_ms', 'until_ms', 'asked_by', 'command_id'])
      .where('meeting_id', '=', meetingId)
      .orderBy('from_ms')
      .execute()
    return rows.map(({ from_ms, until_ms, asked_by, command_id }) => ({
      startMs: from_ms,
      endMs: until_ms,
      // Rows of an earlier version name the assistant's stream where it was called by voice.
      askedBy: asked_by.startsWith('eva:') ? '' : asked_by,
      commandId: command_id ?? undefined,
    }))
  }
}
