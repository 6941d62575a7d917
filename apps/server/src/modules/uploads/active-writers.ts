/** A writer that has seen no byte for this long is taken for a connection that broke without a word. */
const SILENT_MS = 2000

export interface ActiveWriter {
  /** Called with every chunk that arrives. */
  sawBytes(): void
  readonly lastByteAt: number
  end(): void
}

interface Entry {
  lastByteAt: number
  interrupt: () => void
  ended: Promise<void>
}

/** Who writes to which upload in this process: one at a time. */
export class ActiveWriters {
  readonly #writers = new Map<string, Entry>()

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Nothing when another one writes. `interrupt` makes the writer end soon, keeping what it has. */
  enter(uploadId: string, interrupt: () => void): ActiveWriter | undefined {
    if (this.#writers.has(uploadId)) return undefined
    let end = () => {}
    const ended = new Promise<void>(resolve => {
      end = resolve
    })
    const entry: Entry = { lastByteAt: this.now(), interrupt, ended }
    this.#writers.set(uploadId, entry)
    return {
      sawBytes: () => {
        entry.lastByteAt = this.now()
      },
      get lastByteAt() {
        return entry.lastByteAt
      },
      end: () => {
        this.#writers.delete(uploadId)
        end()
      },
    }
  }

  /** A caller who comes back while the writer is silent lost that connection: the writer makes room for it. */
  async dismissSilent(uploadId: string): Promise<void> {
    const entry = this.#writers.get(uploadId)
    if (!entry || this.now() - entry.lastByteAt < SILENT_MS) return
    entry.interrupt()
    await entry.ended
  }

  async dismiss(uploadId: string): Promise<void> {
    const entry = this.#writers.get(uploadId)
    entry?.interrupt()
    await entry?.ended
  }
}
