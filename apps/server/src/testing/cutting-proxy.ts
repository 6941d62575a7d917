import { connect, createServer, type Socket } from 'node:net'

/**
 * Stands between a client and a server and does what a bad network does: resets connections with what is under way,
 * stays away, slows down, or takes everything and passes nothing.
 */
export class CuttingProxy {
  readonly #pairs = new Set<[Socket, Socket]>()
  readonly #server = createServer(inside => this.#join(inside))
  #target: URL | undefined
  #cutAfter = Number.POSITIVE_INFINITY
  #planned: number[] = []
  #down = false
  #frozen = false
  /** Bytes per second towards the server. */
  rate = Number.POSITIVE_INFINITY
  cuts = 0
  /** Bytes towards the server. */
  passed = 0
  /** Bytes in either direction that came while it was frozen, and are lost. */
  swallowed = 0

  private constructor(target?: string) {
    this.#target = target === undefined ? undefined : new URL(target)
  }

  /** Without a target connections are reset until `leadTo` names one. */
  static async start(target?: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target)
    await new Promise<void>(listening => proxy.#server.listen(0, '127.0.0.1', listening))
    return proxy
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  leadTo(target: string): void {
    this.#target = new URL(target)
  }

  /** Every connection is reset; new ones work. */
  cut(): void {
    this.cuts += 1
    this.#cutAfter = this.#planned.shift() ?? Number.POSITIVE_INFINITY
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy()
    this.#pairs.clear()
  }

  /** Cuts once so many more bytes have passed towards the server, and again after the next so many. */
  cutAfter(...bytes: number[]): void {
    this.#planned = bytes
    this.#cutAfter = this.#planned.shift() ?? Number.POSITIVE_INFINITY
  }

  /** Cuts, and resets new connections too until `mend`. */
  goDown(): void {
    this.#down = true
    this.cut()
  }

  mend(): void {
    this.#down = false
  }

  /** Down for so long at least, and until `and` has come; answers for how long it was. */
  async downFor(ms: number, and: Promise<unknown> = Promise.resolve()): Promise<number> {
    const cutAt = performance.now()
    this.goDown()
    await Promise.all([and, new Promise(resolve => setTimeout(resolve, ms))])
    this.mend()
    return performance.now() - cutAt
  }

  /** From now on connections hang: nothing passes and nothing is reset. */
  freeze(): void {
    this.#frozen = true
  }

  thaw(): void {
    this.#frozen = false
  }

  async stop(): Promise<void> {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
    await new Promise(closed => this.#server.close(closed))
  }

  #join(inside: Socket): void {
    if (this.#down || !this.#target) {
      inside.resetAndDestroy()
      return
    }
    const outside = connect(Number(this.#target.port), this.#target.hostname)
    const pair: [Socket, Socket] = [inside, outside]
    this.#pairs.add(pair)
    inside.on('data', bytes => this.#pass(inside, outside, bytes))
    outside.on('drain', () => inside.resume())
    outside.on('data', bytes => {
      if (this.#frozen) this.swallowed += bytes.length
      else inside.write(bytes)
    })
    const end = () => {
      this.#pairs.delete(pair)
      // Of a frozen connection the other side learns nothing.
      if (!this.#frozen) for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
  }

  #pass(inside: Socket, outside: Socket, bytes: Buffer): void {
    if (this.#frozen) {
      this.swallowed += bytes.length
      return
    }
    if (bytes.length > this.#cutAfter) {
      outside.write(bytes.subarray(0, this.#cutAfter), () => this.cut())
      this.#cutAfter = Number.POSITIVE_INFINITY
      inside.pause()
      return
    }
    this.#cutAfter -= bytes.length
    this.passed += bytes.length
    if (!outside.write(bytes)) inside.pause()
    if (Number.isFinite(this.rate)) {
      inside.pause()
      setTimeout(() => inside.resume(), (bytes.length / this.rate) * 1000)
    }
  }
}
