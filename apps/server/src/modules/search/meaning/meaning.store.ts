import type { SearchQuery } from '@livetap/transcript'
import { type RawBuilder, sql } from 'kysely'
import { Store } from '../../../platform/db/store'
import { type Viewer, visibleMeetings } from '../../access'
import type { Question } from '../search.store'
import { rowConditions, scopeOf } from '../search-scope.store'

/** What may be found: passages of these meetings that hold a line like this. */
export interface PassageScope {
  viewer: Viewer
  /** What is said of meetings and lines; absent where any will do. */
  query?: SearchQuery
  /** Of `search_row` beside its meeting in `scope`; absent where any line will do. */
  lines?: RawBuilder<boolean>
}

/** A line of a passage that was found. */
export interface PassageLineFound {
  passageId: number
  lineId: string
  text: string
  /** How well it holds all words of the question, and how well any of them. */
  all: number
  any: number
}

export interface PassageRow {
  lineId: string
  meetingId: string
  startMs: number
  language: string
}

export const scopeOfQuestion = ({ viewer, query, terms }: Question): PassageScope => {
  const isOfLines = [query.filters, query.withoutFilters].some(
    ({ speaker, lang }) => speaker.length + lang.length > 0,
  )
  return {
    viewer,
    query,
    ...((isOfLines || terms.none) && {
      lines: sql<boolean>`(${sql.join(rowConditions(query, terms), sql` and `)})`,
    }),
  }
}

const NO_BYTES = Buffer.alloc(0)

export class MeaningStore extends Store {
  /** Ids of the passages of this space that may be found: where there are more than the limit, those of the newest meetings. */
  async passages({ viewer, query, lines }: PassageScope, space: string, limit: number): Promise<number[]> {
    const { rows } = await sql<{ ids: Buffer | null }>`
      with scope as materialized (${scopeOf(viewer, query)})
      select string_agg(int8send(id), ''::bytea) as ids from (
        select search_passage.id from search_passage join scope on scope.id = meeting_id
        where space = ${space} and ${
          lines
            ? sql`exists (select from search_row where search_row.id = any(line_ids) and ${lines})`
            : sql`true`
        }
        order by age, search_passage.id limit ${limit}
      ) as found`.execute(this.db)
    return readIds(rows[0]!.ids ?? NO_BYTES)
  }

  /** One after the other, in the order of the ids that are answered. */
  async vectors(ids: readonly number[], length: number): Promise<{ ids: number[]; vectors: Buffer }> {
    const { rows } = await sql<{ ids: Buffer | null; vectors: Buffer | null }>`
      select string_agg(int8send(id), ''::bytea order by id) as ids, string_agg(vector, ''::bytea order by id) as vectors
      from search_passage where id = any(${[...ids]}::bigint[]) and octet_length(vector) = ${length}`.execute(
      this.db,
    )
    return { ids: readIds(rows[0]!.ids ?? NO_BYTES), vectors: rows[0]!.vectors ?? NO_BYTES }
  }

  /** The lines of passages that the question may find, in their order. */
  async lines(
    ids: readonly number[],
    { viewer, query, lines }: PassageScope,
    words: { all: string | null; any: string | null } = { all: null, any: null },
  ): Promise<PassageLineFound[]> {
    const rank = (query: string | null) =>
      query
        ? sql`case when vector @@ ${query}::tsquery then ts_rank(vector, ${query}::tsquery, 1) + 1 else 0 end`
        : sql`0`
    const { rows } = await sql<PassageLineFound>`
      with scope as materialized (${scopeOf(viewer, query)})
      select search_passage.id as "passageId", utterance.id as "lineId", utterance.text, line."all", line."any"
      from search_passage
      join scope on scope.id = search_passage.meeting_id
      cross join lateral (
        select search_row.id, ${rank(words.all)} as "all", ${rank(words.any)} as "any" from search_row
        where search_row.id = any(line_ids) and ${lines ?? sql`true`}
      ) as line
      join utterance on utterance.id = line.id
      where search_passage.id = any(${[...ids]}::bigint[])
      order by search_passage.id, utterance.start_ms, utterance.id`.execute(this.db)
    return rows
  }

  /** Those of them that the viewer may open. */
  async rows(viewer: Viewer, lineIds: readonly string[]): Promise<PassageRow[]> {
    const { rows } = await sql<PassageRow>`
      select search_row.id as "lineId", meeting_id as "meetingId", start_ms as "startMs", search_row.language
      from search_row join meeting on meeting.id = meeting_id
      where search_row.id = any(${[...lineIds]}::text[]) and ${visibleMeetings(viewer)}`.execute(this.db)
    return rows
  }

  /** The text of a line, the passages of its meeting that hold it, and the ids of those that overlap with them. */
  async around(
    meetingId: string,
    lineId: string,
    space: string,
  ): Promise<{
    text: string
    own: { id: number; lineIds: string[]; vector: Buffer }[]
    overlapping: number[]
  }> {
    const line = await this.db
      .selectFrom('utterance')
      .select('text')
      .where('id', '=', lineId)
      .where('meeting_id', '=', meetingId)
      .executeTakeFirst()
    const { rows: own } = await sql<{ id: number; lineIds: string[]; vector: Buffer }>`
      select id, line_ids as "lineIds", vector from search_passage
      where meeting_id = ${meetingId} and space = ${space} and ${lineId} = any(line_ids) order by id`.execute(
      this.db,
    )
    const lines = own.flatMap(({ lineIds }) => lineIds)
    const { rows } = await sql<{ id: number }>`
      select id from search_passage where meeting_id = ${meetingId} and line_ids && ${lines}::text[]`.execute(
      this.db,
    )
    return { text: line?.text ?? '', own, overlapping: rows.map(({ id }) => id) }
  }
}

function readIds(bytes: Buffer): number[] {
  const ids: number[] = []
  for (let at = 0; at < bytes.length; at += 8) ids.push(Number(bytes.readBigInt64BE(at)))
  return ids
}
