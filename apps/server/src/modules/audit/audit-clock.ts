/** What the database's clock shows, without asking it each time: a node's own clock may be set at any moment. */
export class AuditClock {
  #known: { at: number; measured: number } | undefined

  constructor(private readonly read: () => Promise<Date>) {}

  async sync(): Promise<void> {
    const began = performance.now()
    const now = await this.read()
    const ended = performance.now()
    this.#known = { at: now.getTime(), measured: (began + ended) / 2 }
  }

  now(): Date {
    if (!this.#known) return new Date()
    return new Date(this.#known.at + performance.now() - this.#known.measured)
  }
}
