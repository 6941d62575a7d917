import { randomUUID } from 'node:crypto'
import { ASR_PROTOCOL, encodeSubProtocolValue, asrSubProtocolPrefix as prefix } from '@livetap/contract'
import { WebSocket } from 'ws'
import type { EngineAvailability, SpeechEngine } from '../engine'
import type { OnRecognition, RecognitionOptions, RecognitionStream } from '../recognition'
import { SpeechError } from '../speech-error'
import { ItStream } from './it-stream'

export interface ItEngineOptions {
  /** Address of an ASR proxy socket, `ws:` or `wss:`. */
  url?: string
  token?: string
  /** Engine asked for at the other end. */
  remoteEngine?: string
  connectTimeoutMs?: number
  /** At the end of a stream: a remote that says nothing for so long has said all it had. */
  quietMs?: number
}

/** A remote engine that speaks the product's own ASR proxy protocol. */
export class ItEngine implements SpeechEngine {
  readonly name = 'it'
  readonly #options: ItEngineOptions
  readonly #streams = new Set<ItStream>()

  constructor(options: ItEngineOptions) {
    this.#options = options
  }

  async availability(): Promise<EngineAvailability> {
    const none = { available: false, languages: [], features: [] }
    if (!this.#options.url)
      return { ...none, reason: 'Set LIVETAP_ENGINE_IT_URL to the address of an ASR proxy' }
    if (!/^wss?:\/\//.test(this.#options.url))
      return { ...none, reason: 'LIVETAP_ENGINE_IT_URL is not a ws:// address' }
    return {
      available: true,
      languages: [],
      features: [
        'interims',
        'word-times',
        'hints',
        'limit-vocab',
        'diarization',
        'punctuation',
        'language-detection',
      ],
    }
  }

  async open(options: RecognitionOptions, on: OnRecognition): Promise<RecognitionStream> {
    const { available, reason } = await this.availability()
    if (!available) throw new SpeechError('unavailable', reason!)
    return await this.#connect(socket => {
      const { quietMs = 60_000 } = this.#options
      const stream = new ItStream(socket, quietMs, options, on, () => this.#streams.delete(stream))
      this.#streams.add(stream)
      return stream
    })
  }

  async close(): Promise<void> {
    for (const stream of this.#streams) stream.abort()
  }

  /** `opened` is called at once: a refusal can come in the same moment as the connection. */
  #connect(opened: (socket: WebSocket) => ItStream): Promise<ItStream> {
    const { url, token, remoteEngine = 'nutcracker', connectTimeoutMs = 10_000 } = this.#options
    const protocols = [
      ASR_PROTOCOL,
      ...(token ? [prefix.bearer + encodeSubProtocolValue(token)] : []),
      prefix.engine + encodeSubProtocolValue(remoteEngine),
      prefix.tracking + randomUUID(),
    ]
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url!, protocols, {
        handshakeTimeout: connectTimeoutMs,
        maxPayload: 1 << 20,
      })
      socket.once('open', () => resolve(opened(socket)))
      socket.once('error', error =>
        reject(
          new SpeechError('remote', `The remote engine cannot be reached: ${error.message}`, {
            cause: error,
          }),
        ),
      )
    })
  }
}
