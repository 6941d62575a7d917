import { msToSamples, SAMPLES_PER_MS } from '@livetap/audio'
import type { TimeRange } from '@livetap/transcript'
import type { OffTheRecord } from '../../transcripts'
import type { AudioFrame } from '../connection/audio-frame'
import { ConnectionRefusedError } from '../connection/connection-refused-error'
import { silenceOffTheRecord } from '../room/off-the-record'
import type { StreamRecord } from './live-streams.store'
import type { MeetingClock } from './meeting-clock'
import type { Microphone } from './microphone'
import type { RecognitionFeed } from './recognition-feed'
import type { SoundStore } from './sound-store'
import type { VoiceMeter } from './voice-meter'
import type { VoiceRecognizer } from './voice-recognizer'

/** Frames whose places are this near to each other follow each other. */
const JITTER = 20 * SAMPLES_PER_MS
/** Without places: a pause in the arrivals that is longer is a hole in the sound. */
const HOLE_MS = 400
/** A longer hole is not recognised through: what follows starts a new recognition. */
const HEARD_HOLE = 2_000 * SAMPLES_PER_MS
/** No clock runs so far ahead of ours. */
const AHEAD_MS = 90_000

export interface LiveStreamOptions {
  record: StreamRecord
  clock: MeetingClock
  recognizer: VoiceRecognizer
  feed: RecognitionFeed
  microphone: Microphone
  sound: SoundStore
  meter: VoiceMeter
  /** What an earlier process held: the end of its sound, and the silence in it. */
  held: { samples: number; silence: number }
  offTheRecord: readonly OffTheRecord[]
  keeps: () => { recording: boolean; transcription: boolean }
  savePendingRanges: (ranges: readonly TimeRange[]) => Promise<void>
  onSpeaking: (stream: LiveStream) => void
}

/** One voice: its sound in its place on the meeting's clock, stored and recognised. */
export class LiveStream {
  readonly record: StreamRecord
  /** Samples since the anchor, silence included. */
  #end: number
  #silence: number
  #lastArrivalAt = performance.now()
  #freshConnection = false
  #relistens = false
  lastPacketAt = Date.now()

  constructor(private readonly options: LiveStreamOptions) {
    this.record = options.record
    this.#end = options.held.samples
    this.#silence = options.held.silence
    // A stream that goes on: what comes first was waiting in the client.
    this.#freshConnection = options.held.samples > 0
  }

  /** How far it has come, on the client's own clock. */
  get receivedMs(): number {
    const { baseMs } = this.record
    return Math.round(baseMs + (this.#end - (this.#places ? 0 : this.#silence)) / SAMPLES_PER_MS)
  }

  get endMs(): number {
    return this.record.anchorMs + this.#end / SAMPLES_PER_MS
  }

  get speaking(): boolean {
    return this.options.meter.speaking
  }

  get microphone(): Microphone {
    return this.options.microphone
  }

  get behindMs(): number | undefined {
    const { recognizer, feed } = this.options
    return recognizer.behindMs === undefined ? undefined : recognizer.behindMs + feed.waitingMs
  }

  #places = false

  /** The client comes by another connection: what it sends first may have been waiting. */
  reconnected(): void {
    this.#freshConnection = true
    this.#lastArrivalAt = performance.now()
  }

  /** False asks for patience. */
  receive(frame: AudioFrame): boolean {
    const { options } = this
    const pcm = this.#place(frame)
    if (pcm.length === 0) return true
    const start = this.#end
    const atMs = this.endMs
    this.#end += pcm.length
    this.#lastArrivalAt = performance.now()
    this.lastPacketAt = Date.now()
    if (silenceOffTheRecord(pcm, atMs, options.offTheRecord)) {
      options.feed.pause()
      if (options.meter.pause()) options.onSpeaking(this)
      return true
    }
    if (options.meter.measure(pcm)) options.onSpeaking(this)
    if (this.#relistens && !options.meter.speaking) this.relisten()
    const { recording, transcription } = options.keeps()
    if (recording) options.sound.append(start, pcm)
    if (transcription) options.feed.push(start, pcm, recording)
    return !this.isFull
  }

  /** Its client has to wait: the storage does not take its sound. It never waits for an engine. */
  get isFull(): boolean {
    return this.options.sound.isFull
  }

  /** The storage does not take its sound. */
  get isFailing(): boolean {
    return this.options.sound.isFailing
  }

  /** How long no sound came. */
  get idleMs(): number {
    return performance.now() - this.#lastArrivalAt
  }

  engineDrained(): void {
    this.options.feed.drained()
  }

  /** Recognition may have a place again for what waits. */
  release(): void {
    this.options.feed.pump()
  }

  /** Sound that an earlier process stored and had no text of. */
  pushStored({ startMs, endMs }: TimeRange): void {
    this.options.feed.pushStored(this.#placeOf(startMs), this.#placeOf(endMs))
  }

  /**
   * Called periodically: nothing came for a while, so no one is in the middle of a sentence. Recognition has a time of
   * its own: ended in the middle of a word, it would recognise two wrong ones.
   */
  rest(pauseMs: number, recognitionMs: number): void {
    // A client that was asked to wait is not silent.
    if (this.isFull || this.idleMs < pauseMs) return
    if (this.idleMs >= recognitionMs) this.options.feed.pause()
    this.options.sound.flush()
    if (this.options.meter.pause()) this.options.onSpeaking(this)
  }

  flush(): void {
    this.options.sound.flush()
  }

  /** Nothing of its sound in the range is kept; its words are taken out where they are announced. */
  forget({ startMs, endMs }: OffTheRecord): void {
    this.options.sound.forget(this.#placeOf(startMs), this.#placeOf(endMs))
  }

  shorten({ startMs, endMs }: OffTheRecord, newEndMs: number): void {
    this.options.sound.shorten(this.#placeOf(startMs), this.#placeOf(endMs), this.#placeOf(newEndMs))
  }

  #placeOf(ms: number): number {
    return Math.max(0, msToSamples(ms - this.record.anchorMs))
  }

  /** A moment of the client's own clock of the stream, on the meeting's. */
  clockMsOf(streamMs: number): number {
    return this.record.anchorMs + streamMs - this.record.baseMs
  }

  /** The engine's settings changed: what comes next is recognised with the new ones. */
  relisten(): void {
    this.#relistens = false
    this.options.feed.pause()
  }

  /** The same, without cutting a sentence in two. */
  relistenInPause(): void {
    this.#relistens = true
  }

  async drain(): Promise<void> {
    const { feed, recognizer } = this.options
    feed.pause()
    await feed.flushed()
    await recognizer.end()
  }

  /** Resolves when all its sound is stored. */
  async stored(): Promise<void> {
    await this.options.sound.stored()
  }

  /** Stops recognition; resolves when all its sound is stored, and what of it has no text is known. */
  async close(): Promise<void> {
    const { recognizer, feed, sound, savePendingRanges } = this.options
    recognizer.forget(feed.close())
    await sound.stored()
    await savePendingRanges(recognizer.pendingRanges)
  }

  discard(): void {
    this.options.sound.discard()
  }

  /** What of the frame is new, once the hole before it is passed over. */
  #place({ pcm, startMs }: AudioFrame): Int16Array {
    const fresh = this.#freshConnection
    this.#freshConnection = false
    if (startMs === undefined) {
      this.#pass(fresh ? 0 : this.#arrivalHole(pcm.length))
      return pcm
    }
    this.#places = true
    const at = Math.round((startMs - this.record.baseMs) * SAMPLES_PER_MS)
    const hole = at - this.#end
    if (at < 0 || this.record.anchorMs + at / SAMPLES_PER_MS > this.options.clock.ms + AHEAD_MS)
      throw new ConnectionRefusedError('bad_message', `start_millis: ${startMs} is no place in this stream`)
    if (hole < -JITTER) return pcm.subarray(Math.min(pcm.length, -hole))
    if (hole > JITTER) this.#pass(hole)
    return pcm
  }

  #pass(hole: number): void {
    if (hole <= 0) return
    this.#silence += hole
    if (hole > HEARD_HOLE) this.options.feed.pause()
    // Nothing is stored of it, which is read as silence.
    else if (this.options.keeps().transcription) this.options.feed.push(this.#end, new Int16Array(hole), true)
    this.#end += hole
  }

  /** By the clock: how much should have come before this frame and did not. */
  #arrivalHole(samples: number): number {
    if (this.#end === 0 || performance.now() - this.#lastArrivalAt < HOLE_MS) return 0
    const due = Math.round((this.options.clock.ms - this.record.anchorMs) * SAMPLES_PER_MS) - samples
    return Math.max(0, due - this.#end)
  }
}
