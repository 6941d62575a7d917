import { type ShardOrder, type ShardRead, texts } from '@livetap/contract'
import { isCancelled } from '../api-error'
import type { Notices } from '../notices'
import type { Scope } from '../scope'
import { Store } from '../store'
import { type ListedShard, withBytePeaks } from './listed-shard'
import type { TrainingCalls, TrainingFilter } from './training-calls'

export interface TrainingListState {
  readonly items: readonly ListedShard[]
  readonly hasMore: boolean
  readonly isLoading: boolean
  /** The first question was answered. */
  readonly isReady: boolean
  readonly error: Error | undefined
}

export interface TrainingListOptions {
  scope: Scope
  calls: TrainingCalls
  notify: Notices
  region: string
  filter: TrainingFilter
  /** Absent: as they were made. */
  order?: ShardOrder
}

interface Page {
  shards: readonly ShardRead[]
  hasMore: boolean
  cursor: string | undefined
}

/** A screenful at once; the rest follows while it is looked at. */
const FIRST_PAGE = 20
const PAGE = 100

/** The shards of a region, page by page; each page goes on behind the sync key, or the cursor, of the one before. */
export class TrainingList extends Store<TrainingListState> {
  readonly #options: TrainingListOptions
  #cursor: string | undefined
  #running: Promise<void> | undefined

  constructor(options: TrainingListOptions) {
    super({ items: [], hasMore: false, isLoading: false, isReady: false, error: undefined })
    this.#options = options
  }

  /** The first page, or again from the first. */
  readonly load = (): Promise<void> => {
    this.#cursor = undefined
    return this.#fetch([])
  }

  /** The next page; does nothing at the end, or while one is on its way. */
  readonly more = (): Promise<void> => {
    const { hasMore, items } = this.getSnapshot()
    if (this.#running) return this.#running
    return hasMore ? this.#fetch(items) : Promise.resolve()
  }

  #fetch(loaded: readonly ListedShard[]): Promise<void> {
    const running = this.#ask(loaded)
    this.#running = running
    return running
  }

  async #ask(loaded: readonly ListedShard[]): Promise<void> {
    const { notify } = this.#options
    this.set({ isLoading: true, error: undefined })
    try {
      const { shards, hasMore, cursor } = await this.#page(loaded.length === 0 ? FIRST_PAGE : PAGE)
      // Before the change is announced: its listener may want the next page at once.
      this.#running = undefined
      this.#cursor = cursor
      const items = [...loaded, ...shards.map(withBytePeaks)]
      this.set({ items, hasMore, isLoading: false, isReady: true })
    } catch (error) {
      this.#running = undefined
      if (isCancelled(error)) return
      this.set({ isLoading: false, error: error instanceof Error ? error : new Error(String(error)) })
      notify.error(texts.train.utterancesFetchError)
    }
  }

  async #page(limit: number): Promise<Page> {
    const { calls, scope, region, filter, order } = this.#options
    const asked = { region, filter, limit }
    if (order) {
      const { audio, next } = await calls.ordered({ ...asked, order, next: this.#cursor }, scope.signal)
      return { shards: audio, hasMore: next !== null, cursor: next ?? undefined }
    }
    const page = await calls.page({ ...asked, syncKey: this.#cursor }, scope.signal)
    return { shards: page.audio, hasMore: page.has_more_results, cursor: page.sync_key }
  }
}
