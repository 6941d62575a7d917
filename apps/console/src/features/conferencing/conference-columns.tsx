import { type Conference, fillRoute, routes } from '@livetap/contract'
import type { DataColumn } from '../../shared/data-table/data-column'
import { RelativeTime } from '../../shared/time/relative-time'
import {
  DiagnosticLinks,
  livetapPath,
  ResolvedIdCell,
  ResolvedLink,
  statsPath,
  WebexLink,
} from './resolved-cells'
import type { ConferenceResolver } from './use-resolver'

type Column = DataColumn<Conference>

export const conferenceId = ({ id }: Conference) => id
export const conferencePath = ({ id }: Conference) => fillRoute(routes.webexMeeting, { meeting_id: id })
export const newestFirst = [{ id: 'start', desc: true }]

/** The columns of the documents by their names; each list takes those it has. */
export function conferenceColumns(resolver: ConferenceResolver) {
  // Read for every row of a long list, and asking the page takes longer than the rest.
  const { origin } = window.location
  const idOf = (row: Conference) => {
    const resolved = resolver.stateOf(row)
    return resolved.state === 'found' ? resolved.meetingId : null
  }
  const pathText = (row: Conference, path: (row: Conference, meetingId: string) => string | null) => {
    const meetingId = idOf(row)
    const to = meetingId === null ? null : path(row, meetingId)
    return to === null ? null : origin + to
  }
  const moment = (id: 'start' | 'end', header: string): Column => ({
    id,
    header,
    value: row => (row[id] === undefined ? null : Date.parse(row[id])),
    text: row => row[id] ?? '',
    cell: row => row[id] !== undefined && <RelativeTime at={row[id]} />,
  })
  return {
    title: { id: 'title', header: 'Title', value: ({ title, id }) => title || id } satisfies Column,
    id: {
      id: 'id',
      header: 'Id',
      isLate: true,
      value: idOf,
      text: row => {
        const resolved = resolver.stateOf(row)
        return resolved.state === 'waiting' ? '' : resolved.meetingId
      },
      cell: (row, tabIndex) => <ResolvedIdCell resolver={resolver} row={row} tabIndex={tabIndex} />,
    } satisfies Column,
    start: moment('start', 'Start Time'),
    end: moment('end', 'End Time'),
    sip: {
      id: 'sip',
      header: 'SIP Address',
      value: ({ sipAddress }) => sipAddress || null,
      copy: 'SIP address',
    } satisfies Column,
    host: { id: 'host', header: 'Host Email', value: ({ hostEmail }) => hostEmail || null } satisfies Column,
    livetap: {
      id: 'livetap',
      header: 'Livetap Link',
      isLate: true,
      value: row => pathText(row, livetapPath),
      cell: (row, tabIndex) => (
        <ResolvedLink
          resolver={resolver}
          row={row}
          tabIndex={tabIndex}
          label="Livetap"
          what="page of"
          path={livetapPath}
        />
      ),
    } satisfies Column,
    webex: {
      id: 'webex',
      header: 'Webex Link',
      value: ({ webLink }) => webLink || null,
      cell: (row, tabIndex) => <WebexLink row={row} tabIndex={tabIndex} />,
    } satisfies Column,
    stats: {
      id: 'stats',
      header: 'Stats',
      isLate: true,
      value: row => pathText(row, statsPath),
      cell: (row, tabIndex) => <DiagnosticLinks resolver={resolver} row={row} tabIndex={tabIndex} />,
    } satisfies Column,
    /** Ours. */
    number: {
      id: 'number',
      header: 'Number',
      value: ({ meetingNumber }) => meetingNumber || null,
      copy: 'meeting number',
    } satisfies Column,
  }
}
