import type { AuditEntry } from '../../platform/audit/audit-entry'

interface Repeated {
  entry: AuditEntry
  repeats: number
}

/** Refused calls cost a caller nothing: the first is an entry, and what follows of the same within the interval is one more, with its count. */
export class RepeatedRefusals {
  readonly #repeated = new Map<string, Repeated>()
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly record: (entry: AuditEntry) => void,
    private readonly intervalMs: number,
    private readonly maxKinds = 2_000,
  ) {}

  add(entry: AuditEntry): void {
    const key = this.#keyOf(entry)
    const known = this.#repeated.get(key)
    if (known) {
      known.repeats += 1
      return
    }
    // Of more kinds than these only the count is kept.
    if (this.#repeated.size >= this.maxKinds && !key.startsWith(REST)) {
      this.add({ ...entry, action: 'call', target: '', fields: { other: true } })
      return
    }
    this.#repeated.set(key, { entry, repeats: 0 })
    this.record(entry)
    if (this.#timer) return
    this.#timer = setTimeout(() => this.flush(), this.intervalMs)
    this.#timer.unref()
  }

  /** Records the counts. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const { entry, repeats } of this.#repeated.values())
      if (repeats > 0) this.record({ ...entry, fields: { ...entry.fields, count: repeats, repeated: true } })
    this.#repeated.clear()
  }

  #keyOf({ actor, action, target = '', result, address, fields }: AuditEntry): string {
    // A flood from many addresses has one count.
    if (fields?.other === true) return REST
    return JSON.stringify([
      actor?.id,
      action,
      target,
      result,
      address,
      fields?.status,
      fields?.call,
      fields?.email,
      fields?.token,
      fields?.problem,
    ])
  }
}

const REST = 'rest'
