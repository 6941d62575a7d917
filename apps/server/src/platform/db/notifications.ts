import pg from 'pg'
import { backoffMs } from '../backoff'
import type { Log } from '../log/log'
import { waitAtMost } from '../wait-at-most'

const CONNECT_TIMEOUT_MS = 10_000
const RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
const GOODBYE_MS = 500

type Handler = (payload: string) => void

/**
 * Hears what other processes notify, over one connection of its own, which is made with the first listener. What is
 * said while it is away is not heard: a listener looks for itself now and then.
 */
export class Notifications {
  readonly #handlers = new Map<string, Set<Handler>>()
  #client: pg.Client | undefined
  #opening: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #closed = false

  constructor(
    private readonly url: string,
    private readonly log: Log,
  ) {}

  /** Resolves when it listens, with what ends it. The channel is a name of our own, never somebody's input. */
  async listen(channel: string, handler: Handler): Promise<() => void> {
    const handlers = this.#handlers.get(channel) ?? new Set()
    const isNew = handlers.size === 0
    this.#handlers.set(channel, handlers.add(handler))
    const wasOpen = this.#client !== undefined
    this.#opening ??= this.#connect()
    await this.#opening
    // Connecting listens to every channel that is wanted by then.
    if (isNew && wasOpen) await this.#client?.query(`listen ${channel}`)
    return () => void handlers.delete(handler)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    const ending = this.#client?.end().catch(() => undefined)
    if (ending) await waitAtMost(GOODBYE_MS, ending)
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'livetap notifications',
    })
    client.on('notification', ({ channel, payload = '' }) => this.#heard(channel, payload))
    client.on('error', () => undefined)
    client.on('end', () => {
      this.#client = undefined
      this.#reconnect()
    })
    await client.connect()
    for (const channel of this.#handlers.keys()) await client.query(`listen ${channel}`)
    this.#client = client
    this.#failures = 0
    if (this.#closed) await client.end().catch(() => undefined)
  }

  #heard(channel: string, payload: string): void {
    for (const handler of this.#handlers.get(channel) ?? []) {
      try {
        handler(payload)
      } catch (error) {
        this.log.warn({ channel, err: error }, 'handling a notification failed')
      }
    }
  }

  #reconnect(): void {
    if (this.#closed || this.#timer) return
    if (this.#failures === 0) this.log.warn('notifications disconnected: reconnecting')
    const delayMs = backoffMs(this.#failures, RETRY_MS, MAX_RETRY_MS)
    this.#failures += 1
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#connect().catch(() => this.#reconnect())
    }, delayMs)
  }
}
