import { type AsrMessage, asrMessageSchema, durationToMillis, type StreamingConfig } from '@livetap/contract'
import type { WebSocket } from 'ws'
import type {
  RecognitionListener,
  RecognitionOptions,
  RecognitionResult,
  RecognitionStream,
} from '../recognition'
import { SpeechError } from '../speech-error'

const softBytes = 160_000
const hardBytes = 2_000_000
/** The protocol has no end of sound: silence ends the last segment, and quiet after it the wait. */
const closingSilence = new Int16Array(24_000)
const quietMs = 3_000
const closingMs = 30_000

export class ItStream implements RecognitionStream {
  settledMs: number
  private samples = 0
  private sent = 0
  private segment = 1
  private full = false
  private over = false
  private failure: SpeechError | undefined
  private ending: (() => void) | undefined
  private quiet: NodeJS.Timeout | undefined
  private limit: NodeJS.Timeout | undefined

  constructor(
    private readonly socket: WebSocket,
    private readonly options: RecognitionOptions,
    private readonly listener: RecognitionListener,
    private readonly released: () => void,
  ) {
    this.settledMs = options.startMs ?? 0
    socket.on('message', data => this.receive(String(data)))
    socket.on('close', (code, reason) => this.lost(`${String(reason) || 'no reason'} (${code})`))
    socket.on('error', error => this.lost(error.message))
    socket.send(JSON.stringify(configOf(options)))
  }

  get receivedMs(): number {
    return (this.options.startMs ?? 0) + this.samples / 16
  }

  write(pcm: Int16Array): boolean {
    if (this.over) return true
    this.samples += pcm.length
    this.post(pcm)
    if (this.socket.bufferedAmount > hardBytes) {
      this.fail(new SpeechError('overflow', 'The remote engine does not take the sound fast enough'))
      return true
    }
    this.full ||= this.socket.bufferedAmount > softBytes
    return !this.full
  }

  end(): Promise<void> {
    if (this.failure) return Promise.reject(this.failure)
    if (this.over) return Promise.resolve()
    this.post(closingSilence)
    return new Promise((resolve, reject) => {
      this.ending = () => (this.failure ? reject(this.failure) : resolve())
      this.limit = setTimeout(() => this.finish(), closingMs)
      this.rest()
    })
  }

  abort(): void {
    if (!this.over) this.finish()
  }

  private post(pcm: Int16Array): void {
    this.sent += pcm.length
    this.socket.send(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength).slice(), () => {
      if (!this.full || this.over || this.socket.bufferedAmount > softBytes / 2) return
      this.full = false
      this.listener.drained?.()
    })
  }

  private receive(text: string): void {
    if (this.over) return
    const message = readAsrMessage(text)
    if (!message) return
    if (message.error) {
      this.fail(new SpeechError('remote', `The remote engine refused: ${message.error.description}`))
      return
    }
    this.deliver(message)
    if (message.settled_millis !== undefined)
      this.settledMs = Math.max(this.settledMs, message.settled_millis)
    if (!this.ending) return
    // All of the speech is settled: nothing is left to wait for.
    if (message.settled_millis !== undefined && this.settledMs >= this.receivedMs) this.finish()
    else if (message.result) this.rest()
  }

  private deliver(message: AsrMessage): void {
    const found = message.result?.results[0]
    const best = found?.alternatives[0]
    if (!found || !best) return
    const words = best.words.map(({ word, start_time, end_time, confidence }) => ({
      word,
      startMs: durationToMillis(start_time),
      endMs: durationToMillis(end_time),
      confidence,
    }))
    const result: RecognitionResult = {
      segmentId: found.segment_id ?? `s${this.segment}`,
      isFinal: found.is_final,
      text: best.transcript,
      startMs: words[0]?.startMs ?? this.settledMs,
      endMs:
        words.at(-1)?.endMs ?? Math.min(this.receivedMs, message.audio_received_millis ?? this.receivedMs),
      words,
      confidence: best.confidence,
      speakerIds: found.speaker_ids.map(String),
      languageCode: found.language_code,
    }
    if (!found.is_final) {
      this.listener.interim?.(result)
      return
    }
    this.segment += 1
    this.settledMs = Math.max(this.settledMs, result.endMs)
    this.listener.final(result)
  }

  private rest(): void {
    clearTimeout(this.quiet)
    this.quiet = setTimeout(() => this.finish(), quietMs)
  }

  private lost(how: string): void {
    if (!this.over) this.fail(new SpeechError('remote', `The remote engine closed the stream: ${how}`))
  }

  private fail(error: SpeechError): void {
    this.failure = error
    this.finish()
    this.listener.failed?.(error)
  }

  private finish(): void {
    this.over = true
    clearTimeout(this.quiet)
    clearTimeout(this.limit)
    this.socket.close(1000)
    // The other end may never answer the close.
    setTimeout(() => this.socket.terminate(), 2_000).unref()
    this.released()
    this.ending?.()
  }
}

function configOf({
  languageCode,
  hints,
  diarization = false,
  startMs,
}: RecognitionOptions): StreamingConfig {
  return {
    streaming_config: {
      language_code: languageCode,
      enable_automatic_punctuation: true,
      diarization,
      speech_contexts: {
        phrases: hints?.phrases ?? [],
        limit_vocab_to_phrases: hints?.limitVocabToPhrases ?? false,
        weight: hints?.weight ?? 0,
        entities: hints?.entities ?? [],
      },
      ...(startMs === undefined ? {} : { start_millis: startMs }),
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
