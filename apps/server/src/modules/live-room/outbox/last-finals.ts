import type { TimeRange } from '@livetap/transcript'
import type { LiveEventsStore } from './live-events.store'

interface AnnouncedFinal {
  stream_id?: string
  start_millis: number
  end_millis: number
  voice?: number
}

/** Which of the people at a microphone said a line, by their number. */
export interface SpokenLine extends TimeRange {
  voice: number
}

/** What was announced of a stream before the room was opened here. */
export interface AnnouncedText {
  /** The end of its last final. */
  untilMs: number
  /** Its newest lines, in the order of time. */
  lines: SpokenLine[]
}

/** Enough to know a voice by. */
const MOST_LINES = 60

/** Of each stream. */
export async function lastFinals(
  events: LiveEventsStore,
  meetingId: string,
): Promise<Map<string, AnnouncedText>> {
  const announced = new Map<string, AnnouncedText>()
  for await (const { type, message } of events.after(meetingId, 0)) {
    if (type !== 'transcript_final_result') continue
    const { transcript } = message as { transcript: AnnouncedFinal }
    const { stream_id: id = '', start_millis: startMs, end_millis: endMs, voice = 1 } = transcript
    const { untilMs, lines } = announced.get(id) ?? { untilMs: 0, lines: [] }
    // A line that is translated is announced again.
    const others = lines.filter(line => line.startMs !== startMs)
    const newest = [...others, { startMs, endMs, voice }].slice(-MOST_LINES)
    announced.set(id, { untilMs: Math.max(untilMs, endMs), lines: newest })
  }
  return announced
}
