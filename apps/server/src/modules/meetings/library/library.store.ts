import { COUNTED_TO, FACET_VALUES, type FacetName, type Facets, type LibrarySort } from '@livetap/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { Store } from '../../../platform/db/store'
import { firstVisible, type StandingFacts, standingOf, standings, type Viewer } from '../../access'
import type { ListedMeeting } from '../meeting'
import { meetingOf } from '../meeting-row'
import type { MeetingTables } from '../meeting-tables'
import type { LibraryFilter } from './library-filter'
import { inLibrary, spokenLanguage, stateOf, whereFound } from './library-filter.store'
import { isBehind, keptKey, type LibraryPlace, orderBy } from './library-order.store'
import './library-tables'

export interface LibraryPage {
  sort: LibrarySort
  after?: LibraryPlace
  limit: number
}

export interface LibraryRow extends ListedMeeting {
  team: string | null
  speakerNames: string[]
  tags: string[]
  place: LibraryPlace
}

type FoundRow = Selectable<MeetingTables['meeting']> & {
  team_name: string | null
  speaker_names: string[]
  tags: string[]
  place_key: string | number
  facts: StandingFacts
}

interface FacetRow {
  facet: FacetName
  value: string
  count: number
}
type TotalRow = Pick<FacetRow, 'value' | 'count'> & { facet: 'total' }

const MAX_SPEAKERS_SHOWN = 20

/**
 * The index of an order finds as many rows as a page shows, wherever it begins; what belongs to them is read for those
 * alone.
 */
export function pageQuery(
  viewer: Viewer,
  filter: LibraryFilter,
  { sort, after, limit }: LibraryPage,
): RawBuilder<FoundRow> {
  const found = whereFound(viewer, filter)
  const behind = after && isBehind(sort, after)
  const where = found && behind ? sql<boolean>`${found} and ${behind}` : (found ?? behind)
  const newestBy = sort === '-start' ? ('started_at' as const) : undefined
  const start = { where, orderBy: orderBy(sort), limit, newestBy }
  return sql<FoundRow>`
    with listed as materialized (
      select meeting.*, ${keptKey(sort)} as place_key from meeting
      where ${firstVisible(viewer, start)}
      order by ${orderBy(sort)} limit ${limit})
    select meeting.*, team.name as team_name,
      array(select name from speaker_name where meeting_id = meeting.id
        order by speaker_id limit ${MAX_SPEAKERS_SHOWN}) as speaker_names,
      array(select tag from meeting_tag where meeting_id = meeting.id order by tag) as tags,
      facts
    from listed as meeting
    join ${standings(sql`array(select id from listed)`, viewer)} on of_meeting = meeting.id
    left join team on team.id = meeting.team_id
    order by ${orderBy(sort)}`
}

/** The facets of one column of `meeting`, and those of names that hang on it. */
const columnFacets = ['state', 'host', 'team', 'site', 'language'] as const
const hangingFacets = ['speaker', 'tag'] as const
const facetRows: Readonly<Record<FacetName, RawBuilder<unknown>>> = {
  state: sql`select status as value, count(*) from matching group by status`,
  host: sql`select host as value, count(*) from matching where host <> '' group by host`,
  team: sql`select team.name as value, count(*) from matching join team on team.id = matching.team_id group by team.name`,
  site: sql`select site_name as value, count(*) from matching where site_name <> '' group by site_name`,
  language: sql`select language as value, count(*) from matching where language <> '' group by language`,
  speaker: sql`select min(name) as value, count(distinct id) from matching
    join speaker_name on speaker_name.meeting_id = matching.id where name <> '' group by lower(name)`,
  tag: sql`select tag as value, count(*) from matching join meeting_tag on meeting_tag.meeting_id = matching.id group by tag`,
}

/** All meetings that a viewer may know of. */
export class LibraryStore extends Store {
  async page(viewer: Viewer, filter: LibraryFilter, page: LibraryPage): Promise<LibraryRow[]> {
    const { rows } = await pageQuery(viewer, filter, page).execute(this.db)
    return rows.map(row => ({
      meeting: meetingOf(row),
      facts: row.facts,
      standing: standingOf(viewer, row, row.facts),
      team: row.team_name,
      speakerNames: row.speaker_names,
      tags: row.tags,
      place: [row.place_key, row.id],
    }))
  }

  /**
   * How many of the meetings have each value. Values of one column widen each other: the others of a facet that narrows
   * the list are counted without it. The total, exact up to `COUNTED_TO`, is of the same read.
   */
  async counts(viewer: Viewer, filter: LibraryFilter): Promise<{ facets: Facets; total: number }> {
    const narrowing = columnFacets.filter(name => filter[name].length > 0)
    const rest = [...columnFacets.filter(name => filter[name].length === 0), ...hangingFacets]
    const { rows, total } = await this.#counted(viewer, filter, rest)
    for (const name of narrowing) rows.push(...(await this.#counted(viewer, filter, [name], name)).rows)
    const facets: Facets = { state: [], host: [], team: [], site: [], language: [], speaker: [], tag: [] }
    for (const { facet, value, count } of rows)
      facets[facet].push({ value: facet === 'state' ? stateOf[value as keyof typeof stateOf] : value, count })
    return { facets, total }
  }

  async #counted(
    viewer: Viewer,
    filter: LibraryFilter,
    names: readonly FacetName[],
    without?: FacetName,
  ): Promise<{ rows: FacetRow[]; total: number }> {
    const parts = names.map(
      name => sql`(
        select ${sql.lit(name)} as facet, value, least(count, ${COUNTED_TO + 1})::int as count
        from (${facetRows[name]}) as counted
        order by lower(value) = any(${filter[name].map(value => value.toLowerCase())}::text[]) desc, counted.count desc, value
        limit ${FACET_VALUES + filter[name].length})`,
    )
    const { rows } = await sql<FacetRow | TotalRow>`
      with matching as materialized (
        select meeting.id, meeting.status, lower(meeting.host_email) as host, meeting.team_id, meeting.site_name,
          ${spokenLanguage} as language
        from meeting where ${inLibrary(viewer, filter, without)})
      select 'total' as facet, '' as value, least(count(*), ${COUNTED_TO + 1})::int as count from matching
      union all ${sql.join(parts, sql` union all `)}`.execute(this.db)
    const total = rows.find(row => row.facet === 'total')!.count
    const values = rows.filter(row => row.facet !== 'total')
    return { rows: values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)), total }
  }
}
