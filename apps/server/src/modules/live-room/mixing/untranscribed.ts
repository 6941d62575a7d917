import type { TimeRange } from '@livetap/transcript'
import type { Meeting } from '../../meetings'
import type { LiveEventsStore } from '../outbox/live-events.store'

interface StatusChanged {
  ts: number
  data: { transcription: boolean }
}

/** When transcription was switched off, on the meeting's clock. */
export async function untranscribed(
  events: LiveEventsStore,
  { id, startedAt }: Pick<Meeting, 'id' | 'startedAt'>,
): Promise<TimeRange[]> {
  const ranges: TimeRange[] = []
  let offFrom: number | undefined
  for await (const { type, message } of events.after(id, 0)) {
    if (type !== 'status_changed') continue
    const { ts, data } = message as StatusChanged
    const atMs = ts - startedAt.getTime()
    if (!data.transcription) offFrom ??= atMs
    else if (offFrom !== undefined) {
      ranges.push({ startMs: offFrom, endMs: atMs })
      offFrom = undefined
    }
  }
  if (offFrom !== undefined) ranges.push({ startMs: offFrom, endMs: Number.MAX_SAFE_INTEGER })
  return ranges
}
