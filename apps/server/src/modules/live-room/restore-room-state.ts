import type { OffTheRecord } from './mixing/off-the-record'
import type { LiveEventsStore } from './outbox/live-events.store'

/** What a room must know of the time before it was opened here. */
export async function restoreRoomState(
  events: LiveEventsStore,
  meetingId: string,
): Promise<{ offTheRecord: OffTheRecord[]; saidUntil: Map<string, number> }> {
  const offTheRecord: OffTheRecord[] = []
  const saidUntil = new Map<string, number>()
  for await (const { type, message } of events.after(meetingId, 0)) {
    if (type === 'off_the_record') {
      const { data } = message as { data: { from_millis: number; until_millis: number } }
      offTheRecord.push({ fromMs: data.from_millis, untilMs: data.until_millis })
    } else if (type === 'transcript_final_result') {
      const { transcript } = message as { transcript: { stream_id?: string; end_millis: number } }
      const { stream_id: id = '', end_millis: endMs } = transcript
      saidUntil.set(id, Math.max(saidUntil.get(id) ?? 0, endMs))
    }
  }
  return { offTheRecord, saidUntil }
}
