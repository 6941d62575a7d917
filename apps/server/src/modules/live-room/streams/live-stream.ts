import { msToSamples, SAMPLES_PER_MS } from '@livetap/audio'
import type { EngineRegistry } from '@livetap/speech'
import type { TimeRange } from '@livetap/transcript'
import { faultName } from '../../../platform/fault-name'
import type { Log } from '../../../platform/log/log'
import type { Storage } from '../../../platform/storage/storage'
import type { Tracing } from '../../../platform/tracing/tracing'
import type { MeetingRecord } from '../../events'
import type { OffTheRecord } from '../../transcripts'
import type { AudioFrame } from '../connection/audio-frame'
import { ConnectionRefusedError } from '../connection/connection-refused-error'
import type { Outbox } from '../outbox/outbox'
import { type RoomLease, RoomLostError } from '../ownership/room-lease'
import { silenceOffTheRecord } from '../room/off-the-record'
import type { RoomSettings } from '../room/room-settings'
import type { StreamRecord } from './live-streams.store'
import type { MeetingClock } from './meeting-clock'
import { Microphone } from './microphone'
import type { PeopleHeard } from './people-heard'
import { RecognitionFeed } from './recognition-feed'
import { recognitionHints } from './recognition-hints'
import { SoundStore } from './sound-store'
import { type SoundChunk, storedLength } from './stored-sound'
import { storeStreamRecord } from './stored-stream'
import type { StreamWriter } from './stream-writer'
import { type UtteranceTrace, UtteranceTraces } from './utterance-traces'
import { VoiceMeter } from './voice-meter'
import { type VoiceEvent, VoiceRecognizer } from './voice-recognizer'

/** Frames whose positions are this near to each other follow each other. */
const JITTER = 20 * SAMPLES_PER_MS
/** Without positions: a pause in the arrivals that is longer is a hole in the sound. */
const HOLE_MS = 400
/** A longer hole is not recognised through: what follows starts a new recognition. */
const RECOGNIZED_HOLE = 2_000 * SAMPLES_PER_MS
/** No clock runs so far ahead of ours. */
const AHEAD_MS = 90_000

/** What all streams of a meeting share. */
export interface LiveStreamOptions {
  meetingId: string
  lease: RoomLease
  clock: MeetingClock
  settings: RoomSettings
  outbox: Outbox
  offTheRecord: readonly OffTheRecord[]
  writer: StreamWriter
  storage: Storage
  engines: EngineRegistry
  engine: string
  isEnsemble: boolean
  record: MeetingRecord
  tracing: Tracing
  log: Log
}

export interface StreamState {
  record: StreamRecord
  /** Its sound that is stored already. */
  chunks: readonly SoundChunk[]
  /** What is to be recognised after the call. */
  pendingRanges: readonly TimeRange[]
  /** The end of its last final: what comes again of the sound before it has its text. */
  finalUntilMs?: number
  /** Resolves when the database knows the stream, or with false when it will not learn of it from here. */
  ready: Promise<boolean>
  /** No other participant of the meeting has a microphone. */
  isOnlyOne: () => boolean
  /** Heard at the microphone of its owner, at this stream and at those before it. */
  people: PeopleHeard
}

export type LiveStreamEvent =
  | VoiceEvent
  | { type: 'speaker_started' | 'speaker_stopped' }
  /** Sound that is kept, where it lies on the meeting's clock. */
  | ({ type: 'recorded' } & TimeRange)
  /** Another voice was found at it, or whether it may be shared has changed. */
  | { type: 'microphone_changed' }

/** One voice: its sound in its place on the meeting's clock, stored and recognised. */
export class LiveStream {
  readonly record: StreamRecord
  readonly microphone: Microphone
  readonly #ready: Promise<boolean>
  readonly #recognizer: VoiceRecognizer
  readonly #sound: SoundStore
  readonly #feed: RecognitionFeed
  readonly #meter = new VoiceMeter()
  readonly #traces: UtteranceTraces | undefined
  /** Samples since the anchor, silence included. */
  #end: number
  #silence: number
  /** Of sound before this sample an earlier process had announced the text, and not stored all of it. */
  readonly #recognizedUntil: number
  #lastArrivalAt = performance.now()
  #freshConnection: boolean
  #hasPositions = false
  #relistens = false
  lastPacketAt = Date.now()

  constructor(
    private readonly options: LiveStreamOptions,
    { record, chunks, pendingRanges, finalUntilMs, ready, isOnlyOne, people }: StreamState,
    private readonly on: (event: LiveStreamEvent) => void,
  ) {
    const { settings, outbox, offTheRecord, writer, tracing, log, meetingId } = options
    const { samples, silence } = storedLength(chunks)
    this.record = record
    if (tracing.isOn) this.#traces = new UtteranceTraces(tracing, record, meetingId)
    this.#ready = ready
    this.#end = samples
    this.#silence = silence
    this.#recognizedUntil = finalUntilMs === undefined ? 0 : this.#positionOf(finalUntilMs)
    // A stream that goes on: what comes first was waiting in the client.
    this.#freshConnection = samples > 0
    this.microphone = new Microphone({
      record,
      people,
      isOnlyOne,
      onVoice: voice => {
        writer.addVoice(record, voice, ready)
        on({ type: 'microphone_changed' })
      },
      onShared: shared => writer.people(record.id, { shared }, ready),
      onUnattributed: () => writer.people(record.id, { unattributed: true }, ready),
    })
    this.#recognizer = new VoiceRecognizer(
      {
        engines: options.engines,
        engine: options.engine,
        name: record.id,
        recognition: () => ({
          languageCode: settings.language,
          ensemble: options.isEnsemble,
          hints: recognitionHints(settings.state.customPhrases),
          owner: { userId: record.userId ?? record.clientId, inMeeting: true },
          ...this.microphone.recognition,
        }),
        on: event => this.#handle(event),
        giveAgain: range => this.#feed.giveAgain(range),
      },
      pendingRanges,
    )
    this.#sound = this.#openSound(chunks)
    this.#feed = new RecognitionFeed({
      recognizer: this.#recognizer,
      anchorMs: record.anchorMs,
      read: (from, to) => this.#sound.read(from, to),
      offTheRecord,
      isBlocked: () => outbox.isFull,
      onFailure: error =>
        log.warn({ meeting: meetingId, err: error }, 'reading sound for recognition failed'),
    })
  }

  /** How far it has come, on the client's own clock. */
  get receivedMs(): number {
    const { baseMs } = this.record
    return Math.round(baseMs + (this.#end - (this.#hasPositions ? 0 : this.#silence)) / SAMPLES_PER_MS)
  }

  get endMs(): number {
    return this.record.anchorMs + this.#end / SAMPLES_PER_MS
  }

  get speaking(): boolean {
    return this.#meter.speaking
  }

  get behindMs(): number | undefined {
    const { behindMs, isHeld } = this.#recognizer
    if (behindMs === undefined) return isHeld ? this.#feed.waitingMs : undefined
    return behindMs + this.#feed.waitingMs
  }

  /** The client comes by another connection: what it sends first may have been waiting. */
  reconnected(): void {
    this.#freshConnection = true
    this.#lastArrivalAt = performance.now()
  }

  /** False asks for patience. */
  receive(frame: AudioFrame): boolean {
    const pcm = this.#place(frame)
    if (pcm.length === 0) return true
    const start = this.#end
    const atMs = this.endMs
    this.#end += pcm.length
    this.#lastArrivalAt = performance.now()
    this.lastPacketAt = Date.now()
    this.#traces?.arrived(this.endMs)
    if (silenceOffTheRecord(pcm, atMs, this.options.offTheRecord)) {
      this.#feed.pause()
      this.#announceSpeaking(this.#meter.pause())
      return true
    }
    this.#announceSpeaking(this.#meter.measure(pcm))
    if (this.#relistens && !this.speaking) this.relisten()
    const { recording, transcription } = this.options.settings.state
    if (recording) {
      this.#sound.append(start, pcm)
      this.on({ type: 'recorded', startMs: atMs, endMs: this.endMs })
    }
    const known = Math.max(0, this.#recognizedUntil - start)
    if (transcription && known < pcm.length) this.#feed.push(start + known, pcm.subarray(known), recording)
    return !this.isFull
  }

  /** Where the time of a final went; nothing where no traces are made. */
  traceFinal({ result, timing }: Extract<VoiceEvent, { type: 'final' }>): UtteranceTrace | undefined {
    return this.#traces?.begin(result, timing, this.options.settings.state.recording)
  }

  /** Its client has to wait: the storage does not take its sound. It never waits for an engine. */
  get isFull(): boolean {
    return this.#sound.isFull
  }

  /** The storage does not take its sound. */
  get isFailing(): boolean {
    return this.#sound.isFailing
  }

  /** How long no sound came. */
  get idleMs(): number {
    return performance.now() - this.#lastArrivalAt
  }

  /** Recognition may have a place again for what waits. */
  release(): void {
    this.#feed.pump()
  }

  /** Sound that an earlier process stored and had no text of. */
  pushStored({ startMs, endMs }: TimeRange): void {
    this.#feed.pushStored(this.#positionOf(startMs), this.#positionOf(endMs))
  }

  /**
   * Called periodically: nothing came for a while, so no one is in the middle of a sentence. Recognition has a time of
   * its own: ended in the middle of a word, it would recognise two wrong ones.
   */
  rest(pauseMs: number, recognitionMs: number): void {
    // A client that was asked to wait is not silent.
    if (this.isFull || this.idleMs < pauseMs) return
    if (this.idleMs >= recognitionMs) this.#feed.pause()
    this.#sound.flush()
    this.#announceSpeaking(this.#meter.pause())
  }

  flush(): void {
    this.#sound.flush()
  }

  /** Nothing of its sound in the range is kept; its words are taken out where they are announced. */
  forget({ startMs, endMs }: OffTheRecord): void {
    this.#sound.forget(this.#positionOf(startMs), this.#positionOf(endMs))
  }

  shorten({ startMs, endMs }: OffTheRecord, newEndMs: number): void {
    this.#sound.shorten(this.#positionOf(startMs), this.#positionOf(endMs), this.#positionOf(newEndMs))
  }

  #positionOf(ms: number): number {
    return Math.max(0, msToSamples(ms - this.record.anchorMs))
  }

  /** A moment of the client's own clock of the stream, on the meeting's. */
  clockMsOf(streamMs: number): number {
    return this.record.anchorMs + streamMs - this.record.baseMs
  }

  /** The engine's settings changed: what comes next is recognised with the new ones. */
  relisten(): void {
    this.#relistens = false
    this.#feed.pause()
  }

  /** The same, without cutting a sentence in two. */
  relistenInPause(): void {
    this.#relistens = true
  }

  async drain(): Promise<void> {
    this.#recognizer.finish()
    this.#feed.pause()
    await this.#feed.flushed()
    await this.#recognizer.end()
  }

  /** Resolves when all its sound is stored. */
  async stored(): Promise<void> {
    await this.#sound.stored()
  }

  /** Stops recognition; resolves when all its sound is stored, and what of it has no text is known. */
  async close(): Promise<void> {
    this.#recognizer.forget(this.#feed.close())
    await this.#sound.stored()
    this.#traces?.close()
    await this.options.writer.savePendingRanges(this.record.id, this.#recognizer.pendingRanges)
  }

  discard(): void {
    this.#sound.discard()
  }

  /** What of the frame is new, once the hole before it is passed over. */
  #place({ pcm, startMs }: AudioFrame): Int16Array {
    const fresh = this.#freshConnection
    this.#freshConnection = false
    if (startMs === undefined) {
      this.#pass(fresh ? 0 : this.#arrivalHole(pcm.length))
      return pcm
    }
    this.#hasPositions = true
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
    if (hole > RECOGNIZED_HOLE) this.#feed.pause()
    // Nothing is stored of it, which is read as silence.
    else if (this.options.settings.state.transcription) this.#feed.push(this.#end, new Int16Array(hole), true)
    this.#end += hole
  }

  /** By the clock: how much should have come before this frame and did not. */
  #arrivalHole(samples: number): number {
    if (this.#end === 0 || performance.now() - this.#lastArrivalAt < HOLE_MS) return 0
    const due = Math.round((this.options.clock.ms - this.record.anchorMs) * SAMPLES_PER_MS) - samples
    return Math.max(0, due - this.#end)
  }

  #handle(event: VoiceEvent): void {
    if (event.type === 'drained') this.#feed.drained()
    this.on(event)
    if (event.type === 'final' && event.result.lowQuality)
      this.options.writer.addLowQualityRange(this.record.id, event.result, this.#ready)
  }

  #announceSpeaking(hasChanged: boolean): void {
    if (hasChanged) this.on({ type: this.speaking ? 'speaker_started' : 'speaker_stopped' })
  }

  #openSound(chunks: readonly SoundChunk[]): SoundStore {
    const { storage, meetingId, lease, record: events, log } = this.options
    let isKnown: boolean | undefined
    void this.#ready.then(known => {
      isKnown = known
    })
    return new SoundStore({
      storage,
      meetingId,
      streamId: this.record.id,
      token: lease.token,
      chunks,
      prepare: async () => {
        // Another node has the meeting: its client sends the sound there, as a stream of that room.
        if (isKnown === false) throw new RoomLostError(meetingId)
        if (!isKnown) await storeStreamRecord(storage, meetingId, this.record)
      },
      onFailure: (error, isFirst) => {
        log.warn({ meeting: meetingId, err: error }, 'audio buffered: storage unavailable')
        if (isFirst) events.log('storageRetried', { reason: faultName(error) })
      },
      onStored: place => this.#traces?.stored(this.record.anchorMs + place / SAMPLES_PER_MS),
    })
  }
}
