import type { LiveEventsStore } from './live-events.store'

/** The end of the last final of each stream, in what was announced before the room was opened here. */
export async function lastFinals(events: LiveEventsStore, meetingId: string): Promise<Map<string, number>> {
  const finalUntil = new Map<string, number>()
  for await (const { type, message } of events.after(meetingId, 0)) {
    if (type !== 'transcript_final_result') continue
    const { transcript } = message as { transcript: { stream_id?: string; end_millis: number } }
    const { stream_id: id = '', end_millis: endMs } = transcript
    finalUntil.set(id, Math.max(finalUntil.get(id) ?? 0, endMs))
  }
  return finalUntil
}
