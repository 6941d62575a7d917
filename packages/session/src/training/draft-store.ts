/** What a browser's localStorage offers; anything of that shape will do. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface Draft {
  readonly text: string
  /** The version that the text was typed over; absent where the service knows none. */
  readonly version?: number
}

/** The oldest beyond these go: no one corrects as much without saving. */
const KEPT = 500

/** Texts that are typed and not saved, by shard: they outlive a reload and a closed tab. */
export class DraftStore {
  readonly #indexKey: string

  constructor(
    private readonly storage: DraftStorage,
    /** Whose they are: another user of this browser never sees them. */
    private readonly owner: string,
  ) {
    this.#indexKey = `livetap.drafts.${owner}`
  }

  /** The shards that have one, the newest first. */
  ids(): string[] {
    try {
      const ids: unknown = JSON.parse(this.storage.getItem(this.#indexKey) ?? '[]')
      return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
    } catch {
      return []
    }
  }

  read(id: string): Draft | undefined {
    try {
      const draft = JSON.parse(this.storage.getItem(this.#key(id)) ?? 'null') as Partial<Draft> | null
      const { text, version } = draft ?? {}
      const isVersion = version === undefined || typeof version === 'number'
      return typeof text === 'string' && isVersion ? { text, version } : undefined
    } catch {
      return undefined
    }
  }

  /** False where the browser has no room, or forbids it. */
  write(id: string, draft: Draft): boolean {
    try {
      this.storage.setItem(this.#key(id), JSON.stringify(draft))
      const ids = this.ids()
      if (ids[0] !== id) this.#writeIds([id, ...ids.filter(other => other !== id)])
      return true
    } catch {
      return false
    }
  }

  forget(id: string): void {
    this.storage.removeItem(this.#key(id))
    const ids = this.ids()
    if (ids.includes(id)) this.#writeIds(ids.filter(other => other !== id))
  }

  #writeIds(ids: readonly string[]): void {
    for (const id of ids.slice(KEPT)) this.storage.removeItem(this.#key(id))
    const newest = ids.slice(0, KEPT)
    if (newest.length === 0) this.storage.removeItem(this.#indexKey)
    else this.storage.setItem(this.#indexKey, JSON.stringify(newest))
  }

  #key(id: string): string {
    return `livetap.draft.${this.owner}.${id}`
  }
}
