import { setTimeout as wait } from 'node:timers/promises'
import { createClient, type RedisClientType } from '@redis/client'
import { backoffMs } from '../backoff'
import type { Log } from '../log/log'
import { waitAtMost } from '../wait-at-most'
import type { BusListener, BusTransport } from './bus-transport'

export interface RedisLimits {
  /** What a listener that was away can catch up with; Redis rounds it up. */
  streamMessages: number
  /** Of one answer, and of a connection: a Redis that is frozen or cut off keeps no limit of its own. */
  answerMs: number
  /** For how long a listener asks at once; a message ends it. */
  blockMs: number
  longestRetryMs: number
}

const defaultRedisLimits: RedisLimits = {
  streamMessages: 10_000,
  answerMs: 5_000,
  blockMs: 10_000,
  longestRetryMs: 5_000,
}

const STREAM = 'livetap:bus'
/** Before the first message of all. */
const BEGINNING = '0-0'
const READ_AT_ONCE = 500
const FIRST_RETRY_MS = 100

interface Entry {
  id: string
  message: Record<string, string>
}

/**
 * A stream of bounded length. A listener knows the id of the last message that it has read and goes on behind it, also
 * after a connection broke; where that message is gone from the stream, those behind it may be gone too.
 */
export class RedisTransport implements BusTransport {
  readonly #limits: RedisLimits
  readonly #closing = new AbortController()
  #sender: Promise<Connection> | undefined
  #reader: Connection | undefined
  #reading: Promise<void> | undefined
  #lastId: string | undefined

  constructor(
    private readonly url: string,
    private readonly log: Log,
    limits: Partial<RedisLimits> = {},
  ) {
    this.#limits = { ...defaultRedisLimits, ...limits }
  }

  async send(message: string): Promise<void> {
    this.#closing.signal.throwIfAborted()
    this.#sender ??= this.#connect()
    const sender = this.#sender
    try {
      const connection = await sender
      await connection.ask(client =>
        client.xAdd(
          STREAM,
          '*',
          { message },
          {
            TRIM: {
              strategy: 'MAXLEN',
              strategyModifier: '~',
              threshold: this.#limits.streamMessages,
            },
          },
        ),
      )
    } catch (error) {
      // The next message gets a connection of its own.
      if (this.#sender === sender) this.#sender = undefined
      void sender.then(
        connection => connection.close(),
        () => undefined,
      )
      throw error
    }
  }

  /** Resolves when it listens; or after a while, where Redis is away and is asked again and again. */
  async listen(listener: BusListener): Promise<void> {
    let started = () => {}
    const listening = new Promise<void>(resolve => {
      started = resolve
    })
    this.#reading = this.#readForever(listener, started)
    await waitAtMost(this.#limits.answerMs, listening)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#reader?.close()
    const sender = await this.#sender?.catch(() => undefined)
    sender?.close()
    await this.#reading
  }

  async #readForever(listener: BusListener, started: () => void): Promise<void> {
    const { signal } = this.#closing
    for (let failures = 0; !signal.aborted; ) {
      try {
        this.#reader = await this.#connect()
        if (this.#lastId === undefined) {
          // What was sent before this process listened is not for it.
          this.#lastId = await this.#newestId(this.#reader)
          if (failures > 0) listener.missed()
          started()
        }
        // It may have been closed while it connected.
        while (!signal.aborted) {
          await this.#read(this.#reader, listener)
          failures = 0
        }
        this.#reader.close()
      } catch (error) {
        this.#reader?.close()
        if (signal.aborted) return
        if (failures === 0) this.log.warn({ err: error }, 'message bus disconnected: reconnecting')
        const delayMs = backoffMs(failures, FIRST_RETRY_MS, this.#limits.longestRetryMs)
        failures += 1
        await wait(delayMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }

  async #read(connection: Connection, listener: BusListener): Promise<void> {
    const { blockMs } = this.#limits
    const lastId = this.#lastId ?? BEGINNING
    if (!(await this.#stillHolds(connection, lastId))) {
      // A Redis that was emptied counts from the beginning again.
      if (isBehind(await this.#newestId(connection), lastId)) this.#lastId = BEGINNING
      listener.missed()
    }
    const from = this.#lastId ?? BEGINNING
    const answer = await connection.ask(
      client => client.xRead({ key: STREAM, id: from }, { BLOCK: blockMs, COUNT: READ_AT_ONCE }),
      blockMs,
    )
    const [stream] = (answer ?? []) as { messages: Entry[] }[]
    for (const { id, message } of stream?.messages ?? []) {
      this.#lastId = id
      listener.received(message.message ?? '')
    }
  }

  async #stillHolds(connection: Connection, id: string): Promise<boolean> {
    if (id === BEGINNING) return true
    const found = await connection.ask(client => client.xRange(STREAM, id, id))
    return found !== null && found.length > 0
  }

  async #newestId(connection: Connection): Promise<string> {
    const newest = await connection.ask(client => client.xRevRange(STREAM, '+', '-', { COUNT: 1 }))
    return newest?.[0]?.id ?? BEGINNING
  }

  async #connect(): Promise<Connection> {
    return await Connection.open(this.url, this.#limits.answerMs)
  }
}

/** A connection on which nothing waits without end: one that does not answer in time is broken. */
class Connection {
  private constructor(
    private readonly client: RedisClientType,
    private readonly answerMs: number,
  ) {}

  static async open(url: string, answerMs: number): Promise<Connection> {
    const client = createClient({
      url,
      name: 'livetap',
      disableOfflineQueue: true,
      socket: { connectTimeout: answerMs, reconnectStrategy: false },
    }) as unknown as RedisClientType
    // The command that waits fails with it.
    client.on('error', () => undefined)
    const connection = new Connection(client, answerMs)
    await connection.#within(client.connect(), 0)
    return connection
  }

  ask<T>(command: (client: RedisClientType) => Promise<T>, blockMs = 0): Promise<T> {
    return this.#within(command(this.client), blockMs)
  }

  close(): void {
    if (this.client.isOpen) this.client.destroy()
  }

  async #within<T>(answer: Promise<T>, blockMs: number): Promise<T> {
    if (await waitAtMost(this.answerMs + blockMs, answer)) return await answer
    this.close()
    answer.catch(() => undefined)
    throw new Error('Redis does not answer')
  }
}

function isBehind(id: string, other: string): boolean {
  const [ms = 0, number = 0] = id.split('-').map(Number)
  const [otherMs = 0, otherNumber = 0] = other.split('-').map(Number)
  return ms < otherMs || (ms === otherMs && number < otherNumber)
}
