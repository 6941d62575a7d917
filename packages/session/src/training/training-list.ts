import { texts } from '@livetap/contract'
import { isCancelled } from '../api-error'
import type { Notices } from '../notices'
import type { Scope } from '../scope'
import { Store } from '../store'
import { type ListedShard, withBytePeaks } from './listed-shard'
import type { TrainingCalls, TrainingFilter } from './training-calls'

export interface TrainingListState {
  /** In the order they were made. */
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
}

/** A screenful at once; the rest follows while it is looked at. */
const FIRST_PAGE = 20
const PAGE = 100

/** The shards of a region, page by page; each page goes on behind the sync key of the one before. */
export class TrainingList extends Store<TrainingListState> {
  readonly #options: TrainingListOptions
  #syncKey: string | undefined
  #running: Promise<void> | undefined

  constructor(options: TrainingListOptions) {
    super({ items: [], hasMore: false, isLoading: false, isReady: false, error: undefined })
    this.#options = options
  }

  /** The first page, or again from the first. */
  readonly load = (): Promise<void> => {
    this.#syncKey = undefined
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
    const { calls, scope, region, filter, notify } = this.#options
    const limit = loaded.length === 0 ? FIRST_PAGE : PAGE
    const request = { region, filter, syncKey: this.#syncKey, limit }
    this.set({ isLoading: true, error: undefined })
    try {
      const page = await calls.page(request, scope.signal)
      // Before the change is announced: its listener may want the next page at once.
      this.#running = undefined
      this.#syncKey = page.sync_key
      const items = [...loaded, ...page.audio.map(withBytePeaks)]
      this.set({ items, hasMore: page.has_more_results, isLoading: false, isReady: true })
    } catch (error) {
      this.#running = undefined
      if (isCancelled(error)) return
      this.set({ isLoading: false, error: error instanceof Error ? error : new Error(String(error)) })
      notify.error(texts.train.utterancesFetchError)
    }
  }
}
