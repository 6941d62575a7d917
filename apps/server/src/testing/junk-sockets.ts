import { connect, type Socket } from 'node:net'

/** A connection that the system dropped is repeated for minutes by itself: the test has no use for it. */
const CONNECT_TIMEOUT_MS = 10_000

/** Connections of a client that sends what is no HTTP, or nothing, and never closes its own side. */
export class JunkSockets {
  readonly #sockets = new Set<Socket>()
  constructor(private readonly address: string) {}

  /** Resolves when each of them has its answer or was closed; silent ones when they are connected or refused. */
  async open(count: number, text = 'JUNK\r\n\r\n'): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#open(text)))
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #open(text: string): Promise<void> {
    const { hostname, port } = new URL(this.address)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    this.#sockets.add(socket)
    return new Promise(resolve => {
      const unanswered = setTimeout(() => socket.destroy(), CONNECT_TIMEOUT_MS)
      socket.on('connect', () => {
        clearTimeout(unanswered)
        if (text) socket.write(text)
        else resolve()
      })
      socket.on('error', () => {})
      socket.once('data', resolve)
      // Closed by the server alone: this side stays open.
      socket.once('end', resolve)
      socket.once('close', () => {
        clearTimeout(unanswered)
        this.#sockets.delete(socket)
        resolve()
      })
    })
  }
}
