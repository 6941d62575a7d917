import { texts } from '@livetap/contract'
import { isCancelled } from '../api-error'
import { Store } from '../store'

/** `missing` holds the documents' marker; `reason` says why when it was a failure. */
export type ResolvedId =
  | { readonly state: 'waiting' }
  | { readonly state: 'found'; readonly meetingId: string }
  | { readonly state: 'missing'; readonly meetingId: string; readonly reason?: string }

export interface ResolverState {
  /** Rows that are still looked up. */
  readonly left: number
  readonly missing: number
}

export interface IdResolverOptions<Row> {
  keyOf: (row: Row) => string
  /** Our id of the row, null when there is none. */
  lookUp: (row: Row, signal: AbortSignal) => Promise<string | null>
  /** Ids that were found stay found: kept between visits. */
  cache: Map<string, string>
}

const AT_ONCE = 6
/** Of a longer list only what is seen is looked up. */
const MAX_UNSEEN = 300
const MAX_CACHED = 10_000
const waiting: ResolvedId = { state: 'waiting' }

/** Looks up the ids of a list row by row, those that are seen first, six at a time. */
export class IdResolver<Row> extends Store<ResolverState> {
  readonly #options: IdResolverOptions<Row>
  readonly #results = new Map<string, ResolvedId>()
  /** In the order they are asked. */
  #queue = new Map<string, Row>()
  #running = new Map<string, Row>()
  readonly #onScreen = new Map<string, Row>()
  #missing = 0
  #settlings = 0
  /** Absent while no one follows. */
  #abort: AbortController | undefined

  constructor(options: IdResolverOptions<Row>) {
    super({ left: 0, missing: 0 })
    this.#options = options
  }

  /** How often nothing was left to look up any more. */
  get settlings(): number {
    return this.#settlings
  }

  /** Looks up these rows until it is stopped; what runs then is cancelled. */
  follow(rows: readonly Row[]): () => void {
    const abort = new AbortController()
    this.#abort = abort
    for (const row of [...this.#onScreen.values(), ...rows.slice(0, MAX_UNSEEN)]) this.#enqueue(row)
    this.#next()
    return () => {
      abort.abort()
      if (this.#abort !== abort) return
      this.#abort = undefined
      this.#queue = new Map()
      this.#running = new Map()
    }
  }

  /** A row that is on the screen goes before the others, until it leaves the screen. */
  readonly see = (row: Row): (() => void) => {
    const key = this.#options.keyOf(row)
    this.#onScreen.set(key, row)
    if (this.#abort && !this.#running.has(key) && this.stateOf(row).state === 'waiting') {
      this.#queue.delete(key)
      this.#queue = new Map([[key, row], ...this.#queue])
      this.#next()
    }
    return () => this.#onScreen.delete(key)
  }

  stateOf(row: Row): ResolvedId {
    const key = this.#options.keyOf(row)
    const known = this.#results.get(key)
    if (known) return known
    const cached = this.#options.cache.get(key)
    if (cached === undefined) return waiting
    const found: ResolvedId = { state: 'found', meetingId: cached }
    this.#results.set(key, found)
    return found
  }

  /** Asks again for what was not found. */
  readonly askAgain = (rows: readonly Row[]): void => {
    for (const row of rows)
      if (this.stateOf(row).state === 'missing') {
        this.#results.delete(this.#options.keyOf(row))
        this.#missing -= 1
        this.#enqueue(row)
      }
    this.#next()
  }

  #enqueue(row: Row): void {
    const key = this.#options.keyOf(row)
    if (this.stateOf(row).state === 'waiting' && !this.#running.has(key)) this.#queue.set(key, row)
  }

  #next(): void {
    while (this.#running.size < AT_ONCE) {
      const [first] = this.#queue
      if (!first) break
      this.#queue.delete(first[0])
      this.#running.set(...first)
      void this.#lookUp(...first)
    }
    this.#notify()
  }

  async #lookUp(key: string, row: Row): Promise<void> {
    const signal = this.#abort!.signal
    const marker = texts.meetingList.idNotFoundMarker
    let result: ResolvedId
    try {
      const meetingId = await this.#options.lookUp(row, signal)
      result = meetingId === null ? { state: 'missing', meetingId: marker } : { state: 'found', meetingId }
    } catch (error) {
      if (isCancelled(error)) return
      const reason = error instanceof Error ? error.message : String(error)
      result = { state: 'missing', meetingId: marker, reason }
    }
    if (signal.aborted) return
    this.#results.set(key, result)
    if (result.state === 'found') this.#keep(key, result.meetingId)
    else this.#missing += 1
    this.#running.delete(key)
    this.#next()
  }

  #keep(key: string, meetingId: string): void {
    const { cache } = this.#options
    const [oldest] = cache.size >= MAX_CACHED ? cache.keys() : []
    if (oldest !== undefined) cache.delete(oldest)
    cache.set(key, meetingId)
  }

  #notify(): void {
    const left = this.#queue.size + this.#running.size
    if (left === 0 && this.getSnapshot().left > 0) this.#settlings += 1
    this.set({ left, missing: this.#missing })
  }
}
