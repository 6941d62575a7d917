import { connect, type Socket } from 'node:net'

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
      socket.on('connect', () => (text ? socket.write(text) : resolve()))
      socket.on('error', () => {})
      socket.once('data', resolve)
      socket.once('close', () => {
        this.#sockets.delete(socket)
        resolve()
      })
    })
  }
}
