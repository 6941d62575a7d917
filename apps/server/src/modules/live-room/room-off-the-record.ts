import type { Highlight, HotwordCommand } from '@livetap/contract'
import { touches } from '@livetap/transcript'
import type { OffTheRecord } from '../past-data'
import type { ClientConnection } from './connection/client-connection'
import type { Eva } from './eva/eva'
import type { TakenBack } from './eva/eva-acts'
import { durationMs } from './off-the-record'
import type { Announcement, Outbox } from './outbox/outbox'
import type { RoomOptions } from './room-options'
import type { AudioStreams } from './streams/audio-streams'

/** A client that is cut off asks again when it is back, but nobody removes what was said long ago. */
const MAX_DELAY_MS = 120_000

interface Parts extends Pick<RoomOptions, 'clock'> {
  /** Of the meeting so far; new ones are put in, and everyone else reads them there. */
  ranges: OffTheRecord[]
  voices: AudioStreams
  eva: Eva
  outbox: Outbox
}

/** What of a running meeting is off the record. */
export class RoomOffTheRecord {
  constructor(private readonly parts: Parts) {}

  /**
   * Nothing of what was captured in the range is kept, neither sound nor words, wherever it is by now: on its way, in
   * the engine, announced or stored. What was captured before it stays.
   */
  go(range: OffTheRecord, by: string): OffTheRecord {
    const { ranges, voices, eva, outbox } = this.parts
    const whole = { ...range, startMs: Math.round(range.startMs), endMs: Math.round(range.endMs) }
    const times = { from_millis: whole.startMs, until_millis: whole.endMs }
    ranges.push(whole)
    voices.forget(whole)
    eva.forget(whole)
    outbox.discard(announcement => isHighlightIn(announcement, whole))
    const { commandId } = whole
    outbox.push({
      type: 'off_the_record',
      body: { data: { ...times, ...(commandId && { command_id: commandId }) } },
      durable: true,
      write: { kind: 'off_the_record', range: whole, by },
      ledger: { event: 'offTheRecord', fields: { ...times, by } },
    })
    return whole
  }

  /** What comes from now on is kept; what was captured before stays gone. */
  comeBack(range: OffTheRecord): TakenBack | undefined {
    const { ranges, voices, clock } = this.parts
    const at = ranges.indexOf(range)
    const shortened = { ...range, endMs: Math.max(range.startMs, Math.round(clock.ms)) }
    if (at < 0 || shortened.endMs >= range.endMs) return undefined
    ranges[at] = shortened
    voices.shorten(range, shortened.endMs)
    return { shortened }
  }

  /** From where the client's own sound stood when it asked; a command that comes again is obeyed once. */
  asked(client: ClientConnection, { id, at_millis, age_millis, duration }: HotwordCommand): void {
    const ms = durationMs(duration)
    if (ms === undefined) {
      client.complain('bad_command', `duration: "${duration.slice(0, 20)}" is not a duration`)
      return
    }
    const { ranges, voices, clock } = this.parts
    if (id !== undefined && ranges.some(range => range.commandId === id)) return
    const nowMs = clock.ms
    const askedMs = voices.captureMs(client, at_millis) ?? nowMs - (age_millis ?? 0)
    const startMs = Math.max(0, nowMs - MAX_DELAY_MS, askedMs)
    this.go({ startMs, endMs: startMs + ms, ...(id && { commandId: id }) }, client.caller.userName)
  }
}

const isHighlightIn = ({ type, body }: Announcement, range: OffTheRecord): boolean => {
  if (type !== 'highlight_created') return false
  const { start_millis: startMs, end_millis: endMs } = (body as { data: Highlight }).data
  return touches({ startMs, endMs }, [range])
}
