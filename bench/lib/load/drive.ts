import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** One call as a console makes it, and how often beside the others. */
export interface LoadCall {
  name: string
  weight: number
  /** From the origin on; the bare server answers `/NAME`. */
  path: string
}

export interface Driven {
  /** From the moment at which each was due, whenever it was really sent. */
  latenciesMs: number[]
  errors: number
  elapsedMs: number
}

/** A request that has no answer by then is an error. */
const TIMEOUT_MS = 30_000

export class LoadDriver {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 })
  #state = 12_345

  constructor(
    private readonly calls: readonly LoadCall[],
    private readonly token: string,
  ) {}

  /** Calls at random moments, so many a second on average, whether or not the server keeps up. */
  async atRate(origin: string, perSecond: number, ms: number, isBare = false): Promise<Driven> {
    const driven: Driven = { latenciesMs: [], errors: 0, elapsedMs: 0 }
    const begunAt = performance.now()
    const open: Promise<void>[] = []
    let dueAt = begunAt
    while (dueAt < begunAt + ms) {
      const now = performance.now()
      while (dueAt <= now && dueAt < begunAt + ms) {
        open.push(this.#call(origin, isBare, dueAt, driven))
        dueAt += this.#gapMs(perSecond)
      }
      await sleep(1)
    }
    await Promise.all(open)
    driven.elapsedMs = performance.now() - begunAt
    return driven
  }

  /** So many calls at a time, each after the answer of the one before: all that the servers can do. */
  async saturate(origins: readonly string[], atOnce: number, ms: number): Promise<Driven> {
    const driven: Driven = { latenciesMs: [], errors: 0, elapsedMs: 0 }
    const begunAt = performance.now()
    const lane = async (index: number) => {
      while (performance.now() < begunAt + ms)
        await this.#call(origins[index % origins.length]!, false, performance.now(), driven)
    }
    await Promise.all(Array.from({ length: atOnce }, (_, index) => lane(index)))
    driven.elapsedMs = performance.now() - begunAt
    return driven
  }

  close(): void {
    this.#agent.destroy()
  }

  async #call(origin: string, isBare: boolean, dueAt: number, driven: Driven): Promise<void> {
    const { name, path } = this.#pick()
    const isAnswered = await this.#get(origin + (isBare ? `/${encodeURIComponent(name)}` : path))
    driven.latenciesMs.push(performance.now() - dueAt)
    if (!isAnswered) driven.errors += 1
  }

  #get(url: string): Promise<boolean> {
    return new Promise(resolve => {
      const headers = { authorization: `Bearer ${this.token}` }
      const asked = request(url, { agent: this.#agent, headers, timeout: TIMEOUT_MS }, response => {
        response.resume()
        response.on('end', () => resolve(response.statusCode === 200))
        response.on('error', () => resolve(false))
      })
      asked.on('timeout', () => asked.destroy())
      asked.on('error', () => resolve(false))
      asked.end()
    })
  }

  #pick(): LoadCall {
    const total = this.calls.reduce((sum, { weight }) => sum + weight, 0)
    let left = this.#random() * total
    for (const call of this.calls) {
      left -= call.weight
      if (left < 0) return call
    }
    return this.calls[0]!
  }

  /** Arrivals that know nothing of each other. */
  #gapMs(perSecond: number): number {
    return (-Math.log(1 - this.#random()) * 1000) / perSecond
  }

  /** The same at every run. */
  #random(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return this.#state / 2 ** 32
  }
}
