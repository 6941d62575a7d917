import type { RelatedMomentsAnswer, SearchAnswer, SearchMode, SearchMoment } from '@livetap/contract'
import { parseSearchQuery, type SearchQuery } from '@livetap/transcript'
import type { Principal } from '../../platform/principal'
import { ServiceError } from '../../platform/service-error'
import { mayAtAll } from '../access'
import { cutAround, inOrder, placesOfRuns, timeOfCharacter, wordsIn } from './marks'
import { type MeaningService, MeaningUnavailable } from './meaning/meaning.service'
import type { PassagesStore } from './meaning/passages.store'
import type { MomentsStore, StoredMoment } from './moments.store'
import {
  type CompiledTerms,
  keyOfWord,
  type QueryTermsStore,
  type TermWithOthers,
  withFewerWords,
} from './query-terms.store'
import type { FoundMeeting, FoundPage, FoundRow, Question, SearchStore } from './search.store'
import { cursorOfMeeting, cursorOfMoment, readMeetingCursor, readMomentCursor } from './search-cursor'
import type { SearchIndexStore } from './search-index.store'
import { maybeMistyped, nearestWords } from './spelling'

/** Above this the total is a least one. */
const EXACT_TOTAL = 1_000
/** A word in fewer moments may have been mistyped, here or where it was written. */
const HARDLY_ANY = 5
const MOST_OTHERS = 3
/** Candidates of the trigrams, of which the nearest are taken. */
const ALIKE = 40

export interface SearchRequest {
  q: string
  mode?: SearchMode
  meeting?: string
  cursor?: string
  limit: number
}

interface SearchServiceOptions {
  store: SearchStore
  terms: QueryTermsStore
  moments: MomentsStore
  index: SearchIndexStore
  meaning: MeaningService
  passages: Pick<PassagesStore, 'waiting'>
  /** Whether the database has trigrams. */
  corrects: () => boolean
}

type Instead = SearchAnswer['instead']
type AskedQuestion = Question & { mode: SearchMode; notice: string | null }

export class SearchService {
  constructor(private readonly options: SearchServiceOptions) {}

  async search(viewer: Principal, request: SearchRequest): Promise<SearchAnswer> {
    // A key that may list meetings need not be one that may read them.
    if (!mayAtAll(viewer, 'meeting.read'))
      throw new ServiceError('forbidden', 'You may not do this: meeting.read')
    const query = parseSearchQuery(request.q)
    if ('problem' in query) throw new ServiceError('invalid', `q: ${query.problem}`)
    const question = await this.#question(viewer, query, request.mode)
    const { mode, notice } = question
    let page = await this.#page(question, request)
    let used = question.terms
    let instead: Instead = []
    if (page.byWords < HARDLY_ANY && mode !== 'meaning') {
      const others = await this.#others(viewer, query)
      if (others.length > 0) {
        const forgiving = await this.options.terms.compile(withOthers(query.terms, others), query.without)
        const terms = { ...forgiving, asTyped: question.terms.all }
        const corrected = await this.#page({ ...question, terms }, request)
        if (corrected.byWords > page.byWords) {
          page = corrected
          used = terms
          instead = others
        }
      }
    }
    const fewer =
      mode === 'meaning' ? undefined : await this.#fewerWords({ ...question, terms: used }, page, request)
    if (fewer) {
      page = await this.#page({ ...question, terms: fewer }, request)
      used = fewer
    }
    const [moments, stateOfMeaning, fill] = await Promise.all([
      this.#moments(page, used),
      this.#stateOfMeaning(mode, notice),
      this.options.index.unfinished(),
    ])
    return {
      mode,
      meaning: stateOfMeaning,
      moments,
      meetings: page.meetings.map(({ id, title, host, site, status, startedAt, count }) => {
        return { id, title, host, site, status, started_at: new Date(startedAt).toISOString(), count }
      }),
      facets: page.facets,
      total: Math.min(page.total, EXACT_TOTAL),
      total_is_least: page.total > EXACT_TOTAL,
      instead,
      partly: fewer !== undefined,
      indexing: fill ?? null,
      next: page.next,
    }
  }

  /** What is near in meaning to a line, in what the viewer may open: the meeting of the line is one of these. */
  async related(
    viewer: Principal,
    request: { meetingId: string; lineId: string; limit: number },
  ): Promise<RelatedMomentsAnswer> {
    const { meaning, store } = this.options
    try {
      const rows = (await meaning.related(viewer, request)).map((row): FoundRow => {
        return { ...row, id: row.lineId, kind: 'line', foundBy: 'meaning' }
      })
      const meetings = await store.titles(
        viewer,
        rows.map(row => row.meetingId),
      )
      return { moments: await this.#moments({ rows, meetings }, { any: null, runs: [] }), notice: null }
    } catch (error) {
      if (error instanceof MeaningUnavailable) return { moments: [], notice: error.message }
      throw error
    }
  }

  /** By words and by meaning where both can be, unless one of them was asked for. */
  async #question(
    viewer: Principal,
    query: SearchQuery,
    asked: SearchMode | undefined,
  ): Promise<AskedQuestion> {
    const { meaning, terms } = this.options
    const question: Question = { viewer, query, terms: await terms.compile(query.terms, query.without) }
    const wanted = asked ?? (isOfExactWords(query) ? 'words' : 'both')
    let notice: string | null = null
    if (wanted !== 'words')
      try {
        const byMeaning = query.in.length > 0 ? [] : await meaning.find(question)
        return { ...question, byMeaning, withoutWords: wanted === 'meaning', mode: wanted, notice }
      } catch (error) {
        if (!(error instanceof MeaningUnavailable)) throw error
        if (asked) notice = `${error.message}: the words alone were looked for`
      }
    if (question.terms.all === null)
      throw new ServiceError('invalid', 'q: These words are too common to be looked for: add another one')
    return { ...question, mode: 'words', notice }
  }

  async #stateOfMeaning(mode: SearchMode, notice: string | null): Promise<SearchAnswer['meaning']> {
    const { meaning, passages } = this.options
    const available = await meaning.isAvailable()
    return {
      available,
      languages: meaning.languages ? [...meaning.languages] : null,
      waiting: mode === 'words' ? 0 : await passages.waiting(),
      notice,
    }
  }

  async #page(
    question: Question,
    { meeting, cursor, limit }: SearchRequest,
  ): Promise<FoundPage & { next: string | null }> {
    const { store } = this.options
    if (meeting !== undefined) {
      const after = cursor === undefined ? undefined : readMomentCursor(cursor)
      const page = await store.inMeeting(question, meeting, { after, limit: limit + 1 })
      const rows = page.rows.slice(0, limit)
      return { ...page, rows, next: page.rows.length > limit ? cursorOfMoment(rows.at(-1)!) : null }
    }
    const after = cursor === undefined ? undefined : readMeetingCursor(cursor)
    const page = await store.page(question, { after, meetings: limit + 1 })
    const places = new Map(page.meetings.map(({ id }, at) => [id, at]))
    const placeOf = (row: FoundRow) => places.get(row.meetingId)!
    // The best moments, and no meeting before one with a better moment: what is kept are the first of the meetings.
    const best = [...page.rows].sort((a, b) => b.score - a.score || placeOf(a) - placeOf(b)).slice(0, limit)
    const kept = new Set(best)
    const meetings = page.meetings.slice(0, Math.max(0, ...best.map(row => placeOf(row) + 1)))
    return {
      ...page,
      meetings,
      rows: page.rows.filter(row => kept.has(row)).sort((a, b) => placeOf(a) - placeOf(b)),
      next: page.meetings.length > meetings.length ? cursorOfMeeting(meetings.at(-1)!) : null,
    }
  }

  /** What may have been meant by words that hardly any moment holds: words that more have, of what the viewer may read, and nothing else. */
  async #others(viewer: Principal, { terms }: SearchQuery): Promise<Instead> {
    if (!this.options.corrects()) return []
    const { store } = this.options
    const others: Instead = []
    for (const { text } of terms.filter(maybeMistyped)) {
      const count = (await store.known(viewer, [text], HARDLY_ANY)).get(text) ?? 0
      if (count >= HARDLY_ANY) continue
      const nearest = nearestWords(text, await store.alike(text, ALIKE))
      const known = await store.known(viewer, nearest, HARDLY_ANY)
      // In place of a word that was said comes what is said often, and nothing as rare as it.
      const least = count === 0 ? 1 : HARDLY_ANY
      const found = nearest.filter(word => (known.get(word) ?? 0) >= least).slice(0, MOST_OTHERS)
      if (found.length > 0) others.push({ word: text, found })
    }
    return others
  }

  /** Where hardly any moment holds all words of a question: as few of them missing as some moments allow. */
  async #fewerWords(
    question: Question,
    { byWords }: FoundPage,
    { meeting }: SearchRequest,
  ): Promise<CompiledTerms | undefined> {
    const countOf = (terms: CompiledTerms) => this.options.store.countUpTo(HARDLY_ANY, { ...question, terms })
    if (byWords >= HARDLY_ANY || !withFewerWords(question.terms, 1)) return undefined
    // What is found in one meeting is part of what is found in all.
    if (meeting !== undefined && (await countOf(question.terms)) >= HARDLY_ANY) return undefined
    let found: CompiledTerms | undefined
    for (let missing = 1; ; missing++) {
      const fewer = withFewerWords(question.terms, missing)
      if (!fewer) return found
      const count = await countOf(fewer)
      if (count > 0) found = fewer
      if (count >= HARDLY_ANY) return found
    }
  }

  async #moments(
    {
      rows,
      meetings,
    }: { rows: readonly FoundRow[]; meetings: readonly Pick<FoundMeeting, 'id' | 'title'>[] },
    { any, runs }: Pick<CompiledTerms, 'any' | 'runs'>,
  ): Promise<SearchMoment[]> {
    const texts = await this.options.moments.read(rows)
    const titles = new Map(meetings.map(({ id, title }) => [id, title]))
    // What was deleted a moment ago is found no more.
    const shown = rows.flatMap(row => {
      const stored = texts.get(row.id)
      return stored ? [{ row, stored, words: wordsIn(stored.text) }] : []
    })
    const words = shown.flatMap(one => one.words.map(({ word }) => ({ language: one.row.language, word })))
    const marked = any ? await this.options.terms.marked(any, words) : new Set()
    return shown.map(({ row, stored, words }) => {
      const ofWords = words.filter(({ word }) => marked.has(keyOfWord({ language: row.language, word })))
      const marks = inOrder([
        ...ofWords.map(({ from, to }): [number, number] => [from, to]),
        ...placesOfRuns(stored.text, runs),
      ])
      return momentOf(row, stored, marks, titles.get(row.meetingId) ?? '')
    })
  }
}

function momentOf(
  { kind, meetingId, startMs, score, foundBy }: FoundRow,
  { lineId, text, words, endMs, speaker, before, after }: StoredMoment,
  marks: [number, number][],
  title: string,
): SearchMoment {
  return {
    meeting_id: meetingId,
    title,
    kind,
    line_id: lineId,
    speaker,
    start_millis: startMs,
    end_millis: endMs,
    mark_millis: timeOfCharacter(text, words, marks[0]?.[0] ?? 0, startMs),
    ...cutAround(text, marks),
    before,
    after,
    score,
    found_by: foundBy,
  }
}

/** Phrases and places where a passage is not: what is meant by them is what is written. */
const isOfExactWords = ({ terms, in: places }: SearchQuery) =>
  places.length > 0 || terms.every(({ isPhrase }) => isPhrase)

const withOthers = (terms: SearchQuery['terms'], instead: Instead): TermWithOthers[] =>
  terms.map(term => ({ ...term, others: instead.find(({ word }) => word === term.text)?.found ?? [] }))
