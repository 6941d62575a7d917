import type { SearchFacets, SearchMoment } from '@livetap/contract'
import type { SearchQuery } from '@livetap/transcript'
import { type RawBuilder, sql } from 'kysely'
import { Store } from '../../platform/db/store'
import { type Viewer, visibleMeetings } from '../access'
import type { CompiledTerms } from './query-terms.store'
import { plainConditions, rowConditions, scopeOf, speakerConditions } from './search-scope.store'
import type { SearchTables } from './search-tables'

/** So many moments of one question are ranked and counted, and those of the newest meeting that has more: a word that is everywhere costs little more than to be looked up. */
const MAX_HITS = 5_000
const MOMENTS_OF_MEETING = 3
const FACET_VALUES = 12

export interface FoundMeeting {
  id: string
  title: string
  host: string
  site: string
  status: string
  startedAt: string
  count: number
  best: number
}

export interface FoundRow {
  id: string
  kind: SearchTables['search_row']['kind']
  meetingId: string
  startMs: number
  language: string
  score: number
  foundBy: SearchMoment['found_by']
}

/** The last meeting that was read. */
export interface MeetingPosition {
  best: number
  startedAt: string
  id: string
}

export interface FoundPage {
  meetings: FoundMeeting[]
  rows: FoundRow[]
  total: number
  /** Of all that was found, what holds the words. */
  byWords: number
  facets: SearchFacets | null
}

export interface Question {
  viewer: Viewer
  query: SearchQuery
  terms: CompiledTerms
  /** Lines that were found by meaning, the nearest first. */
  byMeaning?: readonly string[]
  /** Found by meaning alone: what merely holds the words is left out. */
  withoutWords?: boolean
}

/** Of reciprocal rank fusion: how little the first places of one ranking outweigh those of the other. */
const RANK_CONSTANT = 60

type Condition = RawBuilder<boolean>

export class SearchStore extends Store {
  /** Meetings by their best moment, then the newest; each with its best moments. */
  async page(
    question: Question,
    { after, meetings }: { after: MeetingPosition | undefined; meetings: number },
  ): Promise<FoundPage> {
    const isAfter = after
      ? sql<boolean>`(best < ${after.best}::real or (best = ${after.best}::real and (
          started_at < ${after.startedAt}::timestamptz
          or (started_at = ${after.startedAt}::timestamptz and scope.id > ${after.id}))))`
      : sql<boolean>`true`
    const { rows } = await sql<Omit<FoundPage, 'facets'> & { facets: FacetValue[] | null }>`
      with ${hits(question)},
      found as (select meeting_id, count(*)::int as count, max(score) as best from hit group by meeting_id),
      page as (
        select scope.id, title, host_email as host, site_name as site, status, started_at, started_at::text as "startedAt", count, best
        from found join scope on scope.id = found.meeting_id
        where ${isAfter}
        order by best desc, started_at desc, id limit ${meetings}
      ),
      placed as (
        select hit.*, row_number() over (partition by meeting_id order by hit.score desc, start_ms, hit.id) as place
        from hit where meeting_id in (select id from page)
      )
      select
        (select coalesce(json_agg(page order by best desc, started_at desc, id), '[]') from page) as meetings,
        (select coalesce(json_agg(${asRow} order by meeting_id, start_ms, id), '[]')
          from placed where place <= ${MOMENTS_OF_MEETING}) as rows,
        (select count(*)::int from hit) as total, ${byWords} as "byWords",
        ${after ? sql`null` : facets} as facets`.execute(this.db)
    const { facets: values, ...page } = rows[0]!
    return { ...page, facets: values && facetsOf(values) }
  }

  /** How many moments hold the words, by all that the question says of them: exact up to `most`. */
  async countUpTo(most: number, question: Question): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      with scope as materialized (${scopeOf(question.viewer, question.query)})
      select count(*)::int as count from (${placesWithWords(question)} limit ${most}) as found`.execute(
      this.db,
    )
    return rows[0]!.count
  }

  /** The moments of one meeting, as they were said. */
  async inMeeting(
    question: Question,
    meetingId: string,
    { after, limit }: { after: { startMs: number; id: string } | undefined; limit: number },
  ): Promise<FoundPage> {
    const isAfter = after
      ? sql<boolean>`(start_ms, id) > (${after.startMs}, ${after.id})`
      : sql<boolean>`true`
    const { rows } = await sql<FoundPage>`
      with ${hits(question, sql<boolean>`meeting.id = ${meetingId}`)},
      placed as (select * from hit where ${isAfter} order by start_ms, id limit ${limit})
      select
        (select coalesce(json_agg(json_build_object('id', id, 'title', title, 'host', host_email, 'site', site_name,
          'status', status, 'startedAt', started_at::text, 'count', (select count(*) from hit), 'best', 0)), '[]')
          from scope where exists (select from hit)) as meetings,
        (select coalesce(json_agg(${asRow} order by start_ms, id), '[]') from placed) as rows,
        (select count(*)::int from hit) as total, ${byWords} as "byWords",
        null as facets`.execute(this.db)
    return rows[0]!
  }

  /**
   * In how many moments the viewer may find each of the words, by what would be looked for: exact up to `most`. `offset 0`
   * keeps the limit from the scan: for a few rows the planner would read the table in place of its index.
   */
  async known(viewer: Viewer, words: readonly string[], most: number): Promise<Map<string, number>> {
    const { rows } = await sql<{ word: string; count: number }>`
      with config as (
        select config::regconfig as config from search_language union select 'pg_catalog.simple'::regconfig
      ), asked as (
        select word, (select string_agg(distinct plainto_tsquery(config, word)::text, ' | ') from config
          where numnode(plainto_tsquery(config, word)) > 0)::tsquery as query
        from unnest(${words}::text[]) as word
      )
      select word, (
        select count(*)::int from (
          select from (select meeting_id from search_row where vector @@ query offset 0) as held
          join meeting on meeting.id = held.meeting_id where ${visibleMeetings(viewer)} limit ${most}) as found) as count
      from asked`.execute(this.db)
    return new Map(rows.map(({ word, count }) => [word, count]))
  }

  async titles(viewer: Viewer, meetingIds: readonly string[]): Promise<Pick<FoundMeeting, 'id' | 'title'>[]> {
    return await this.db
      .selectFrom('meeting')
      .select(['id', 'title'])
      .where('id', 'in', [...meetingIds, ''])
      .where(visibleMeetings(viewer))
      .execute()
  }

  /** Words that look like this one, the likest first. */
  async alike(word: string, limit: number): Promise<string[]> {
    const { rows } = await sql<{ word: string }>`
      select word from search_word where word % search_fold(${word})
      order by similarity(word, search_fold(${word})) desc, word limit ${limit}`.execute(this.db)
    return rows.map(row => row.word)
  }
}

const asRow = sql`json_build_object('id', id, 'kind', kind, 'meetingId', meeting_id, 'startMs', start_ms,
  'language', language, 'score', score, 'foundBy', found_by)`
const byWords = sql`(select count(*)::int from hit where found_by <> 'meaning')`

/**
 * What was found. All rows that hold the words are looked up, and of each nothing but its meeting and its place in the table
 * is read; the rest is read of those in the newest meetings.
 */
const hits = (question: Question, only?: Condition) => sql`
  scope as materialized (${scopeOf(question.viewer, question.query, only)}),
  ${question.byMeaning ? fused(question, question.byMeaning) : sql`hit as materialized (${rowsWithWords(question)})`}`

const rowsWithWords = (question: Question) => sql`
    select id, kind, meeting_id, start_ms, language, speakers, 'words' as found_by,
      (ts_rank(vector, ${question.terms.all}::tsquery, 1) + case kind when 'title' then 1 else 0 end
        + ${question.terms.asTyped ? sql`case when vector @@ ${question.terms.asTyped}::tsquery then 1 else 0 end` : sql`0`})::real as score
    from search_row where ctid = any(array(
      select unnest(places[:${MAX_HITS}]) from (
        select places, sum(cardinality(places)) over (order by age) - cardinality(places) as newer from (
          ${placesByMeeting(question)}) as held) as counted
      where newer < ${MAX_HITS}))`

/** Rows are grouped before their meetings are looked at, unless speakers are asked for: a look a meeting, and not a row. */
const placesByMeeting = (question: Question) =>
  speakerConditions(question.query).length > 0
    ? sql`select age, array_agg(place) as places from (${placesWithWords(question)}) as one group by age`
    : sql`select age, places from scope join (
        select meeting_id, array_agg(ctid) as places from search_row
        where vector @@ ${question.terms.all}::tsquery
          and ${sql.join(plainConditions(question.query, question.terms), sql` and `)}
        group by meeting_id) as one on scope.id = meeting_id`

const placesWithWords = ({ query, terms }: Question) => sql`
    select age, search_row.ctid as place from search_row join scope on scope.id = meeting_id
    where vector @@ ${terms.all}::tsquery and ${sql.join(rowConditions(query, terms), sql` and `)}`

/** Both rankings merged by reciprocal rank fusion. */
const fused = (question: Question, byMeaning: readonly string[]) => sql`
  with_words as materialized (
    select *, row_number() over (order by score desc, start_ms, id) as place from (${rowsWithWords(question)}) as one
    where ${question.withoutWords ? sql`false` : sql`true`}
  ),
  near as materialized (
    select search_row.id, kind, meeting_id, start_ms, language, speakers, place
    from unnest(${[...byMeaning]}::text[]) with ordinality as found (id, place) join search_row using (id)
    join scope on scope.id = meeting_id
    where ${sql.join(rowConditions(question.query, question.terms), sql` and `)}
  ),
  hit as materialized (
    select id, coalesce(with_words.kind, near.kind) as kind,
      coalesce(with_words.meeting_id, near.meeting_id) as meeting_id,
      coalesce(with_words.start_ms, near.start_ms) as start_ms,
      coalesce(with_words.language, near.language) as language,
      coalesce(with_words.speakers, near.speakers) as speakers,
      case when near.id is null then 'words' when with_words.id is null then 'meaning' else 'both' end as found_by,
      (coalesce(1.0 / (${RANK_CONSTANT} + with_words.place), 0) + coalesce(1.0 / (${RANK_CONSTANT} + near.place), 0))::real as score
    from with_words full join near using (id)
  )`

interface FacetValue {
  name: keyof SearchFacets
  value: string
  count: number
}

function facetsOf(values: readonly FacetValue[]): SearchFacets {
  const of = (facet: keyof SearchFacets) =>
    values.flatMap(({ name, value, count }) => (name === facet ? { value, count } : []))
  return {
    speaker: of('speaker'),
    host: of('host'),
    tag: of('tag'),
    site: of('site'),
    lang: of('lang'),
    month: of('month'),
  }
}

/** Of each facet the values that the most moments have; counted once over what was found. */
const facets = sql`(
  select coalesce(json_agg(json_build_object('name', name, 'value', value, 'count', count) order by place), '[]') from (
    select name, value, count, row_number() over (partition by name order by count desc, value) as place from (
      select facet.name, value, sum(count)::int as count
      from found join scope on scope.id = found.meeting_id cross join lateral (
        values ('host', host_email), ('site', site_name), ('month', to_char(started_at at time zone 'UTC', 'YYYY-MM'))
      ) as facet (name, value) group by 1, 2
      union all select 'tag', tag, sum(count)::int from found join meeting_tag using (meeting_id) group by 2
      union all select 'lang', language, count(*)::int from hit group by 2
      union all select 'speaker', speaker_name.name, sum(count)::int from (
        select meeting_id, unnest(speakers) as speaker_id, count(*) as count from hit group by 1, 2) as said
        join speaker_name using (meeting_id, speaker_id) group by 2
    ) as counted where value <> ''
  ) as ranked where place <= ${FACET_VALUES})`
