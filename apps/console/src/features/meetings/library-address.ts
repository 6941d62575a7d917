import { type FacetName, facetNames, type LibrarySort, librarySorts, libraryStates } from '@livetap/contract'

/** What the library shows, all of it in the address: `?q=plan&tag=budget&tag=q3&from=2026-03-01&sort=-length`. */
export interface LibraryAddress {
  q: string
  /** Days, both included: '2026-03-01'. */
  from: string
  to: string
  chosen: Readonly<Record<FacetName, string[]>>
  sort: LibrarySort
}

export type SortField = 'start' | 'title' | 'length' | 'host'

const NEWEST_FIRST: LibrarySort = '-start'
const dayPattern = /^\d{4}-\d{2}-\d{2}$/

const dayOf = (written: string | null): string =>
  written !== null && dayPattern.test(written) && !Number.isNaN(Date.parse(written)) ? written : ''

export function readLibraryAddress(search: URLSearchParams): LibraryAddress {
  const written = search.get('sort')
  return {
    q: search.get('q')?.trim() ?? '',
    from: dayOf(search.get('from')),
    to: dayOf(search.get('to')),
    chosen: Object.fromEntries(facetNames.map(name => [name, search.getAll(name)])) as Record<
      FacetName,
      string[]
    >,
    sort: librarySorts.find(sort => sort === written) ?? NEWEST_FIRST,
  }
}

/** As the call takes it; `limit` says that it is the library. */
export function libraryQuery({ q, from, to, chosen, sort }: LibraryAddress) {
  return {
    ...chosen,
    state: libraryStates.filter(state => chosen.state.includes(state)),
    q: q || undefined,
    from: from ? `${from}T00:00:00Z` : undefined,
    to: to ? `${to}T23:59:59.999Z` : undefined,
    sort,
    limit: PAGE,
  }
}

const PAGE = 100

export function withFacet(
  search: URLSearchParams,
  facet: FacetName,
  value: string,
  isChosen: boolean,
): URLSearchParams {
  const next = new URLSearchParams(search)
  const kept = search.getAll(facet).filter(one => one !== value)
  next.delete(facet)
  for (const one of isChosen ? [...kept, value] : kept) next.append(facet, one)
  return next
}

export function withValues(
  search: URLSearchParams,
  values: Readonly<Partial<Record<'q' | 'from' | 'to' | 'sort', string>>>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values))
    if (value.trim()) next.set(name, value.trim())
    else next.delete(name)
  return next
}

/** A click on a header: its column ascending, and descending the next time. Dates and lengths begin with the largest. */
export function nextSort(sort: LibrarySort, field: SortField): LibrarySort {
  const [first, second] =
    field === 'start' || field === 'length'
      ? ([`-${field}`, field] as const)
      : ([field, `-${field}`] as const)
  return sort === first ? second : first
}

/** The filters and the order, always written the same way: what a saved view keeps. */
export function viewOf(address: LibraryAddress): string {
  const { q, from, to, chosen, sort } = address
  const view = new URLSearchParams()
  for (const [name, value] of Object.entries({ q, from, to })) if (value) view.set(name, value)
  for (const name of facetNames) for (const value of [...chosen[name]].sort()) view.append(name, value)
  if (sort !== NEWEST_FIRST) view.set('sort', sort)
  return view.toString()
}

export const isNarrowed = (address: LibraryAddress): boolean =>
  viewOf({ ...address, sort: NEWEST_FIRST }) !== ''
