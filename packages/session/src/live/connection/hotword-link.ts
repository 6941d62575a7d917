import { type HotwordMessage, hotwordMessageSchema } from '@livetap/contract'
import type { Scope } from '../../scope'

/** What the link needs of a WebSocket: a browser's own, or that of `ws`. */
export interface HotwordSocket {
  readonly readyState: number
  readonly bufferedAmount: number
  binaryType: string
  send(data: string | Uint8Array): void
  close(code?: number, reason?: string): void
  addEventListener(type: string, listener: (event: never) => void): void
  removeEventListener(type: string, listener: (event: never) => void): void
}

export type CreateHotwordSocket = (url: string) => HotwordSocket

export const browserHotwordSocket: CreateHotwordSocket = url => new WebSocket(url) as unknown as HotwordSocket

export interface HotwordLinkOptions {
  url: string
  createSocket: CreateHotwordSocket
  onOpen: () => void
  onMessage: (message: HotwordMessage) => void
  onUnreadable: (error: unknown) => void
  /** The page's own policy forbids this address: it will not be otherwise the next time. */
  onRefused: () => void
  /** At most once; never after the scope was disposed. */
  onClose: (code: number, reason: string) => void
}

const OPEN = 1
/** More than this waiting in the socket means the network does not keep up: the sound waits outside. */
const MAX_BUFFERED_BYTES = 256 * 1024

/** One socket to the hotword service. Disposing its scope closes it. */
export class HotwordLink {
  readonly #socket: HotwordSocket
  readonly #scope: Scope
  readonly #options: HotwordLinkOptions

  constructor(options: HotwordLinkOptions, scope: Scope) {
    this.#options = options
    this.#scope = scope
    watchRefusals(options, scope)
    this.#socket = scope.socket(options.createSocket(options.url))
    this.#socket.binaryType = 'arraybuffer'
    const target = this.#socket as unknown as EventTarget
    scope.listen(target, 'open', () => options.onOpen())
    scope.listen<MessageEvent>(target, 'message', event => this.#receive(event.data))
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
    this.#options.onClose(code, reason)
  }

  #receive(data: unknown): void {
    let message: HotwordMessage
    try {
      message = hotwordMessageSchema.parse(JSON.parse(String(data)))
    } catch (error) {
      this.#options.onUnreadable(error)
      return
    }
    this.#options.onMessage(message)
  }
}

/** A browser may also say so by an event, while the socket itself only looks broken. */
function watchRefusals({ url, onRefused }: HotwordLinkOptions, scope: Scope): void {
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
