import { type Facets, type LibrarySort, MAX_SAVED_VIEWS, type SavedView } from '@livetap/contract'
import type { Principal } from '../../../platform/principal'
import { ServiceError } from '../../../platform/service-error'
import type { Viewer } from '../../access'
import type { LibraryRow, LibraryStore } from './library.store'
import type { LibraryFilter } from './library-filter'
import { cursorOf, placeAt } from './library-order.store'
import type { SavedViewsStore } from './saved-views.store'
import type { TagsStore } from './tags.store'

export interface LibraryOptions {
  store: LibraryStore
  tags: TagsStore
  views: SavedViewsStore
}

export interface LibraryQuestion {
  filter: LibraryFilter
  sort: LibrarySort
  cursor: string | undefined
  limit: number
}

export interface LibraryAnswer {
  rows: LibraryRow[]
  /** Of the first page alone: counting costs more than a page. */
  facets?: Facets
  total?: number
  next?: string
}

/** The library: all meetings that one may see, their tags, and the views that one keeps of it. */
export class LibraryService {
  constructor(private readonly options: LibraryOptions) {}

  async page(viewer: Viewer, { filter, sort, cursor, limit }: LibraryQuestion): Promise<LibraryAnswer> {
    const { store } = this.options
    const after = cursor === undefined ? undefined : placeAt(sort, cursor)
    if (cursor !== undefined && !after)
      throw new ServiceError('invalid', 'cursor: must be one of an answer, asked with the same sort')
    const found = await store.page(viewer, filter, { sort, limit: limit + 1, after })
    const rows = found.slice(0, limit)
    const next = found.length > limit ? cursorOf(sort, rows.at(-1)!.place) : undefined
    const counts = after ? {} : await store.counts(viewer, filter)
    return { rows, ...counts, next }
  }

  async setTags(meetingId: string, given: readonly string[], by: string): Promise<string[]> {
    const tags = [...new Set(given)].sort()
    if (!(await this.options.tags.set(meetingId, tags, by)))
      throw new ServiceError('not_found', 'There is no such meeting')
    return tags
  }

  suggestTags(viewer: Viewer, beginning: string): Promise<{ tag: string; count: number }[]> {
    return this.options.tags.suggest(viewer, beginning.trim().toLowerCase())
  }

  views({ userId }: Principal): Promise<SavedView[]> {
    return this.options.views.list(userId)
  }

  async addView({ userId }: Principal, view: Omit<SavedView, 'id'>): Promise<SavedView> {
    const { views } = this.options
    const added = await views.add(userId, view, MAX_SAVED_VIEWS)
    if (added) return added
    const isFull = (await views.list(userId)).length >= MAX_SAVED_VIEWS
    throw new ServiceError(
      'taken',
      isFull ? `There are ${MAX_SAVED_VIEWS} saved views: delete one first` : nameTaken(view.name),
    )
  }

  async changeView(
    { userId }: Principal,
    id: string,
    change: Partial<Omit<SavedView, 'id'>>,
  ): Promise<SavedView> {
    const { views } = this.options
    if (!(await views.has(userId, id))) throw noSuchView()
    const changed = await views.change(userId, id, change)
    if (!changed) throw new ServiceError('taken', nameTaken(change.name ?? ''))
    return changed
  }

  async removeView({ userId }: Principal, id: string): Promise<void> {
    if (!(await this.options.views.remove(userId, id))) throw noSuchView()
  }
}

const noSuchView = () => new ServiceError('not_found', 'There is no such saved view')
const nameTaken = (name: string) => `A view is named ${name} already`
