import type { Database } from '../../platform/db/database'
import type { Log } from '../../platform/log/log'
import type { NodesStore } from './nodes.store'

const CHANNEL = 'livetap_nodes'

type Handler = (subject: string) => unknown

export interface NodeInboxOptions {
  /** This process, which hears itself without the database. */
  pod: string
  database: Pick<Database, 'listen'>
  store: Pick<NodesStore, 'notify'>
  log: Log
}

/**
 * What nodes say to each other, at once: that there is something to look at. What it is is in the database, and
 * every heartbeat looks there too, so a message that is lost costs a moment and nothing else.
 */
export class NodeInbox {
  readonly #handlers = new Map<string, Handler[]>()
  #end: (() => void) | undefined

  constructor(private readonly options: NodeInboxOptions) {}

  on(topic: string, handler: Handler): void {
    this.#handlers.set(topic, [...(this.#handlers.get(topic) ?? []), handler])
  }

  /** To this node at once, and to every other. */
  notify(topic: string, subject: string): void {
    const { pod, store, log } = this.options
    this.#handle(topic, subject)
    store
      .notify(CHANNEL, JSON.stringify({ from: pod, topic, subject }))
      .catch(error => log.warn({ topic, err: error }, 'notifying other nodes failed'))
  }

  async start(): Promise<void> {
    this.#end = await this.options.database.listen(CHANNEL, {
      received: payload => this.#receive(payload),
    })
  }

  stop(): void {
    this.#end?.()
  }

  #receive(payload: string): void {
    const { from, topic, subject } = JSON.parse(payload) as { from: string; topic: string; subject: string }
    if (from !== this.options.pod) this.#handle(topic, subject)
  }

  #handle(topic: string, subject: string): void {
    for (const handler of this.#handlers.get(topic) ?? []) handler(subject)
  }
}
