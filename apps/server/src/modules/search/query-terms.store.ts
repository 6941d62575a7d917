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
  /** Where other words may stand in place of some: what holds those that were typed comes first. */
  asTyped?: string | null
}

/** A term with what may stand in its place. */
export type TermWithOthers = SearchTerm & { others?: readonly string[] }

export class QueryTermsStore extends Store {
  /**
   * By the configuration of every language that is written here, and as it is: a line is found by the rules of its own.
   */
  async compile(terms: readonly TermWithOthers[], without: readonly SearchTerm[]): Promise<CompiledTerms> {
    const split = terms.map(term => ({ ...splitTerm(term.text), others: term.others ?? [] }))
    const splitWithout = without.map(term => splitTerm(term.text))
    const asked = split.filter(({ rest }) => rest).map(({ rest, others }) => [rest, ...others])
    const { rows } = await sql<{ all: string | null; none: string | null }>`
      with config as (
        select config::regconfig as config from search_language
        union select 'pg_catalog.simple'::regconfig where not exists (select from search_language)
      ), term as (
        select config, number, string_agg('(' || query::text || ')', ' | ') as query
        from config
        cross join jsonb_array_elements(${JSON.stringify(asked)}::jsonb) with ordinality as term (others, number)
        cross join jsonb_array_elements_text(others) as content
        cross join lateral (select phraseto_tsquery(config, search_fold(content)) as query) as read
        where numnode(query) > 0
        group by config, number
      ), variant as (
        select distinct string_agg('(' || query || ')', ' & ' order by number) as query from term group by config
      ), unwanted as (
        select distinct query::text as query
        from config, unnest(${splitWithout.map(({ rest }) => rest).filter(Boolean)}::text[]) as content
        cross join lateral (select phraseto_tsquery(config, search_fold(content)) as query) as read
        where numnode(query) > 0
      )
      select (select string_agg('(' || query || ')', ' | ') from variant) as all,
        (select string_agg('(' || query || ')', ' | ') from unwanted) as none`.execute(this.db)
    const runs = split.flatMap(one => one.runs)
    const { all, none } = rows[0]!
    return {
      all: joined([all, ...runs.map(tsqueryOfRun)], '&'),
      none: joined([none, ...splitWithout.map(one => joined(one.runs.map(tsqueryOfRun), '&'))], '|'),
      any: all?.replaceAll(/<(?:-|\d+)>|&/g, '|') ?? null,
      runs,
    }
  }

  /** Which of these words, each in a language, are marked. */
  async marked(any: string, words: readonly { language: string; word: string }[]): Promise<boolean[]> {
    const { rows } = await sql<{ marked: boolean }>`
      select search_vector(language, word) @@ ${any}::tsquery as marked
      from unnest(${words.map(({ language }) => language)}::text[], ${words.map(({ word }) => word)}::text[])
        with ordinality as written (language, word, number)
      order by number`.execute(this.db)
    return rows.map(row => row.marked)
  }
}

function joined(parts: readonly (string | null)[], by: '&' | '|'): string | null {
  const queries = parts.filter(part => part !== null)
  return queries.length === 0 ? null : queries.map(query => `(${query})`).join(` ${by} `)
}
