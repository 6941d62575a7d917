import { type AudioTail, bytesToMs } from '@livetap/audio'
import {
  ASR_CHUNK_BYTES,
  ASR_PROTOCOL,
  type AsrMessage,
  asrMessageSchema,
  asrSubProtocolPrefix,
  encodeSubProtocolValue,
  type SpeechHints,
} from '@livetap/contract'
import type { Scope } from '../scope'
import { toBase64 } from './base64'

export interface AsrSettings {
  readonly engine: string
  readonly languageCode: string
  readonly diarization: boolean
  readonly hints: SpeechHints
}

/** What the link needs of a WebSocket: a browser's own, or that of `ws`. */
export interface LinkSocket {
  readonly readyState: number
  readonly bufferedAmount: number
  send(data: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: string, listener: (event: never) => void): void
  removeEventListener(type: string, listener: (event: never) => void): void
}

export type CreateSocket = (url: string, protocols: string[]) => LinkSocket

export const browserSocket: CreateSocket = (url, protocols) =>
  new WebSocket(url, protocols) as unknown as LinkSocket

export interface AsrLinkOptions {
  url: string
  token: string
  trackingId: string
  settings: AsrSettings
  tail: AudioTail
  /** Position of the first byte to send, still held by the tail. */
  from: number
  createSocket: CreateSocket
  onOpen: () => void
  onMessage: (message: AsrMessage) => void
  /** At most once; never after the scope was disposed. */
  onClose: (code: number, reason: string) => void
}

const open = 1
/** More than this waiting in the socket means the network does not keep up: the tail holds the rest. */
const maxBufferedBytes = 256 * 1024
/** A gateway that accepts no connection and refuses none. */
const openTimeoutMs = 10_000
/** Audio was sent and nothing at all came back: the network went away without a word. */
const silenceTimeoutMs = 15_000

/** One socket to the gateway: configuration first, then the audio from a position on. */
export class AsrLink {
  readonly #options: AsrLinkOptions
  readonly #scope: Scope
  readonly #socket: LinkSocket
  #cursor: number
  #stopWaiting: (() => void) | undefined

  constructor(options: AsrLinkOptions, scope: Scope) {
    this.#options = options
    this.#scope = scope
    this.#cursor = options.from
    const { bearer, engine, tracking } = asrSubProtocolPrefix
    this.#socket = scope.socket(
      options.createSocket(options.url, [
        ASR_PROTOCOL,
        `${bearer}${encodeSubProtocolValue(options.token)}`,
        `${engine}${encodeSubProtocolValue(options.settings.engine)}`,
        `${tracking}${encodeSubProtocolValue(options.trackingId)}`,
      ]),
    )
    this.#stopWaiting = scope.timeout(() => this.#end(1006, 'no answer'), openTimeoutMs)
    const target = this.#socket as unknown as EventTarget
    scope.listen(target, 'open', () => this.#opened())
    scope.listen<MessageEvent>(target, 'message', event => this.#receive(event.data))
    scope.listen<CloseEvent>(target, 'close', event => this.#end(event.code, event.reason))
    // Every error is followed by a close; without a listener `ws` would throw it.
    scope.listen(target, 'error', () => {})
  }

  /** Position behind the last byte handed to the socket. */
  get sent(): number {
    return this.#cursor
  }

  /** Sends what the tail holds, as far as the network takes it. */
  pump(): void {
    const { tail } = this.#options
    // A gap inside a stream would shift all that follows: a new one says where it goes on.
    if (this.#cursor < tail.start) {
      this.#end(1006, 'the network is too slow')
      return
    }
    while (this.#ready() && tail.end - this.#cursor >= ASR_CHUNK_BYTES) {
      const chunk = tail.slice(this.#cursor, this.#cursor + ASR_CHUNK_BYTES)
      this.#cursor += ASR_CHUNK_BYTES
      this.#socket.send(`{"audio_content":"${toBase64(chunk)}"}`)
      this.#stopWaiting ??= this.#scope.timeout(() => this.#end(1006, 'no answer'), silenceTimeoutMs)
    }
  }

  #ready(): boolean {
    return this.#socket.readyState === open && this.#socket.bufferedAmount < maxBufferedBytes
  }

  #opened(): void {
    const { settings, from } = this.#options
    this.#answered()
    const config = {
      streaming_config: {
        language_code: settings.languageCode,
        enable_automatic_punctuation: true,
        diarization: settings.diarization,
        speech_contexts: settings.hints,
        ...(from > 0 && { start_millis: bytesToMs(from) }),
      },
    }
    this.#socket.send(JSON.stringify(config))
    this.#options.onOpen()
    this.pump()
  }

  #receive(data: unknown): void {
    this.#answered()
    const message = readMessage(data)
    if (message) this.#options.onMessage(message)
  }

  #answered(): void {
    this.#stopWaiting?.()
    this.#stopWaiting = undefined
  }

  #end(code: number, reason: string): void {
    if (this.#scope.disposed) return
    this.#scope.dispose()
    this.#options.onClose(code, reason)
  }
}

/** What is no message of the contract is passed over: one bad answer is no reason to lose the stream. */
function readMessage(data: unknown): AsrMessage | undefined {
  if (typeof data !== 'string') return undefined
  try {
    return asrMessageSchema.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}
