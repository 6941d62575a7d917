import { texts } from '@livetap/contract'
import type { TimeRange } from '@livetap/transcript'
import type { Log } from '../../../platform/log/log'
import { callSpeakerId, type SpeakerNamesStore } from '../../transcripts'
import { type RoomLease, RoomLostError } from '../ownership/room-lease'
import type { RoomLeasesStore, RoomTransaction } from '../ownership/room-leases.store'
import type { LiveStreamsStore, StreamRecord } from './live-streams.store'
import { introduceStream } from './stored-stream'

const RETRY_MS = 500

type Action = (tx: RoomTransaction) => Promise<void>

export interface StreamWriterOptions {
  lease: RoomLease
  leases: RoomLeasesStore
  streamsStore: LiveStreamsStore
  speakerNames: SpeakerNamesStore
  log: Log
}

/**
 * What the database must know of a meeting's streams: each write is repeated until the database takes it, or until it is
 * discarded because the room has lost the meeting.
 */
export class StreamWriter {
  readonly #pending = new Set<Promise<void>>()
  #isDiscarded = false

  constructor(private readonly options: StreamWriterOptions) {}

  /** A voice that is new. False when it was discarded: then the database does not know it. */
  async introduce(record: StreamRecord): Promise<boolean> {
    const { streamsStore, speakerNames } = this.options
    return await this.#withRetry(tx => {
      const stores = { streamsStore: streamsStore.within(tx), speakerNames: speakerNames.within(tx) }
      return introduceStream(stores, this.#meetingId, record)
    })
  }

  async savePendingRanges(streamId: string, ranges: readonly TimeRange[]): Promise<void> {
    await this.#withRetry(tx => {
      const pending = { ranges, isClosed: true }
      return this.options.streamsStore.within(tx).setPendingRanges(this.#meetingId, streamId, pending)
    })
  }

  /**
   * The engine was so far behind that it took its small model: that is done again after the call. The stream's row may
   * come later than its first words, so that `ready` is waited for.
   */
  addLowQualityRange(streamId: string, range: TimeRange, ready: Promise<unknown>): void {
    this.#later(ready, tx =>
      this.options.streamsStore.within(tx).addLowQualityRange(this.#meetingId, streamId, range),
    )
  }

  /** Another voice was found at the microphone. */
  addVoice({ id, speaker, name }: StreamRecord, voice: number, ready: Promise<unknown>): void {
    const { streamsStore, speakerNames } = this.options
    this.#later(ready, async tx => {
      await streamsStore.within(tx).setPeople(this.#meetingId, id, { voices: voice })
      const named = texts.live.voiceName(name, voice)
      await speakerNames.within(tx).rename(this.#meetingId, callSpeakerId(speaker, voice), named, name)
    })
  }

  people(
    streamId: string,
    change: Partial<Pick<StreamRecord, 'shared' | 'unattributed'>>,
    ready: Promise<unknown>,
  ): void {
    this.#later(ready, tx =>
      this.options.streamsStore.within(tx).setPeople(this.#meetingId, streamId, change),
    )
  }

  get #meetingId(): string {
    return this.options.lease.meetingId
  }

  #later(ready: Promise<unknown>, action: Action): void {
    const note: Promise<void> = ready
      .then(() => this.#withRetry(action))
      .then(() => void this.#pending.delete(note))
    this.#pending.add(note)
  }

  /** Resolves when none is pending. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending)
  }

  discard(): void {
    this.#isDiscarded = true
  }

  async #withRetry(action: Action): Promise<boolean> {
    const { leases, lease, log } = this.options
    while (!this.#isDiscarded) {
      try {
        await leases.write(lease, action)
        return true
      } catch (error) {
        if (error instanceof RoomLostError) return false
        log.warn({ meeting: this.#meetingId, err: error }, 'recording a stream failed')
        await new Promise(resolve => setTimeout(resolve, RETRY_MS).unref())
      }
    }
    return false
  }
}
