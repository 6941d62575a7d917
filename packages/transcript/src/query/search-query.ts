/** Filters whose value is a text; each may be given several times: any of its values will do. */
export const textFilters = ['speaker', 'host', 'tag', 'site', 'lang'] as const
export type TextFilter = (typeof textFilters)[number]

export const searchPlaces = ['highlights', 'titles'] as const
export type SearchPlace = (typeof searchPlaces)[number]

export interface SearchTerm {
  text: string
  /** Its words follow each other. */
  isPhrase: boolean
}

/** What a line of search asks for. */
export interface SearchQuery {
  /** All of them have to be there. */
  terms: SearchTerm[]
  without: SearchTerm[]
  filters: Readonly<Record<TextFilter, readonly string[]>>
  withoutFilters: Readonly<Record<TextFilter, readonly string[]>>
  /** Days as `yyyy-MM-dd`, UTC: from this one on, and up to but without this one. */
  after?: string
  before?: string
  in: readonly SearchPlace[]
}

/** Why a line of search cannot be answered, for the one who wrote it. */
export interface SearchProblem {
  problem: string
}

const MAX_SEARCH_LENGTH = 1_000
const MAX_SEARCH_TERMS = 32

const isTextFilter = (name: string): name is TextFilter => (textFilters as readonly string[]).includes(name)
const isPlace = (value: string): value is SearchPlace => (searchPlaces as readonly string[]).includes(value)

/** A piece of the line: `-`, a filter's name, and a value that may be in quotes. */
export interface SearchPiece {
  from: number
  to: number
  isWithout: boolean
  filter: string | undefined
  value: string
  isQuoted: boolean
}

const PIECE =
  /(-?)(?:(speaker|host|tag|site|lang|before|after|in):(?:["“”„]([^"“”„]*)(?:["“”„]|$)|(\S*))|["“”„]([^"“”„]*)(?:["“”„]|$)|(\S+))/giu
const NOT_WRITTEN = /[\p{Cc}\p{Cs}]/gu

export function* searchPieces(line: string): Generator<SearchPiece> {
  for (const match of line.matchAll(PIECE)) {
    const [whole, minus = '', filter, quotedValue, plainValue, phrase, word] = match
    yield {
      from: match.index,
      to: match.index + whole.length,
      isWithout: minus === '-',
      filter: filter?.toLowerCase(),
      value: (quotedValue ?? plainValue ?? phrase ?? word ?? '').trim(),
      isQuoted: phrase !== undefined,
    }
  }
}

/**
 * Reads a line as a person types it: words, `"phrases"`, `-without`, `speaker:`, `host:`, `tag:`, `site:`, `lang:`,
 * `before:`, `after:` and `in:`. What has no letter and no digit finds nothing and is left out.
 */
export function parseSearchQuery(source: string): SearchQuery | SearchProblem {
  if (source.length > MAX_SEARCH_LENGTH)
    return { problem: `A search has at most ${MAX_SEARCH_LENGTH} characters` }
  const line = source.replace(NOT_WRITTEN, ' ')
  const terms: SearchTerm[] = []
  const without: SearchTerm[] = []
  const filters = emptyFilters()
  const withoutFilters = emptyFilters()
  const days: { before?: string; after?: string } = {}
  const places = new Set<SearchPlace>()
  for (const { filter, value, isWithout, isQuoted } of searchPieces(line)) {
    if (filter === undefined) {
      if (hasWord(value)) (isWithout ? without : terms).push({ text: value, isPhrase: isQuoted })
      continue
    }
    if (!value) return { problem: `${filter}: needs a value, such as ${filter}:${examples[filter]}` }
    if (isTextFilter(filter)) (isWithout ? withoutFilters : filters)[filter].push(value)
    else if (filter === 'in') {
      const place = value.toLowerCase()
      if (isWithout || !isPlace(place)) return { problem: 'in: is in:highlights or in:titles' }
      places.add(place)
    } else {
      const day = firstDayOf(value)
      if (isWithout || !day)
        return { problem: `${filter}: needs a day, a month or a year, such as ${filter}:2026-03-01` }
      days[filter as 'before' | 'after'] = day
    }
  }
  if (terms.length + without.length > MAX_SEARCH_TERMS)
    return { problem: `A search has at most ${MAX_SEARCH_TERMS} words` }
  if (terms.length === 0) return { problem: 'A search needs a word or a number to look for' }
  return { terms, without, filters, withoutFilters, ...days, in: [...places] }
}

const emptyFilters = (): Record<TextFilter, string[]> => ({
  speaker: [],
  host: [],
  tag: [],
  site: [],
  lang: [],
})

const examples: Record<string, string> = {
  speaker: 'Ann',
  host: 'ann@example.com',
  tag: 'customer',
  site: 'north',
  lang: 'en',
  before: '2026-03-01',
  after: '2026-03-01',
  in: 'highlights',
}

const hasWord = (value: string): boolean => /[\p{L}\p{N}]/u.test(value)

/** Of a day, a month or a year. */
function firstDayOf(value: string): string | undefined {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(value) ?? []
  if (!year) return undefined
  const text = `${year}-${month}-${day}`
  const time = Date.parse(`${text}T00:00:00Z`)
  // A month has no 31st day where `Date` goes on to the next.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined
}
