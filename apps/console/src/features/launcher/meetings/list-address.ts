import type { Sorting } from '../../../shared/data-table/sort-rows'
import type { MeetingRow } from '../../../shared/meeting-list/meeting-rows'

/** The parts of the list, in the order of their chips. */
export const LISTS = {
  live: 'Live',
  transcribing: 'Transcribing',
  failed: 'Failed',
  mine: 'Mine',
  shared: 'Shared with me',
  opened: 'Recently opened',
}
export type ListName = keyof typeof LISTS

const LIST_PARAM = 'list'
const SORT_PARAM = 'sort'
const FILTER_PARAM = 'filter'

const newestFirst: Sorting = [{ id: 'start', desc: true }]
const lastOpenedFirst: Sorting = [{ id: 'opened', desc: true }]

export interface ListAddress {
  list: ListName | undefined
  sort: Sorting
  /** What was typed into the filter. */
  filter: string
}

/** Which meetings the address names, and in which order: `?list=failed&sort=-length&filter=planning`. */
export function readListAddress(search: URLSearchParams): ListAddress {
  const named = search.get(LIST_PARAM)
  const list = named !== null && Object.hasOwn(LISTS, named) ? (named as ListName) : undefined
  const filter = search.get(FILTER_PARAM) ?? ''
  const written = search.get(SORT_PARAM)
  if (!written) return { list, filter, sort: list === 'opened' ? lastOpenedFirst : newestFirst }
  const desc = written.startsWith('-')
  return { list, filter, sort: [{ id: desc ? written.slice(1) : written, desc }] }
}

/** The rest of the address stays: the launcher's mode is in it too. */
export function withList(search: URLSearchParams, list: ListName | undefined): URLSearchParams {
  const changed = new URLSearchParams(search)
  changed.delete(SORT_PARAM)
  if (list) changed.set(LIST_PARAM, list)
  else changed.delete(LIST_PARAM)
  return changed
}

export function withSort(search: URLSearchParams, [held]: Sorting): URLSearchParams {
  const changed = new URLSearchParams(search)
  if (held) changed.set(SORT_PARAM, `${held.desc ? '-' : ''}${held.id}`)
  return changed
}

export function withFilter(search: URLSearchParams, filter: string): URLSearchParams {
  const changed = new URLSearchParams(search)
  if (filter) changed.set(FILTER_PARAM, filter)
  else changed.delete(FILTER_PARAM)
  return changed
}

/** `own` are the addresses of the user. */
export function isInList(row: MeetingRow, list: ListName | undefined, own: ReadonlySet<string>): boolean {
  if (list === undefined) return true
  if (list === 'opened') return row.openedAtMs !== null
  // The server alone knows: what it did not list is left out.
  if (list === 'shared') return row.startMs !== null
  return list === 'mine' ? own.has(row.host) : row.state === list
}
