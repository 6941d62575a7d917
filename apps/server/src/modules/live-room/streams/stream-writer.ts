import { texts } from '@livetap/contract'
import type { TimeRange } from '@livetap/transcript'
import type { Log } from '../../../platform/log/log'
import { callSpeakerId, type SpeakerNamesStore } from '../../transcripts'
import type { LiveStreamsStore, StreamRecord } from './live-streams.store'
import { introduceStream } from './stored-stream'

const RETRY_MS = 500

export interface StreamWriterOptions {
  meetingId: string
  streamsStore: LiveStreamsStore
  speakerNames: SpeakerNamesStore
  log: Log
}

/** What the database must know of a meeting's streams: each write is repeated until the database takes it or it is discarded. */
export class StreamWriter {
  readonly #pending = new Set<Promise<void>>()
  #isDiscarded = false

  constructor(private readonly options: StreamWriterOptions) {}

  /** A voice that is new. False when it was discarded: then the database does not know it. */
  async introduce(record: StreamRecord): Promise<boolean> {
    return await this.#withRetry(() => introduceStream(this.options, this.options.meetingId, record))
  }

  async savePendingRanges(streamId: string, ranges: readonly TimeRange[]): Promise<void> {
    const { meetingId, streamsStore } = this.options
    await this.#withRetry(() =>
      streamsStore.setPendingRanges(meetingId, streamId, { ranges, isClosed: true }),
    )
  }

  /**
   * The engine was so far behind that it took its small model: that is done again after the call. The stream's row may
   * come later than its first words, so that `ready` is waited for.
   */
  addLowQualityRange(streamId: string, range: TimeRange, ready: Promise<unknown>): void {
    const { meetingId, streamsStore } = this.options
    this.#later(ready, () => streamsStore.addLowQualityRange(meetingId, streamId, range))
  }

  /** Another voice was found at the microphone. */
  addVoice({ id, number, name }: StreamRecord, voice: number, ready: Promise<unknown>): void {
    const { meetingId, streamsStore, speakerNames } = this.options
    this.#later(ready, async () => {
      await streamsStore.setPeople(meetingId, id, { voices: voice })
      const named = texts.live.voiceName(name, voice)
      await speakerNames.rename(meetingId, callSpeakerId(number, voice), named, name)
    })
  }

  people(
    streamId: string,
    change: Partial<Pick<StreamRecord, 'shared' | 'unattributed'>>,
    ready: Promise<unknown>,
  ): void {
    const { meetingId, streamsStore } = this.options
    this.#later(ready, () => streamsStore.setPeople(meetingId, streamId, change))
  }

  #later(ready: Promise<unknown>, action: () => Promise<void>): void {
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

  async #withRetry(action: () => Promise<void>): Promise<boolean> {
    while (!this.#isDiscarded) {
      try {
        await action()
        return true
      } catch (error) {
        this.options.log.warn({ meeting: this.options.meetingId, err: error }, 'recording a stream failed')
        await new Promise(resolve => setTimeout(resolve, RETRY_MS).unref())
      }
    }
    return false
  }
}
