import type { SearchTerm } from '@livetap/transcript'
import { sql } from 'kysely'
import { Store } from '../../platform/db/store'
import { splitTerm, tsqueryOfRun } from './cjk'

/** What a line of search becomes for the index: queries of PostgreSQL, as text. */
export interface CompiledTerms {
  /** All terms, by the rules of each language; null where all of them are too common to be kept. */
  all: string | null
  /** What must not be there. */
  none: string | null
  /** Any word of them, for marks. */
  any: string | null
  /** Runs of Japanese, Korean and Chinese, which are marked as they are written. */
  runs: string[]
  /** The terms by the rules of each language, of which some may be left out. */
  variants: readonly TermVariant[]
  /** Where other words may stand in place of some, or some are left out: what holds all that were typed comes first. */
  asTyped?: string | null
}

/** Queries of PostgreSQL, one a term, in their order; a phrase is never left out. */
interface TermVariant {
  queries: readonly string[]
  phrases: readonly boolean[]
}

/** A term with what may stand in its place. */
export type TermWithOthers = SearchTerm & { others?: readonly string[] }

export class QueryTermsStore extends Store {
  /**
   * By the configuration of every language that is written here, and as it is: a line is found by the rules of its own.
   */
  async compile(terms: readonly TermWithOthers[], without: readonly SearchTerm[]): Promise<CompiledTerms> {
    const split = terms.map(term => ({
      ...splitTerm(term.text),
      others: term.others ?? [],
      isPhrase: term.isPhrase,
    }))
    const splitWithout = without.map(term => splitTerm(term.text))
    const asked = split
      .filter(({ rest }) => rest)
      .map(({ rest, others, isPhrase }) => ({ contents: [rest, ...others], isPhrase }))
    const { rows } = await sql<{ variants: TermVariant[]; none: string | null }>`
      with config as (
        select config::regconfig as config from search_language
        union select 'pg_catalog.simple'::regconfig where not exists (select from search_language)
      ), term as (
        select config, number, string_agg('(' || query::text || ')', ' | ') as query, asked->'isPhrase' as phrase
        from config
        cross join jsonb_array_elements(${JSON.stringify(asked)}::jsonb) with ordinality as term (asked, number)
        cross join jsonb_array_elements_text(asked->'contents') as content
        cross join lateral (select phraseto_tsquery(config, search_fold(content)) as query) as read
        where numnode(query) > 0
        group by config, number, asked
      ), variant as (
        select distinct jsonb_agg(query order by number) as queries, jsonb_agg(phrase order by number) as phrases
        from term group by config
      ), unwanted as (
        select distinct query::text as query
        from config, unnest(${splitWithout.map(({ rest }) => rest).filter(Boolean)}::text[]) as content
        cross join lateral (select phraseto_tsquery(config, search_fold(content)) as query) as read
        where numnode(query) > 0
      )
      select (select coalesce(jsonb_agg(variant), '[]') from variant) as variants,
        (select string_agg('(' || query || ')', ' | ') from unwanted) as none`.execute(this.db)
    const runs = split.flatMap(one => one.runs)
    const { variants, none } = rows[0]!
    const all = joined(
      variants.map(({ queries }) => joined(queries, '&')),
      '|',
    )
    return {
      all: joined([all, ...runs.map(tsqueryOfRun)], '&'),
      variants,
      none: joined([none, ...splitWithout.map(one => joined(one.runs.map(tsqueryOfRun), '&'))], '|'),
      any: all?.replaceAll(/<(?:-|\d+)>|&/g, '|') ?? null,
      runs,
    }
  }

  /** Which of these words are marked, by `keyOfWord`; each is looked at once, however often it is said. */
  async marked(any: string, words: readonly WordOfLanguage[]): Promise<Set<string>> {
    const distinct = [...new Map(words.map(word => [keyOfWord(word), word])).values()]
    const { rows } = await sql<WordOfLanguage>`
      select language, word
      from unnest(${distinct.map(({ language }) => language)}::text[], ${distinct.map(({ word }) => word)}::text[])
        as written (language, word)
      where search_vector(language, word) @@ ${any}::tsquery`.execute(this.db)
    return new Set(rows.map(keyOfWord))
  }
}

/** More words have too many subsets. */
const MOST_WORDS = 8

/**
 * The same, of whose words so many may be missing: at least two and half of them stay, and all phrases. Nothing where there
 * are no such words.
 */
export function withFewerWords(terms: CompiledTerms, missing: number): CompiledTerms | undefined {
  const queries = terms.variants.flatMap(({ queries, phrases }) => {
    const words = queries.filter((_, at) => !phrases[at])
    const least = Math.max(2, Math.ceil(words.length / 2))
    const count = words.length - missing
    if (words.length > MOST_WORDS || count < least) return []
    const fixed = queries.filter((_, at) => phrases[at])
    return subsets(words, count).map(some => joined([...some, ...fixed], '&'))
  })
  if (queries.length === 0) return undefined
  const all = joined([joined(queries, '|'), ...terms.runs.map(tsqueryOfRun)], '&')
  return { ...terms, all: joined([terms.all, all], '|'), asTyped: terms.asTyped ?? terms.all }
}

function subsets<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, at) => subsets(items.slice(at + 1), size - 1).map(rest => [item, ...rest]))
}

/** As it is written: letters and digits alone. */
export interface WordOfLanguage {
  language: string
  word: string
}

export const keyOfWord = ({ language, word }: WordOfLanguage): string => `${language} ${word}`

function joined(parts: readonly (string | null)[], by: '&' | '|'): string | null {
  const queries = parts.filter(part => part !== null)
  return queries.length === 0 ? null : queries.map(query => `(${query})`).join(` ${by} `)
}
