import { SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { asSpeechError } from '@livetap/speech'
import type { ClientSocket } from '../../platform/client-socket'
import type { AsrLimits } from './asr-limits'
import { AsrRefusal, refusalOf } from './asr-refusal'
import { decodeBase64, readAudioText, toSamples } from './audio-frame'
import { positionMessage } from './result-message'
import type { ReaderEvent, ResumableStream, StreamReader } from './resumable-stream'
import { type AsrConfig, readText } from './stream-config'

export interface AsrSocketOptions {
  limits: AsrLimits
  /** A new stream of the engine, or the client's own that was cut; rejects with a refusal. */
  openStream: (config: AsrConfig, reader: StreamReader) => Promise<ResumableStream>
  /** Once: the socket is gone, from either side. `cut` is true for a lost network, false for a close. */
  onGone: (socket: AsrSocket, cut: boolean, code: number) => void
}

/** A longer hole in the audio is more than a cut can explain. */
const MAX_GAP_SAMPLES = 30 * SAMPLE_RATE_HZ
/** A client keeps many times as much for going on after a cut. */
const POSITION_INTERVAL_SAMPLES = 6 * SAMPLE_RATE_HZ
/** Of real time: audio that comes more slowly is no speech. */
const MIN_FLOW = 0.1
/** Goodbyes of a client: normal, going away, and a close frame without a code. */
const goodbyes: ReadonlySet<number> = new Set([1000, 1001, 1005])

/** One client's socket: configuration first, then audio; results and positions back. */
export class AsrSocket implements StreamReader {
  stream: ResumableStream | undefined
  refusal: AsrRefusal | undefined
  /** Frames that came while the engine opens; a paused socket delivers no more than it had read. */
  #opening: [data: Buffer, isBinary: boolean][] | undefined
  #startMs = 0
  #samples = 0
  /** Of the audio to come, what the stream holds already. */
  #overlap = 0
  /** Since the last sweep, which alone looks at the clock: a message costs as little as can be. */
  #spoke = false
  #lastReceivedAt = performance.now()
  #lastPongAt = performance.now()
  #sentPosition = ''
  #positionSamples = 0
  #sweptSamples = 0
  #sweptAt = performance.now()
  /** When audio last came at a pace of speech. */
  #lastFlowAt = performance.now()
  #waiting = false
  #gone = false

  constructor(
    readonly socket: ClientSocket,
    readonly options: AsrSocketOptions,
  ) {
    socket.on('message', (data, isBinary) => this.#guarded(data as Buffer, isBinary))
    socket.on('pong', () => {
      this.#lastPongAt = performance.now()
    })
    socket.on('close', code => this.#left(code))
    // Every error is followed by a close.
    socket.on('error', () => {})
  }

  /** Tells the position, looks whether the client still speaks and still reads. */
  sweep(now: number): void {
    if (this.#gone) return
    this.stream?.countAudio()
    if (this.#flows(now)) this.#lastFlowAt = now
    this.#sendPosition()
    this.#sweptAt = now
    // A socket that is held back can deliver neither words nor pongs.
    if (this.#waiting || this.#opening) return
    if (this.#spoke) this.#lastReceivedAt = now
    this.#spoke = false
    const { silentMs } = this.options.limits
    if (now - this.#lastReceivedAt > silentMs)
      this.refuse(new AsrRefusal('silent_too_long', `Nothing was said for ${silentMs / 1000} seconds`))
    else if (now - Math.max(this.#lastPongAt, this.#lastReceivedAt) > silentMs / 2) this.socket.terminate()
    // Audio proves that the client is there: only a quiet one is pinged.
    else if (now - this.#lastReceivedAt > silentMs / 8) this.socket.ping()
  }

  /** How long hardly any audio came, to within the pace of the sweeps. */
  get idleMs(): number {
    const now = performance.now()
    return this.#flows(now) ? 0 : now - this.#lastFlowAt
  }

  refuse(refusal: AsrRefusal): void {
    if (this.#gone || this.refusal) return
    this.refusal = refusal
    if (this.socket.readyState !== this.socket.OPEN) return
    this.socket.resume()
    this.socket.send(refusal.toMessage())
    this.socket.close(refusal.closeCode, refusal.reason)
    // A client that does not read will not answer the close either.
    if (refusal.reason === 'slow_reader') this.socket.terminate()
  }

  on(event: ReaderEvent): void {
    switch (event.type) {
      case 'interim':
        if (this.socket.bufferedAmount < this.options.limits.interimBufferBytes) this.#send(event.message)
        return
      case 'final':
        this.#send(event.message)
        return
      case 'failed':
        this.refuse(refusalOf(event.error))
        return
      case 'drained':
        this.#release()
        return
      default:
        event satisfies never
    }
  }

  /** The engine takes sound again. */
  #release(): void {
    if (!this.#waiting) return
    this.#waiting = false
    this.#lastReceivedAt = performance.now()
    this.#lastPongAt = this.#lastReceivedAt
    this.socket.resume()
  }

  #guarded(data: Buffer, isBinary: boolean): void {
    if (this.refusal) return
    this.#spoke = true
    try {
      this.#receive(data, isBinary)
    } catch (error) {
      this.refuse(error instanceof AsrRefusal ? error : refusalOf(asSpeechError(error)))
    }
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (data.length > this.options.limits.messageBytes)
      throw new AsrRefusal('message_too_big', `A message may have ${this.options.limits.messageBytes} bytes`)
    if (this.#opening) {
      this.#opening.push([data, isBinary])
      return
    }
    const pcm = isBinary ? toSamples(data) : readAudioText(data)
    if (pcm) {
      this.#audio(pcm)
      return
    }
    const message = readText(data)
    if (message.kind === 'audio') this.#audio(decodeBase64(message.base64))
    else this.#configure(message.config)
  }

  #audio(pcm: Int16Array): void {
    const { stream } = this
    if (!stream) throw new AsrRefusal('audio_before_config', 'The first message must be streaming_config')
    this.#samples += pcm.length
    const fresh = this.#overlap > 0 ? this.#withoutOverlap(pcm) : pcm
    if (fresh.length > 0 && !stream.write(fresh)) this.#hold()
  }

  #withoutOverlap(pcm: Int16Array): Int16Array {
    const skipped = Math.min(this.#overlap, pcm.length)
    this.#overlap -= skipped
    return pcm.subarray(skipped)
  }

  /** The engine's queue is full: the client's own buffer fills up behind the closed window. */
  #hold(): void {
    this.#waiting = true
    this.socket.pause()
  }

  #configure(config: AsrConfig): void {
    if (this.stream) throw new AsrRefusal('bad_message', 'A stream is configured once', 'bad_config')
    this.#opening = []
    this.socket.pause()
    this.options.openStream(config, this).then(
      stream => this.#opened(stream, config),
      error => {
        this.#opening = undefined
        this.refuse(error instanceof AsrRefusal ? error : refusalOf(asSpeechError(error)))
      },
    )
  }

  #opened(stream: ResumableStream, config: AsrConfig): void {
    if (this.#gone || this.refusal) {
      stream.abort()
      return
    }
    this.stream = stream
    this.#startMs = config.start_millis ?? 0
    this.#overlap = Math.round((stream.position.receivedMs - this.#startMs) * SAMPLES_PER_MS)
    this.#sentPosition = positionMessage({
      receivedMs: this.#startMs,
      settledMs: Math.min(this.#startMs, stream.position.settledMs),
    })
    this.#send(this.#sentPosition)
    const waiting = this.#opening ?? []
    this.#opening = undefined
    this.#lastReceivedAt = performance.now()
    this.#lastPongAt = this.#lastReceivedAt
    this.socket.resume()
    // What was lost on the way is silence, so that what follows keeps its place.
    if (this.#overlap < 0) {
      const gap = new Int16Array(Math.min(-this.#overlap, MAX_GAP_SAMPLES))
      this.#overlap = 0
      if (!stream.write(gap)) this.#hold()
    }
    for (const [data, isBinary] of waiting) this.#guarded(data, isBinary)
  }

  /** A message now and then proves that the client is there, and not that there is anything to recognise. */
  #flows(now: number): boolean {
    if (this.#waiting || this.#opening) return true
    const freshMs = (this.#samples - this.#sweptSamples) / SAMPLES_PER_MS
    return freshMs > 0 && freshMs >= (now - this.#sweptAt) * MIN_FLOW
  }

  /**
   * While audio comes only now and then, for every message costs as much as several of the client's; as soon as none
   * comes whenever it changed, so that a client that waits for its last words learns that there are none.
   */
  #sendPosition(): void {
    const isQuiet = this.#samples === this.#sweptSamples
    this.#sweptSamples = this.#samples
    if (!this.stream || (!isQuiet && this.#samples - this.#positionSamples < POSITION_INTERVAL_SAMPLES))
      return
    const receivedMs = this.#startMs + this.#samples / SAMPLES_PER_MS
    const message = positionMessage({ receivedMs, settledMs: this.stream.position.settledMs })
    if (message === this.#sentPosition) return
    this.#sentPosition = message
    this.#positionSamples = this.#samples
    this.#send(message)
  }

  #send(message: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    this.socket.send(message)
    if (this.socket.bufferedAmount > this.options.limits.slowReaderBytes)
      this.refuse(new AsrRefusal('slow_reader', 'The results were not read'))
  }

  #left(code: number): void {
    if (this.#gone) return
    this.#gone = true
    this.options.onGone(this, !goodbyes.has(code) && !this.refusal, code)
  }
}
