import {
  type FacetName,
  facetNames,
  type LibraryState,
  MEETING_LIVE,
  type MeetingStatus,
} from '@livetap/contract'
import { type RawBuilder, sql } from 'kysely'
import { sharedWith, type Viewer, visibleMeetings } from '../../access'
import type { LibraryFilter } from './library-filter'

type Condition = RawBuilder<boolean>

const statusOf: Readonly<Record<LibraryState, MeetingStatus>> = {
  live: MEETING_LIVE,
  transcribing: 'processing',
  failed: 'failed',
  ended: 'CallEnded',
}
export const stateOf = Object.fromEntries(
  Object.entries(statusOf).map(([state, status]) => [status, state]),
) as Readonly<Record<MeetingStatus, LibraryState>>

/** 'en' of 'en-US', as `languageOf` has it: both written forms of Norwegian are one. */
export const spokenLanguage = sql<string | null>`regexp_replace(lower(split_part(
  replace(meeting.language, '_', '-'), '-', 1)), '^n[bn]$', 'no')`

const searched = ['id', 'number', 'host_email', 'title'].map(name => sql.ref(`meeting.${name}`))

const lowered = (values: readonly string[]) => values.map(value => value.toLowerCase())

const all = (conditions: readonly Condition[]): Condition =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`

const any = (conditions: readonly Condition[]): Condition =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`

/** What each facet asks of a row of `meeting`. */
const asked: Readonly<Record<FacetName, (values: readonly string[], viewer: Viewer) => Condition>> = {
  state: values => {
    const statuses = values.map(value => statusOf[value as LibraryState])
    return sql`meeting.status = any(${statuses}::text[])`
  },
  host: (values, viewer) =>
    any([
      sql<boolean>`lower(meeting.host_email) = any(${lowered(values)}::text[])`,
      ...(values.includes('me') ? [sql<boolean>`meeting.host_user_id = ${viewer.userId}`] : []),
      ...(values.includes('shared') ? [sharedWith(viewer)] : []),
    ]),
  team: values => sql`meeting.team_id in (select team.id from team where team.name = any(${values}::text[]))`,
  site: values => sql`meeting.site_name = any(${values}::text[])`,
  language: values => sql`${spokenLanguage} = any(${lowered(values)}::text[])`,
  speaker: values =>
    all(
      lowered(values).map(
        name =>
          sql`meeting.id in (select named.meeting_id from speaker_name as named where lower(named.name) = ${name})`,
      ),
    ),
  tag: values =>
    all(
      lowered(values).map(
        tag =>
          sql`meeting.id in (select tagged.meeting_id from meeting_tag as tagged where tagged.tag = ${tag})`,
      ),
    ),
}

function hasWord(word: string): Condition {
  const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
  return any(searched.map(column => sql<boolean>`${column} ilike ${pattern}`))
}

/** Which rows of `meeting` the viewer may know of and the filter leaves; `without` one facet, whose other values are counted. */
export const inLibrary = (viewer: Viewer, filter: LibraryFilter, without?: FacetName): Condition =>
  all([visibleMeetings(viewer), ...foundBy(viewer, filter, without)])

/** What the filter alone asks of a row; undefined: nothing. */
export function whereFound(viewer: Viewer, filter: LibraryFilter): Condition | undefined {
  const conditions = foundBy(viewer, filter)
  return conditions.length > 0 ? all(conditions) : undefined
}

function foundBy(viewer: Viewer, filter: LibraryFilter, without?: FacetName): Condition[] {
  const { from, to, words } = filter
  return [
    ...(from ? [sql<boolean>`meeting.started_at >= ${from}`] : []),
    ...(to ? [sql<boolean>`meeting.started_at <= ${to}`] : []),
    ...words.map(hasWord),
    ...facetNames
      .filter(name => name !== without && filter[name].length > 0)
      .map(name => asked[name](filter[name], viewer)),
  ]
}
