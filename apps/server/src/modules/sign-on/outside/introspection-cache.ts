import { createHash } from 'node:crypto'

interface Entry<T> {
  value: T
  until: number
}

/** Remembers answers for a short while, by the token's hash; the oldest makes room when it is full. */
export class IntrospectionCache<T> {
  readonly #entries = new Map<string, Entry<T>>()

  constructor(
    private readonly maxEntries: number,
    private readonly ticks: () => number = () => performance.now(),
  ) {}

  get(token: string): T | undefined {
    const key = keyOf(token)
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.until > this.ticks()) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  set(token: string, value: T, lifetimeMs: number): void {
    const key = keyOf(token)
    this.#entries.delete(key)
    if (this.#entries.size >= this.maxEntries) {
      const oldest = this.#entries.keys().next().value
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    this.#entries.set(key, { value, until: this.ticks() + lifetimeMs })
  }
}

const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url')
