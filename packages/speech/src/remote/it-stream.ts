import { type AsrMessage, asrMessageSchema, durationToMillis, type StreamingConfig } from '@livetap/contract'
import type { WebSocket } from 'ws'
import { QueuedStream } from '../queued-stream'
import type { OnRecognition, RecognitionOptions } from '../recognition'
import { SpeechError } from '../speech-error'

/** The protocol has no end of sound: silence ends the last segment. */
const closingSilence = new Int16Array(24_000)
const bounds = {
  soft: 160_000,
  hard: 2_000_000,
  closingMs: 300_000,
  tooSlow: 'The remote engine does not take the sound fast enough',
  endless: 'The remote engine does not finish',
}

export class ItStream extends QueuedStream {
  readonly #socket: WebSocket
  readonly #quietMs: number
  #quiet: NodeJS.Timeout | undefined

  constructor(
    socket: WebSocket,
    quietMs: number,
    options: RecognitionOptions,
    on: OnRecognition,
    released: () => void,
  ) {
    super(options, on, released, bounds)
    this.#socket = socket
    this.#quietMs = quietMs
    socket.on('message', data => this.#receive(String(data)))
    socket.on('close', (code, reason) => this.#lost(`${String(reason) || 'no reason'} (${code})`))
    socket.on('error', error => this.#lost(error.message))
    socket.send(JSON.stringify(configOf(options)))
  }

  protected get waiting(): number {
    return this.#socket.bufferedAmount
  }

  protected post(pcm: Int16Array): void {
    const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength).slice()
    this.#socket.send(bytes, () => this.eased())
  }

  protected postEnd(): void {
    this.post(closingSilence)
    this.#rest()
  }

  protected drop(): void {
    clearTimeout(this.#quiet)
    this.#socket.close(1000)
    // The other end may never answer the close.
    setTimeout(() => this.#socket.terminate(), 2_000).unref()
  }

  #receive(text: string): void {
    if (this.over) return
    const message = readAsrMessage(text)
    if (!message) return
    if (message.error) {
      this.fail(new SpeechError('remote', `The remote engine refused: ${message.error.description}`))
      return
    }
    this.#deliver(message)
    if (message.settled_millis !== undefined)
      this.settledMs = Math.max(this.settledMs, message.settled_millis)
    if (!this.isEnding) return
    // Where the other side reports how far it is, nothing is left to wait for once all is settled.
    if (message.settled_millis !== undefined && this.settledMs >= this.receivedMs) this.#leave()
    else this.#rest()
  }

  #deliver(message: AsrMessage): void {
    const found = message.result?.results[0]
    const best = found?.alternatives[0]
    if (!found || !best) return
    const words = best.words.map(({ word, start_time, end_time, confidence }) => ({
      word,
      startMs: durationToMillis(start_time),
      endMs: durationToMillis(end_time),
      confidence,
    }))
    this.emit({
      segmentId: found.segment_id ?? this.segmentId,
      isFinal: found.is_final,
      text: best.transcript,
      startMs: words[0]?.startMs ?? this.settledMs,
      endMs:
        words.at(-1)?.endMs ?? Math.min(this.receivedMs, message.audio_received_millis ?? this.receivedMs),
      words,
      confidence: best.confidence,
      speakerIds: found.speaker_ids.map(String),
      languageCode: found.language_code,
    })
  }

  #rest(): void {
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => this.#leave(), this.#quietMs)
  }

  #leave(): void {
    this.drop()
    this.finishWell()
  }

  #lost(how: string): void {
    this.fail(new SpeechError('remote', `The remote engine closed the stream: ${how}`))
  }
}

function configOf({
  languageCode,
  hints,
  diarization = false,
  punctuation = true,
  startMs,
}: RecognitionOptions): StreamingConfig {
  return {
    streaming_config: {
      language_code: languageCode,
      enable_automatic_punctuation: punctuation,
      diarization: Boolean(diarization),
      speech_contexts: {
        phrases: hints?.phrases ?? [],
        limit_vocab_to_phrases: hints?.limitVocabToPhrases ?? false,
        weight: hints?.weight ?? 0,
        entities: hints?.entities ?? [],
      },
      start_millis: startMs,
    },
  }
}

function readAsrMessage(text: string): AsrMessage | undefined {
  try {
    return asrMessageSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
