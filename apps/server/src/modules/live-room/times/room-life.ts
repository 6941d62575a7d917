import type { VmcTimeStats } from '@livetap/contract'
import type { TimeRange } from '@livetap/transcript'
import type { Log } from '../../../platform/log/log'
import type { MeetingRecord } from '../../events'
import { type RoomLease, RoomLostError } from '../ownership/room-lease'
import type { RoomLeasesStore } from '../ownership/room-leases.store'
import { type PeriodKind, Periods, type Range, type SoundKind, totalMs } from './periods'
import type { Milestone, RoomTimesStore } from './room-times.store'

export interface RoomLifeOptions {
  lease: RoomLease
  leases: RoomLeasesStore
  times: RoomTimesStore
  record: MeetingRecord
  log: Log
  nowMs: () => number
}

/** The state of the room, as far as its times need it. */
export interface RoomStatus {
  clients: number
  assistant: boolean
}

/**
 * What the documents call the assistant's client is the room here: what happens to it once in a meeting, in any
 * process, for how long its sound was recorded and transcribed, and for how long the assistant was off.
 */
export class RoomLife {
  readonly #periods = new Periods()
  readonly #reached = new Set<Milestone>()
  readonly #writing = new Set<Promise<void>>()
  #emptied = false

  constructor(private readonly options: RoomLifeOptions) {}

  entered(name: string): void {
    this.#reach('connected', time => this.options.record.log('clientConnected', {}, time))
    if (this.#emptied) this.options.record.ledger('roomRefilled', { name })
    this.#emptied = false
  }

  emptied(): void {
    this.#emptied = true
  }

  joined(name: string): void {
    this.#reach('joined', time => this.options.record.log('clientJoined', { name }, time))
  }

  updateStatus({ clients, assistant }: RoomStatus): void {
    this.#periods.set('assistant_disabled', clients > 0 && !assistant, this.options.nowMs())
  }

  /** Sound of a voice was recorded, or given to the live recognition. */
  sounded(kind: SoundKind, streamId: string, { startMs, endMs }: TimeRange): void {
    this.#periods.sound(kind, streamId, { fromMs: startMs, toMs: endMs })
  }

  /** Once what the room reached is recorded: its end comes after it. What could not be written now is written the next time. */
  async save(): Promise<void> {
    const { lease, leases, times, log, nowMs } = this.options
    const { meetingId } = lease
    await Promise.all(this.#writing)
    await this.#periods
      .save(nowMs(), async periods => {
        if (periods.length > 0) await leases.write(lease, tx => times.within(tx).save(meetingId, periods))
      })
      .catch(error => {
        if (error instanceof RoomLostError) return
        log.warn({ meeting: meetingId, err: error }, 'saving the times of a room failed')
      })
  }

  #reach(milestone: Milestone, write: (time: Date) => void): void {
    const { lease, times, log } = this.options
    const { meetingId } = lease
    if (this.#reached.has(milestone)) return
    this.#reached.add(milestone)
    const time = new Date()
    const writing = times
      .reached(meetingId, milestone)
      .then(first => {
        if (first) write(time)
      })
      .catch(error => {
        this.#reached.delete(milestone)
        log.warn({ meeting: meetingId, milestone, err: error }, 'recording a milestone of a room failed')
      })
      .finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }
}

/** The room has ended, in any process. */
export async function recordRoomEnd(
  { times, record, meetingId }: Pick<RoomLifeOptions, 'times' | 'record'> & { meetingId: string },
  reason: string,
  offTheRecord: readonly TimeRange[],
): Promise<void> {
  const { wasUp, hasJoined } = await times.lifeOf(meetingId)
  if (hasJoined) record.log('clientLeft', { reason })
  if (wasUp) record.log('vmcTimeStats', await timeStats(times, meetingId, offTheRecord))
  if (hasJoined) record.log('clientOut', {})
}

async function timeStats(
  times: RoomTimesStore,
  meetingId: string,
  offTheRecord: readonly TimeRange[],
): Promise<VmcTimeStats> {
  const periods = await times.periods(meetingId)
  const seconds = (kind: PeriodKind, except: readonly Range[] = []) => {
    const own = periods.filter(period => period.kind === kind)
    return Math.round(totalMs(own, except) / 1000)
  }
  const off = offTheRecord.map(({ startMs, endMs }) => ({ fromMs: startMs, toMs: endMs }))
  return {
    total_recording_time_in_seconds: seconds('recording', off),
    total_live_transcription_time_in_seconds: seconds('transcription', off),
    total_assistant_disabled_time_in_seconds: seconds('assistant_disabled'),
  }
}
