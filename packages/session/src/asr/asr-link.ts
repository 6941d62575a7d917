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
import { type CreateSocket, type LinkEvent, SocketLink } from '../socket-link'

export interface AsrSettings {
  readonly engine: string
  readonly languageCode: string
  readonly diarization: boolean
  readonly hints: SpeechHints
}

export interface AsrLinkOptions {
  url: string
  token: string
  trackingId: string
  settings: AsrSettings
  tail: AudioTail
  /** Position of the first byte to send, still held by the tail: asked once the socket is open. */
  start: () => number
  createSocket: CreateSocket | undefined
  onEvent: (event: LinkEvent<AsrMessage>) => void
}

/** A gateway that accepts no connection and refuses none. */
const OPEN_TIMEOUT_MS = 10_000
/** Audio was sent and nothing at all came back: the network went away without a word. */
const SILENCE_TIMEOUT_MS = 15_000

/** One socket to the gateway: configuration first, then the audio from a position on. */
export class AsrLink {
  readonly #options: AsrLinkOptions
  readonly #scope: Scope
  readonly #socket: SocketLink<AsrMessage>
  /** Position of the next byte to send; undefined until the socket is open. */
  #cursor: number | undefined
  #stopWaiting: (() => void) | undefined

  constructor(options: AsrLinkOptions, scope: Scope) {
    const { url, token, settings, trackingId, createSocket } = options
    this.#options = options
    this.#scope = scope
    const { bearer, engine, tracking } = asrSubProtocolPrefix
    const protocols = [
      ASR_PROTOCOL,
      `${bearer}${encodeSubProtocolValue(token)}`,
      `${engine}${encodeSubProtocolValue(settings.engine)}`,
      `${tracking}${encodeSubProtocolValue(trackingId)}`,
    ]
    const onEvent = (event: LinkEvent<AsrMessage>) => this.#handle(event)
    this.#socket = new SocketLink({ url, protocols, createSocket, schema: asrMessageSchema, onEvent }, scope)
    this.#stopWaiting = scope.timeout(() => this.#socket.end(1006, 'no answer'), OPEN_TIMEOUT_MS)
  }

  /** Sends what the tail holds, as far as the network takes it. */
  pump(): void {
    const { tail } = this.#options
    if (this.#cursor === undefined) return
    // A gap inside a stream would shift all that follows: a new one says where it goes on.
    if (this.#cursor < tail.start) {
      this.#socket.end(1006, 'the network is too slow')
      return
    }
    while (this.#socket.acceptsAudio && tail.end - this.#cursor >= ASR_CHUNK_BYTES) {
      const chunk = tail.slice(this.#cursor, this.#cursor + ASR_CHUNK_BYTES)
      this.#cursor += ASR_CHUNK_BYTES
      this.#socket.send(`{"audio_content":"${btoa(String.fromCharCode(...chunk))}"}`)
      this.#stopWaiting ??= this.#scope.timeout(() => this.#socket.end(1006, 'no answer'), SILENCE_TIMEOUT_MS)
    }
  }

  /** An answer that cannot be read is no reason to lose the stream; a refused socket is closed next. */
  #handle(event: LinkEvent<AsrMessage>): void {
    if (event.type === 'refused') return
    this.#stopWaiting?.()
    this.#stopWaiting = undefined
    if (event.type === 'open') this.#configure()
    this.#options.onEvent(event)
    if (event.type === 'open') this.pump()
  }

  #configure(): void {
    const { settings, start } = this.#options
    const from = start()
    this.#cursor = from
    const config = {
      streaming_config: {
        language_code: settings.languageCode,
        enable_automatic_punctuation: true,
        diarization: settings.diarization,
        speech_contexts: settings.hints,
        start_millis: from > 0 ? bytesToMs(from) : undefined,
      },
    }
    this.#socket.send(JSON.stringify(config))
  }
}
