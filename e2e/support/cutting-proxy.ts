import { connect, createServer, type Socket } from 'node:net'

/**
 * Stands between a browser and the server and cuts what is under way, as a bad network does: both sides get a
 * reset, and what had not passed is lost.
 */
export class CuttingProxy {
  readonly #pairs = new Set<[Socket, Socket]>()
  readonly #server = createServer(inside => this.#join(inside))
  readonly #target: URL
  #cutAfter = Number.POSITIVE_INFINITY
  #planned: number[] = []
  /** Bytes a second towards the server. */
  rate = Number.POSITIVE_INFINITY
  cuts = 0
  passed = 0

  private constructor(target: string) {
    this.#target = new URL(target)
  }

  static async start(target: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target)
    await new Promise<void>(listening => proxy.#server.listen(0, '127.0.0.1', listening))
    return proxy
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`
  }

  /** The connections break once so many more bytes have passed towards the server, and again after the next so many. */
  cutAfter(...bytes: number[]): void {
    this.#planned = bytes
    this.#cutAfter = this.#planned.shift() ?? Number.POSITIVE_INFINITY
  }

  cut(): void {
    this.cuts += 1
    this.#cutAfter = this.#planned.shift() ?? Number.POSITIVE_INFINITY
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy()
    this.#pairs.clear()
  }

  async stop(): Promise<void> {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
    await new Promise(closed => this.#server.close(closed))
  }

  #join(inside: Socket): void {
    const outside = connect(Number(this.#target.port), this.#target.hostname)
    const pair: [Socket, Socket] = [inside, outside]
    this.#pairs.add(pair)
    inside.on('data', bytes => this.#pass(inside, outside, bytes))
    outside.on('drain', () => inside.resume())
    outside.on('data', bytes => void inside.write(bytes))
    const end = () => {
      this.#pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
  }

  #pass(inside: Socket, outside: Socket, bytes: Buffer): void {
    if (bytes.length > this.#cutAfter) {
      outside.write(bytes.subarray(0, this.#cutAfter), () => this.cut())
      this.#cutAfter = Number.POSITIVE_INFINITY
      inside.pause()
      return
    }
    this.#cutAfter -= bytes.length
    this.passed += bytes.length
    const flowing = outside.write(bytes)
    if (!flowing) inside.pause()
    if (Number.isFinite(this.rate)) {
      inside.pause()
      setTimeout(() => inside.resume(), (bytes.length / this.rate) * 1000)
    }
  }
}
