import type { SearchQuery } from '@livetap/transcript'
import { type RawBuilder, sql } from 'kysely'
import { type Viewer, visibleMeetings } from '../access'
import type { CompiledTerms } from './query-terms.store'

type Condition = RawBuilder<boolean>

/**
 * The meetings that the viewer may know of and the question is about, as a query of its own; of what a question says of
 * speakers their ids in each meeting: names are read once and not with every line.
 */
export const scopeOf = (viewer: Viewer, query: SearchQuery | undefined, only = sql<boolean>`true`) => {
  const speakers = query ? askedSpeakers(query) : []
  const conditions = query ? meetingConditions(query) : []
  return sql`
    select ${sql.join([
      sql`meeting.id, title, host_email, site_id, site_name, status, started_at`,
      sql`row_number() over (order by started_at desc, meeting.id) as age`,
      ...speakers.map(
        ({ ids, named }) => sql`coalesce(${ids}, '{}') as ${ids}, coalesce(${named}, '{}') as ${named}`,
      ),
    ])}
    from meeting ${sql.join(
      speakers.map(
        one => sql`left join (${namedSpeakers(one)}) as ${one.table} on ${one.table}.id = meeting.id`,
      ),
      sql` `,
    )}
    where ${sql.join([visibleMeetings(viewer), only, ...conditions], sql` and `)}`
}

function meetingConditions({ filters, withoutFilters, before, after }: SearchQuery): Condition[] {
  const conditions: Condition[] = []
  const anyLike = (columns: Condition[], values: readonly string[]) =>
    sql<boolean>`(${sql.join(
      columns.map(column => sql`${column} ilike any(${values.map(patternOf)}::text[])`),
      sql` or `,
    )})`
  const columns = {
    host: [sql<boolean>`host_email`],
    site: [sql<boolean>`site_id`, sql<boolean>`site_name`],
  }
  for (const name of ['host', 'site'] as const) {
    if (filters[name].length > 0) conditions.push(anyLike(columns[name], filters[name]))
    if (withoutFilters[name].length > 0)
      conditions.push(sql<boolean>`not ${anyLike(columns[name], withoutFilters[name])}`)
  }
  if (filters.tag.length > 0) conditions.push(isTagged(filters.tag))
  if (withoutFilters.tag.length > 0) conditions.push(sql<boolean>`not ${isTagged(withoutFilters.tag)}`)
  if (after) conditions.push(sql<boolean>`started_at >= ${`${after}T00:00:00Z`}::timestamptz`)
  if (before) conditions.push(sql<boolean>`started_at < ${`${before}T00:00:00Z`}::timestamptz`)
  return conditions
}

/** A tag is a whole: `tag:plan` does not find what is tagged as planning. */
const isTagged = (tags: readonly string[]) => sql<boolean>`exists (
  select from meeting_tag
  where meeting_id = meeting.id and lower(tag) = any(${tags.map(tag => tag.toLowerCase())}::text[]))`

const patternOf = (value: string) => `%${value.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Of `search_row` beside the row of its meeting in `scope`. */
export const rowConditions = (query: SearchQuery, terms: Pick<CompiledTerms, 'none'>): Condition[] => [
  ...plainConditions(query, terms),
  ...speakerConditions(query),
]

/** Those that need `scope`. */
export const speakerConditions = (query: SearchQuery): Condition[] =>
  askedSpeakers(query).map(speaker =>
    speaker.isWithout ? sql<boolean>`not ${saidBy(speaker)}` : saidBy(speaker),
  )

/** Of `search_row` alone. */
export function plainConditions(query: SearchQuery, { none }: Pick<CompiledTerms, 'none'>): Condition[] {
  const { filters, withoutFilters, in: places } = query
  const kinds = places.length > 0 ? places.map(place => place.slice(0, -1)) : ['line', 'title']
  const conditions = [sql<boolean>`kind = any(${kinds}::text[])`]
  if (none) conditions.push(sql<boolean>`not vector @@ ${none}::tsquery`)
  const languages = (values: readonly string[]) => values.map(value => value.toLowerCase().split('-')[0]!)
  if (filters.lang.length > 0)
    conditions.push(sql<boolean>`language = any(${languages(filters.lang)}::text[])`)
  if (withoutFilters.lang.length > 0)
    conditions.push(sql<boolean>`language <> all(${languages(withoutFilters.lang)}::text[])`)
  return conditions
}

interface AskedSpeakers {
  isWithout: boolean
  /** What they may be like, as they are compared. */
  patterns: RawBuilder<unknown>
  table: RawBuilder<unknown>
  /** Columns of `scope`: those who are asked for, and all who have a name. */
  ids: RawBuilder<unknown>
  named: RawBuilder<unknown>
}

function askedSpeakers({ filters, withoutFilters }: SearchQuery): AskedSpeakers[] {
  const asked = [
    { isWithout: false, names: filters.speaker },
    { isWithout: true, names: withoutFilters.speaker },
  ]
  return asked
    .filter(({ names }) => names.length > 0)
    .map(({ isWithout, names }) => {
      const column = isWithout ? 'unwanted' : 'asked'
      return {
        isWithout,
        patterns: sql`array(select '%' || trim(search_fold(name)) || '%' from unnest(${names}::text[]) as name)`,
        table: sql.table(column),
        ids: sql.ref(`${column}_speakers`),
        named: sql.ref(`${column}_named`),
      }
    })
}

/** Each name is compared once, however many meetings have it: `offset 0` keeps the comparison behind the distinct names. */
const namedSpeakers = ({ patterns, ids, named }: AskedSpeakers) => sql`
  select meeting_id as id, array_agg(speaker_id) as ${named},
    array_agg(speaker_id) filter (where name = any(array(
      select name from (select distinct name from speaker_name offset 0) as known
      where search_fold(name) like any(${patterns})))) as ${ids}
  from speaker_name group by meeting_id`

/** By the names that the meeting gives its speakers now; the others are called by their numbers. */
const saidBy = ({ patterns, ids, named }: AskedSpeakers) => sql<boolean>`(
  speakers && ${ids} or (not speakers <@ ${named} and exists (
    select from unnest(speakers) as said (speaker_id)
    where speaker_id <> all(${named}) and case when speaker_id ~ '^[0-9a-z]+$' then 'speaker ' || speaker_id
      else search_fold('Speaker ' || speaker_id) end like any(${patterns}))))`
