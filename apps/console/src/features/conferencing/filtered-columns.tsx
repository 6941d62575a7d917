import { diagnosticPaths, type FilteredMeeting, fillRoute, openMeetingPath, routes } from '@livetap/contract'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { DataColumn } from '../../shared/data-table/data-column'
import { RelativeTime } from '../../shared/time/relative-time'
import { shortenMiddle } from '../../shared/ui/lists/shorten-middle'
import classes from './conferencing.module.css'
import { RecordingLink } from './recording-link'

type Column = DataColumn<FilteredMeeting>

export const filteredId = ({ VOICEA_MEETING_ID }: FilteredMeeting) => VOICEA_MEETING_ID
export const filteredPath = ({ webex_meeting_id }: FilteredMeeting) =>
  fillRoute(routes.webexMeeting, { meeting_id: webex_meeting_id })
export const filteredSort = [{ id: 'start', desc: true }]

const pathsOf = (row: FilteredMeeting) => {
  const { stats, ledger, logs } = diagnosticPaths(row.VOICEA_MEETING_ID, Date.parse(row.timestamp))
  return { livetap: openMeetingPath(row.VOICEA_MEETING_ID), stats: stats!, ledger, logs }
}

type PathName = keyof ReturnType<typeof pathsOf>
type LinkOf = { to: PathName; label: string }

/** The first link is what the column is named for, and its value. */
function linkColumn(header: string, ...links: [LinkOf, ...LinkOf[]]): Column {
  const [{ to: id }] = links
  return {
    id,
    header,
    value: row => `${window.location.origin}${pathsOf(row)[id]}`,
    cell: (row, tabIndex) => (
      <span className={classes.links}>
        {links.map(({ to, label }) => (
          <Anchor
            key={to}
            component={Link}
            to={pathsOf(row)[to]}
            inherit
            tabIndex={tabIndex}
            aria-label={`${label} of ${row.VOICEA_MEETING_ID}`}
          >
            {label}
          </Anchor>
        ))}
      </span>
    ),
  }
}

export const filteredColumns: readonly Column[] = [
  {
    id: 'webex',
    header: 'Webex ID',
    value: ({ webex_meeting_id }) => webex_meeting_id,
    cell: ({ webex_meeting_id }) => (
      <span className="mono" data-hint={webex_meeting_id}>
        {shortenMiddle(webex_meeting_id, 24)}
      </span>
    ),
    copy: 'Webex id',
  },
  {
    id: 'voicea',
    header: 'Voicea ID',
    value: ({ VOICEA_MEETING_ID }) => VOICEA_MEETING_ID,
    cell: ({ VOICEA_MEETING_ID }) => (
      <span className="mono" data-hint={VOICEA_MEETING_ID}>
        {shortenMiddle(VOICEA_MEETING_ID, 20)}
      </span>
    ),
    copy: 'meeting id',
  },
  {
    id: 'start',
    header: 'Start Time',
    value: ({ timestamp }) => Date.parse(timestamp),
    text: ({ timestamp }) => timestamp,
    cell: ({ timestamp }) => <RelativeTime at={timestamp} />,
  },
  linkColumn('Livetap Link', { to: 'livetap', label: 'Livetap' }),
  linkColumn('Stackdriver Stats', { to: 'stats', label: 'Stats' }, { to: 'logs', label: 'Logs' }),
  linkColumn('Audio Ledgers Stats', { to: 'ledger', label: 'Ledger' }),
  {
    id: 'transcripts',
    header: 'Transcripts Amount',
    numeric: true,
    value: ({ transcripts_length }) => transcripts_length,
  },
  {
    id: 'recording',
    header: 'Recording',
    value: ({ audio_url }) => audio_url,
    text: ({ audio_url }) => (audio_url === null ? '' : new URL(audio_url, window.location.origin).href),
    cell: ({ audio_url, VOICEA_MEETING_ID }, tabIndex) =>
      audio_url === null ? (
        <span aria-hidden>–</span>
      ) : (
        <RecordingLink id={VOICEA_MEETING_ID} url={audio_url} tabIndex={tabIndex} />
      ),
  },
]
