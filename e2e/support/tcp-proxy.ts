import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A port that nobody listened on a moment ago: for a server that has to be told its own address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(closed => server.close(closed))
  return port
}

/** Stands between browser and server, and cuts as a network does: both sides are reset, what is under way is lost. */
export class TcpProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #target: number | undefined
  #down = false

  private constructor(server: Server) {
    this.#server = server
    server.on('connection', socket => this.#carry(socket))
  }

  static async start(): Promise<TcpProxy> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new TcpProxy(server)
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Of a server on this machine. */
  leadTo(port: number): void {
    this.#target = port
  }

  /** Every connection is reset, and new ones too until `mend`. */
  cut(): void {
    this.#down = true
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  /** Away for so long at least, and until `and` has come; answers for how long it was. */
  async cutFor(ms: number, and: Promise<unknown> = Promise.resolve()): Promise<number> {
    const cutAt = performance.now()
    this.cut()
    await Promise.all([and, new Promise(resolve => setTimeout(resolve, ms))])
    this.mend()
    return performance.now() - cutAt
  }

  mend(): void {
    this.#down = false
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #carry(inner: Socket): void {
    if (this.#down || !this.#target) {
      inner.resetAndDestroy()
      return
    }
    const outer = connect(this.#target, '127.0.0.1')
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      this.#sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }
}
