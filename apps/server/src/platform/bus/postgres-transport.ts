import type { Database } from '../db/database'
import type { BusListener, BusTransport } from './bus-transport'

const CHANNEL = 'livetap_nodes'
const SENT_AT_ONCE = 200

interface Waiting {
  message: string
  taken(): void
  lost(error: unknown): void
}

/**
 * LISTEN and NOTIFY: what is sent while a listener is away is missed by it, and it is told so when it is back. A NOTIFY
 * locks the whole database at its commit, so messages that come while one is under way are sent together.
 */
export class PostgresTransport implements BusTransport {
  #waiting: Waiting[] = []
  #isSending = false
  #end: (() => void) | undefined

  constructor(private readonly database: Pick<Database, 'listen' | 'notify'>) {}

  send(message: string): Promise<void> {
    return new Promise((taken, lost) => {
      this.#waiting.push({ message, taken, lost })
      if (!this.#isSending) void this.#sendAll()
    })
  }

  async listen({ received, missed }: BusListener): Promise<void> {
    this.#end = await this.database.listen(CHANNEL, { received, reconnected: missed })
  }

  async close(): Promise<void> {
    this.#end?.()
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, SENT_AT_ONCE)
      const messages = batch.map(({ message }) => message)
      try {
        await this.database.notify(CHANNEL, messages)
        for (const { taken } of batch) taken()
      } catch (error) {
        for (const { lost } of batch) lost(error)
      }
    }
    this.#isSending = false
  }
}
