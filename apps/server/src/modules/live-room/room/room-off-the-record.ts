import {
  type Highlight,
  type HotwordCommand,
  NOT_ALLOWED,
  OFF_THE_RECORD_REACH_MS,
  TOO_LATE,
  texts,
} from '@livetap/contract'
import { touches } from '@livetap/transcript'
import type { OffTheRecord } from '../../transcripts'
import type { ClientConnection } from '../connection/client-connection'
import type { Eva } from '../eva/eva'
import type { UndoResult } from '../eva/eva-acts'
import type { Announcement, Outbox } from '../outbox/outbox'
import type { AudioStreams } from '../streams/audio-streams'
import { durationFault, durationMs } from './off-the-record'
import type { RoomOptions } from './room-options'

interface Parts extends Pick<RoomOptions, 'clock' | 'meeting'> {
  /** Of the meeting so far; new ones are put in, and everyone else reads them there. */
  ranges: OffTheRecord[]
  streams: AudioStreams
  eva: Eva
  outbox: Outbox
}

interface CommandRefusal {
  code: string
  description: string
}

const notAllowed: CommandRefusal = { code: NOT_ALLOWED, description: texts.live.offTheRecordNotAllowed }

/** What of a running meeting is off the record. */
export class RoomOffTheRecord {
  constructor(private readonly parts: Parts) {}

  /**
   * Nothing of what was captured in the range is kept, neither sound nor words, wherever it is by now: on its way, in
   * the engine, announced or stored. What was captured before it stays.
   */
  go(range: OffTheRecord): OffTheRecord {
    const { ranges, streams, eva, outbox } = this.parts
    const whole = { ...range, startMs: Math.round(range.startMs), endMs: Math.round(range.endMs) }
    const times = { from_millis: whole.startMs, until_millis: whole.endMs }
    ranges.push(whole)
    streams.forget(whole)
    eva.forget(whole)
    outbox.discard(announcement => isHighlightIn(announcement, whole))
    const { commandId, askedBy: by } = whole
    outbox.push({
      type: 'off_the_record',
      body: { data: { ...times, by, command_id: commandId } },
      durable: true,
      write: { kind: 'off_the_record', range: whole },
      ledger: { event: 'offTheRecord', fields: { ...times, by } },
    })
    return whole
  }

  /** What comes from now on is kept; what was captured before stays gone. */
  cancelOffTheRecord(range: OffTheRecord, nowMs = Math.round(this.parts.clock.ms)): UndoResult | undefined {
    const { ranges, streams } = this.parts
    const at = ranges.indexOf(range)
    const shortened = { ...range, endMs: Math.max(range.startMs, nowMs) }
    if (at < 0 || shortened.endMs >= range.endMs) return undefined
    ranges[at] = shortened
    streams.shorten(range, shortened.endMs)
    return { shortened, untilMs: Math.max(0, ...ranges.map(({ endMs }) => endMs)) }
  }

  /** For those who speak in the meeting, and its host: everyone else only listens to what others say. */
  mayAsk({ caller: { userId } }: ClientConnection): boolean {
    const { meeting, streams } = this.parts
    return meeting.hostUserId === userId || streams.hasMicrophoneOf(userId)
  }

  /** From the click on; a repeated command is handled once. */
  asked(client: ClientConnection, command: HotwordCommand): void {
    const { id } = command
    if (id !== undefined && this.parts.ranges.some(range => range.commandId === id)) return
    const asked = this.#rangeOf(client, command)
    if ('code' in asked) client.sendError(asked.code, asked.description, id)
    else this.go(asked)
  }

  /** Ends every open range off the record, no matter which client asked for it; without one it does nothing. */
  askedToEnd(client: ClientConnection, { id }: HotwordCommand): void {
    if (!this.mayAsk(client)) {
      client.sendError(notAllowed.code, notAllowed.description, id)
      return
    }
    const nowMs = Math.round(this.parts.clock.ms)
    const shortened = [...this.parts.ranges].flatMap(
      range => this.cancelOffTheRecord(range, nowMs)?.shortened ?? [],
    )
    if (shortened.length === 0) return
    const data = { at_millis: nowMs, by: client.caller.userName }
    this.parts.outbox.push({
      type: 'on_the_record',
      body: { data },
      durable: true,
      write: { kind: 'on_the_record', ranges: shortened },
      ledger: { event: 'onTheRecord', fields: data },
    })
  }

  #rangeOf(client: ClientConnection, command: HotwordCommand): OffTheRecord | CommandRefusal {
    const { id, duration } = command
    if (!this.mayAsk(client)) return notAllowed
    const fault = durationFault(duration)
    if (fault !== undefined) return { code: 'bad_command', description: fault }
    const earliestMs = Math.max(0, this.parts.clock.ms - OFF_THE_RECORD_REACH_MS - client.delayMs)
    const clickedMs = this.#clickedMs(client, command, earliestMs)
    const endMs = clickedMs + durationMs(duration)!
    if (endMs <= earliestMs) return { code: TOO_LATE, description: texts.live.offTheRecordTooLate }
    const startMs = Math.max(earliestMs, clickedMs)
    return { startMs, endMs, askedBy: client.caller.userName, commandId: id }
  }

  /** Where the client's own sound was at the click; of a client that sends none, by how long ago it says it was. */
  #clickedMs(
    client: ClientConnection,
    { at_millis, age_millis = 0 }: HotwordCommand,
    earliestMs: number,
  ): number {
    const { streams, clock } = this.parts
    const givenMs = clock.ms - age_millis
    const capturedMs = streams.captureMs(client, at_millis)
    // A microphone that was closed long before says nothing about the moment of the click.
    if (capturedMs === undefined || capturedMs < Math.min(earliestMs, givenMs)) return givenMs
    // No click is later than now, or than the newest sound.
    return Math.min(capturedMs, Math.max(clock.ms, streams.captureMs(client, undefined) ?? 0))
  }
}

const isHighlightIn = ({ type, body }: Announcement, range: OffTheRecord): boolean => {
  if (type !== 'highlight_created') return false
  const { start_millis: startMs, end_millis: endMs } = (body as { data: Highlight }).data
  return touches({ startMs, endMs }, [range])
}
