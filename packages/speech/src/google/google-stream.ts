import type { SpeakerTurn } from '../diarization/diarizer'
import { QueuedStream } from '../queued-stream'
import type { OnRecognition, RecognitionOptions, RecognitionResult } from '../recognition'
import { SpeechError } from '../speech-error'
import { splitBySpeaker } from '../text/split-by-speaker'
import { audioMessage, configMessage, type GoogleResult, readResponse } from './google-messages'
import { GrpcCall } from './grpc-call'

const PATH = '/google.cloud.speech.v1.Speech/StreamingRecognize'
const bounds = {
  soft: 160_000,
  hard: 2_000_000,
  closingMs: 30_000,
  tooSlow: 'Google Speech does not take the sound fast enough',
  endless: 'Google Speech does not finish',
}
/** Google takes at most 25 kB of sound in a message. */
const MAX_SAMPLES = 8_000

export interface GoogleAccess {
  endpoint: string
  rotateMs: number
  token: () => string
}

export class GoogleStream extends QueuedStream {
  readonly #access: GoogleAccess
  #call: GrpcCall
  /** Where the present call began. */
  #offsetMs: number

  constructor(access: GoogleAccess, options: RecognitionOptions, on: OnRecognition, released: () => void) {
    super(options, on, released, bounds)
    this.#access = access
    this.#offsetMs = this.startMs
    this.#call = this.#begin()
  }

  protected get waiting(): number {
    return this.#call.waitingBytes
  }

  protected post(pcm: Int16Array): void {
    for (let at = 0; at < pcm.length; at += MAX_SAMPLES)
      this.#call.send(audioMessage(pcm.subarray(at, at + MAX_SAMPLES)))
  }

  protected postEnd(): void {
    this.#call.end()
  }

  protected drop(): void {
    this.#call.cancel()
  }

  #begin(): GrpcCall {
    const { endpoint, token } = this.#access
    const call: GrpcCall = new GrpcCall(endpoint, PATH, token(), {
      message: bytes => this.#receive(bytes, call),
      ended: error => this.#callEnded(call, error),
      drained: () => this.eased(),
    })
    call.send(configMessage(this.options))
    return call
  }

  #receive(bytes: Uint8Array, call: GrpcCall): void {
    if (this.over || call !== this.#call) return
    const { results, error } = readResponse(bytes)
    if (error) {
      this.fail(new SpeechError('remote', `Google Speech: ${error}`))
      return
    }
    const final = results.find(({ isFinal }) => isFinal)
    if (final) {
      for (const part of splitBySpeaker(this.#resultOf(final), this.#turnsOf(final), true)) this.emit(part)
      if (!this.isEnding && this.receivedMs - this.#offsetMs > this.#access.rotateMs) this.#rotate()
    } else if (results.length) {
      // Interims come in pieces of falling stability: together they are the text so far.
      const text = results.map(result => result.text).join('')
      this.emit(this.#resultOf({ ...results[0]!, text, words: [] }))
    }
  }

  /** Between two segments the stream goes on in a new call. */
  #rotate(): void {
    const old = this.#call
    this.#offsetMs = this.receivedMs
    this.#call = this.#begin()
    old.end()
    setTimeout(() => old.cancel(), bounds.closingMs).unref()
  }

  #resultOf(found: GoogleResult): RecognitionResult {
    const words = found.words.map(({ word, startMs, endMs, confidence }) => ({
      word,
      startMs: Math.round(this.#offsetMs + startMs),
      endMs: Math.round(this.#offsetMs + endMs),
      confidence,
    }))
    return {
      segmentId: this.segmentId,
      isFinal: found.isFinal,
      text: found.text.trim(),
      startMs: words[0]?.startMs ?? this.settledMs,
      endMs: Math.round(this.#offsetMs + found.endMs) || this.receivedMs,
      words,
      confidence: found.confidence,
      speakerIds: [],
      languageCode: found.languageCode || this.options.languageCode,
    }
  }

  /** Each word says whose it is, where Google was asked for it. */
  #turnsOf({ words }: GoogleResult): SpeakerTurn[] {
    return words.flatMap(({ speaker, startMs, endMs }) =>
      speaker
        ? [
            {
              speaker: String(speaker),
              startMs: Math.round(this.#offsetMs + startMs),
              endMs: Math.round(this.#offsetMs + endMs),
            },
          ]
        : [],
    )
  }

  #callEnded(call: GrpcCall, error?: SpeechError): void {
    if (this.over || call !== this.#call) return
    if (this.isEnding && !error) this.finishWell()
    else this.fail(error ?? new SpeechError('remote', 'Google Speech ended the stream'))
  }
}
