import type { Log } from '../log/log'
import type { BusTransport } from './bus-transport'

type Handler = (subject: string) => unknown

export interface BusOptions {
  /** This process, which hears itself without the transport. */
  pod: string
  transport: BusTransport
  log: Log
}

/** More are dropped: those they are for look for themselves. */
const MAX_WAITING = 1_000

/**
 * What nodes say to each other, at once: that there is something to look at. What it is is in the database, and
 * every heartbeat looks there too, so a message that is lost costs a moment and nothing else.
 */
export class Bus {
  /** To other nodes, since the start. */
  sent = 0
  readonly #handlers = new Map<string, Handler[]>()
  readonly #missed: (() => unknown)[] = []
  readonly #waiting = new Set<Promise<void>>()
  #isFailing = false

  constructor(private readonly options: BusOptions) {}

  on(topic: string, handler: Handler): void {
    this.#handlers.set(topic, [...(this.#handlers.get(topic) ?? []), handler])
  }

  /** Called when messages may have been missed: what they were about is looked for now. */
  onMissed(look: () => unknown): void {
    this.#missed.push(look)
  }

  /** To this node at once, and to every other. */
  notify(topic: string, subject: string): void {
    this.#handle(topic, subject)
    this.notifyOthers(topic, subject)
  }

  notifyOthers(topic: string, subject: string): void {
    if (this.waiting >= MAX_WAITING) {
      this.#failed(new Error(`${MAX_WAITING} messages are waiting`))
      return
    }
    this.sent += 1
    const { pod, transport } = this.options
    const taken = transport
      .send(JSON.stringify({ from: pod, topic, subject }))
      .then(
        () => {
          this.#isFailing = false
        },
        error => this.#failed(error),
      )
      .finally(() => this.#waiting.delete(taken))
    this.#waiting.add(taken)
  }

  /** Messages that the transport has not taken yet. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** What was said so far has been taken, or is lost. */
  async settled(): Promise<void> {
    await Promise.all(this.#waiting)
  }

  async start(): Promise<void> {
    await this.options.transport.listen({
      received: message => this.#receive(message),
      missed: () => {
        for (const look of this.#missed) this.#guarded('missed messages', look)
      },
    })
  }

  /** What was said so far has been taken, or is lost. */
  close(): Promise<void> {
    return this.options.transport.close()
  }

  /** Once until it works again: every node looks for itself meanwhile. */
  #failed(error: unknown): void {
    if (!this.#isFailing) this.options.log.warn({ err: error }, 'notifying other nodes failed')
    this.#isFailing = true
  }

  #receive(message: string): void {
    this.#guarded('a message', () => {
      const { from, topic, subject } = JSON.parse(message) as Record<'from' | 'topic' | 'subject', string>
      if (from !== this.options.pod) this.#handle(topic, subject)
    })
  }

  #handle(topic: string, subject: string): void {
    for (const handler of this.#handlers.get(topic) ?? []) this.#guarded(topic, () => handler(subject))
  }

  #guarded(what: string, handle: () => unknown): void {
    try {
      handle()
    } catch (error) {
      this.options.log.warn({ what, err: error }, 'handling a message of another node failed')
    }
  }
}
