import { Socket } from 'node:net'
import pg from 'pg'
import { backoffMs } from '../backoff'
import type { Log } from '../log/log'
import { waitAtMost } from '../wait-at-most'

const CONNECT_TIMEOUT_MS = 10_000
const RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
const GOODBYE_MS = 500
/** A connection that is cut without a word is found out by asking it. */
const PROBE_MS = 10_000

export interface Channel {
  received(payload: string): void
  /** Listening again: what was notified within so many milliseconds before now may have been missed. */
  reconnected?(awayMs: number): void
}

/**
 * Hears what other processes notify, over one connection of its own, which is made with the first listener. What is
 * said while it is away is not heard: after each reconnect a listener learns for how long, and looks for itself.
 */
export class Notifications {
  readonly #channels = new Map<string, Set<Channel>>()
  #client: pg.Client | undefined
  #opening: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #failures = 0
  /** When the connection last answered, by the clock that never steps. */
  #answeredAt: number | undefined
  #closed = false

  constructor(
    private readonly url: string,
    private readonly log: Log,
  ) {}

  /** Resolves when it listens, with what ends it. The channel's name is our own, never a user's input. */
  async listen(name: string, channel: Channel): Promise<() => void> {
    const channels = this.#channels.get(name) ?? new Set()
    const isNew = channels.size === 0
    this.#channels.set(name, channels.add(channel))
    const wasOpen = this.#client !== undefined
    this.#opening ??= this.#connect()
    await this.#opening
    // Connecting listens to every channel that is wanted by then.
    if (isNew && wasOpen) await this.#client?.query(`listen ${name}`)
    return () => void channels.delete(channel)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    const ending = this.#client?.end().catch(() => undefined)
    if (ending) await waitAtMost(GOODBYE_MS, ending)
  }

  async #connect(): Promise<void> {
    const socket = new Socket()
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'livetap notifications',
      stream: () => socket,
    })
    client.on('notification', ({ channel, payload = '' }) =>
      this.#each(channel, listener => listener.received(payload)),
    )
    client.on('error', () => undefined)
    try {
      await client.connect()
      for (const name of this.#channels.keys()) await client.query(`listen ${name}`)
    } catch (error) {
      socket.destroy()
      throw error
    }
    const probe = setInterval(() => {
      client.query('select 1').then(
        () => {
          this.#answeredAt = performance.now()
        },
        () => socket.destroy(),
      )
    }, PROBE_MS)
    client.on('end', () => {
      clearInterval(probe)
      this.#client = undefined
      this.#reconnect()
    })
    probe.unref()
    this.#client = client
    this.#failures = 0
    if (this.#closed) await client.end().catch(() => undefined)
    else this.#catchUp()
  }

  #catchUp(): void {
    const now = performance.now()
    const awayMs = this.#answeredAt === undefined ? undefined : now - this.#answeredAt
    this.#answeredAt = now
    if (awayMs === undefined) return
    for (const name of this.#channels.keys()) this.#each(name, channel => channel.reconnected?.(awayMs))
  }

  #each(name: string, handle: (channel: Channel) => void): void {
    for (const channel of this.#channels.get(name) ?? []) {
      try {
        handle(channel)
      } catch (error) {
        this.log.warn({ channel: name, err: error }, 'handling a notification failed')
      }
    }
  }

  #reconnect(): void {
    if (this.#closed || this.#retry) return
    if (this.#failures === 0) this.log.warn('notifications disconnected: reconnecting')
    const delayMs = backoffMs(this.#failures, RETRY_MS, MAX_RETRY_MS)
    this.#failures += 1
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#connect().catch(() => this.#reconnect())
    }, delayMs)
  }
}
