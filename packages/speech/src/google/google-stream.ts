import type {
  RecognitionListener,
  RecognitionOptions,
  RecognitionResult,
  RecognitionStream,
} from '../recognition'
import { SpeechError } from '../speech-error'
import { audioMessage, configMessage, type GoogleResult, readResponse } from './google-messages'
import { GrpcCall } from './grpc-call'

const path = '/google.cloud.speech.v1.Speech/StreamingRecognize'
const softBytes = 160_000
const hardBytes = 2_000_000
const closingMs = 30_000
/** Google takes at most 25 kB of sound in a message. */
const mostSamples = 8_000

export interface GoogleAccess {
  endpoint: string
  rotateMs: number
  token: () => string
}

export class GoogleStream implements RecognitionStream {
  settledMs: number
  private call: GrpcCall
  private samples = 0
  /** Where the present call began. */
  private offsetMs: number
  private segment = 1
  private full = false
  private over = false
  private failure: SpeechError | undefined
  private ending: (() => void) | undefined
  private limit: NodeJS.Timeout | undefined

  constructor(
    private readonly access: GoogleAccess,
    private readonly options: RecognitionOptions,
    private readonly listener: RecognitionListener,
    private readonly released: () => void,
  ) {
    this.settledMs = options.startMs ?? 0
    this.offsetMs = this.settledMs
    this.call = this.begin()
  }

  get receivedMs(): number {
    return (this.options.startMs ?? 0) + this.samples / 16
  }

  write(pcm: Int16Array): boolean {
    if (this.over) return true
    this.samples += pcm.length
    for (let at = 0; at < pcm.length; at += mostSamples) {
      this.call.send(audioMessage(pcm.subarray(at, at + mostSamples)))
    }
    if (this.call.waitingBytes > hardBytes) {
      this.fail(new SpeechError('overflow', 'Google Speech does not take the sound fast enough'))
      return true
    }
    this.full ||= this.call.waitingBytes > softBytes
    return !this.full
  }

  end(): Promise<void> {
    if (this.failure) return Promise.reject(this.failure)
    if (this.over) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.ending = () => (this.failure ? reject(this.failure) : resolve())
      this.limit = setTimeout(
        () => this.fail(new SpeechError('timeout', 'Google Speech does not finish')),
        closingMs,
      )
      this.call.end()
    })
  }

  abort(): void {
    if (this.over) return
    this.call.cancel()
    this.finish()
  }

  private begin(): GrpcCall {
    const { endpoint, token } = this.access
    const call: GrpcCall = new GrpcCall(endpoint, path, token(), {
      message: bytes => this.receive(bytes, call),
      ended: error => this.ended(call, error),
      drained: () => {
        if (!this.full) return
        this.full = false
        this.listener.drained?.()
      },
    })
    call.send(configMessage(this.options))
    return call
  }

  private receive(bytes: Uint8Array, call: GrpcCall): void {
    if (this.over || call !== this.call) return
    const { results, error } = readResponse(bytes)
    if (error) {
      this.fail(new SpeechError('remote', `Google Speech: ${error}`))
      return
    }
    const final = results.find(({ isFinal }) => isFinal)
    if (final) this.deliver(final)
    else if (results.length) {
      // Interims come in pieces of falling stability: together they are the text so far.
      const text = results.map(result => result.text).join('')
      this.listener.interim?.(this.resultOf({ ...results[0]!, text, words: [] }))
    }
  }

  private deliver(final: GoogleResult): void {
    const result = this.resultOf(final)
    this.segment += 1
    this.settledMs = Math.max(this.settledMs, result.endMs)
    this.listener.final(result)
    if (!this.ending && this.receivedMs - this.offsetMs > this.access.rotateMs) this.rotate()
  }

  /** Between two segments the stream goes on in a new call. */
  private rotate(): void {
    const old = this.call
    this.offsetMs = this.receivedMs
    this.call = this.begin()
    old.end()
    setTimeout(() => old.cancel(), closingMs).unref()
  }

  private resultOf(found: GoogleResult): RecognitionResult {
    const words = found.words.map(({ word, startMs, endMs, confidence }) => ({
      word,
      startMs: Math.round(this.offsetMs + startMs),
      endMs: Math.round(this.offsetMs + endMs),
      confidence,
    }))
    const speakers = new Set(found.words.flatMap(({ speaker }) => (speaker ? [String(speaker)] : [])))
    return {
      segmentId: `s${this.segment}`,
      isFinal: found.isFinal,
      text: found.text.trim(),
      startMs: words[0]?.startMs ?? this.settledMs,
      endMs: Math.round(this.offsetMs + found.endMs) || this.receivedMs,
      words,
      confidence: found.confidence,
      speakerIds: [...speakers],
      languageCode: found.languageCode || this.options.languageCode,
    }
  }

  private ended(call: GrpcCall, error?: SpeechError): void {
    if (this.over || call !== this.call) return
    if (this.ending && !error) this.finish()
    else this.fail(error ?? new SpeechError('remote', 'Google Speech ended the stream'))
  }

  private fail(error: SpeechError): void {
    if (this.over) return
    this.failure = error
    this.call.cancel()
    this.finish()
    this.listener.failed?.(error)
  }

  private finish(): void {
    this.over = true
    clearTimeout(this.limit)
    if (!this.failure) this.settledMs = Math.max(this.settledMs, this.receivedMs)
    this.released()
    this.ending?.()
  }
}
