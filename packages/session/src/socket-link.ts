import type { Scope } from './scope'

/** What a link needs of a WebSocket: a browser's own, or that of `ws`. */
export interface LinkSocket {
  readonly readyState: number
  readonly bufferedAmount: number
  binaryType: string
  send(data: string | Uint8Array): void
  close(code?: number, reason?: string): void
  addEventListener(type: string, listener: (event: never) => void): void
  removeEventListener(type: string, listener: (event: never) => void): void
}

export type CreateSocket = (url: string, protocols?: string[]) => LinkSocket

const browserSocket: CreateSocket = (url, protocols) => new WebSocket(url, protocols) as unknown as LinkSocket

/** What happens on one socket. `closed` comes at most once, never after the scope was disposed, and is the last. */
export type LinkEvent<Message> =
  | { type: 'open' }
  | { type: 'message'; message: Message }
  | { type: 'unreadable'; error: unknown }
  /** The page's own policy forbids this address: it will not be otherwise the next time. */
  | { type: 'refused' }
  | { type: 'closed'; code: number; reason: string }

/** What happens to a connection that goes on over several sockets. */
export type ConnectionEvent<Failure extends Error> =
  | { type: 'connected' }
  | { type: 'reconnecting' }
  | { type: 'reconnected' }
  | { type: 'failed'; error: Failure }

export interface SocketLinkOptions<Message> {
  url: string
  protocols?: string[]
  createSocket?: CreateSocket
  schema: { parse(input: unknown): Message }
  onEvent: (event: LinkEvent<Message>) => void
}

const OPEN = 1
/** More than this waiting in the socket means the network does not keep up: the sound waits outside. */
const MAX_BUFFERED_BYTES = 256 * 1024

/** One socket, its messages read by a schema. Disposing its scope closes it. */
export class SocketLink<Message> {
  readonly #socket: LinkSocket
  readonly #scope: Scope
  readonly #options: SocketLinkOptions<Message>

  constructor(options: SocketLinkOptions<Message>, scope: Scope) {
    const { url, protocols, createSocket = browserSocket, onEvent } = options
    this.#options = options
    this.#scope = scope
    watchRefusals(url, scope, () => onEvent({ type: 'refused' }))
    this.#socket = scope.socket(createSocket(url, protocols))
    this.#socket.binaryType = 'arraybuffer'
    const target = this.#socket as unknown as EventTarget
    scope.listen(target, 'open', () => onEvent({ type: 'open' }))
    scope.listen<MessageEvent>(target, 'message', event => onEvent(this.#read(event.data)))
    scope.listen<CloseEvent>(target, 'close', event => this.end(event.code, event.reason))
    // Every error is followed by a close; without a listener `ws` would throw it.
    scope.listen(target, 'error', () => {})
  }

  get isOpen(): boolean {
    return this.#socket.readyState === OPEN
  }

  get acceptsAudio(): boolean {
    return this.isOpen && this.#socket.bufferedAmount < MAX_BUFFERED_BYTES
  }

  send(data: string | Uint8Array): void {
    this.#socket.send(data)
  }

  /** Closes with a code of our own and does not wait for the other side, which may be gone. */
  abandon(code: number, reason: string): void {
    this.#socket.close(code, reason)
    this.end(code, reason)
  }

  end(code: number, reason: string): void {
    if (this.#scope.disposed) return
    this.#scope.dispose()
    this.#options.onEvent({ type: 'closed', code, reason })
  }

  #read(data: unknown): LinkEvent<Message> {
    try {
      return { type: 'message', message: this.#options.schema.parse(JSON.parse(String(data))) }
    } catch (error) {
      return { type: 'unreadable', error }
    }
  }
}

/** A browser may also say so by an event, while the socket itself only looks broken. */
function watchRefusals(url: string, scope: Scope, onRefused: () => void): void {
  const { document } = globalThis as { document?: EventTarget }
  if (!document) return
  const { origin } = new URL(url)
  scope.listen<Event & { blockedURI?: string }>(
    document,
    'securitypolicyviolation',
    ({ blockedURI = '' }) => {
      if (URL.canParse(blockedURI) && new URL(blockedURI).origin === origin) onRefused()
    },
  )
}
