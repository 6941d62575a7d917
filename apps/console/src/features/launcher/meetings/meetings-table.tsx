import type { UploadList } from '@livetap/session'
import { Text } from '@mantine/core'
import { useDebouncedValue, useDidUpdate } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { DataColumn } from '../../../shared/data-table/data-column'
import { DataTable } from '../../../shared/data-table/data-table'
import { formatMoment } from '../../../shared/dates/date-range'
import { relativeText } from '../../../shared/dates/relative-text'
import { openedMeetings } from '../../../shared/recent-meetings'
import { ListQueries, useListQuery } from '../../../shared/remote/list-queries'
import { useUser } from '../../../shared/session/session-context'
import { ErrorState } from '../../../shared/ui/feedback/error-state'
import { shortenMiddle } from '../../../shared/ui/lists/shorten-middle'
import { useStore } from '../../../shared/use-store'
import type { LauncherCalls, MeetingSearch } from '../start/launcher-calls'
import { formatLength } from './format-length'
import { isInList, type ListName, readListAddress, withSort } from './list-address'
import { ListHead } from './list-head'
import { MeetingActions } from './meeting-actions'
import { DeleteMeeting, RenameMeeting } from './meeting-dialogs'
import { isUnderWay, type MeetingRow, meetingRows } from './meeting-rows'
import { meetingSearch, ranWithin, withFound } from './meeting-search'
import classes from './meetings.module.css'

type RecentCall = LauncherCalls['recent']

interface Props {
  recent: RecentCall
  uploads: UploadList
  /** Fills the field of a form that asks for a meeting id. */
  onPick: ((meetingId: string) => void) | undefined
}

/** Asked for once nothing was typed for so long. */
const TYPING_MS = 250
/** While a meeting of the list runs or is transcribed. */
const REFRESH_MS = 10_000

/** The chunk that the start screen loads behind its form. */
export function MeetingsTable(props: Props) {
  return (
    <ListQueries>
      <Table {...props} />
    </ListQueries>
  )
}

function Table({ recent, uploads, onPick }: Props) {
  const user = useUser()
  const [address, setAddress] = useSearchParams()
  const { list, sort } = readListAddress(address)
  const own = useMemo(() => new Set([user.userName, ...user.emails]), [user])
  const { data, error, refetch } = useListQuery(
    ['recent-meetings'],
    signal => recent(signal),
    known => known?.meetings.some(isUnderWay) === true && REFRESH_MS,
  )
  const uploaded = useStore(uploads, entries =>
    entries.map(({ meetingId, state }) => `${meetingId} ${state}`).join(),
  )
  useDidUpdate(() => void refetch(), [uploaded])
  const [typed, setTyped] = useState('')
  const [filter] = useDebouncedValue(typed, TYPING_MS)
  const asked = list && listSearches[list]
  const typedSearch = meetingSearch(filter)
  const search = asked || typedSearch ? { ...asked, ...typedSearch } : undefined
  // Of those that are too old for the list.
  const found = useListQuery(['found-meetings', search], async signal =>
    search ? (await recent(signal, search)).meetings : [],
  )
  const rows = useMemo(
    () =>
      data || error
        ? meetingRows(openedMeetings(user.id), withFound(data?.meetings ?? [], found.data ?? [])).filter(
            row => isInList(row, list, own),
          )
        : undefined,
    [user.id, data, error, found.data, list, own],
  )
  const [asking, setAsking] = useState<{ what: 'rename' | 'delete'; row: MeetingRow }>()
  const close = () => setAsking(undefined)
  const done = () => {
    close()
    void refetch()
    void found.refetch()
  }
  if (error && !list && rows?.length === 0)
    return (
      <ErrorState
        title="The meetings could not be loaded"
        error={error}
        hint="The form above works without them."
        onRetry={() => void refetch()}
      />
    )
  if (!rows) return null
  return (
    <div className={classes.rows}>
      <ListHead />
      <DataTable
        noun="meetings"
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowPath={rowPath}
        rowActions={(row, tabIndex) => (
          <MeetingActions
            row={row}
            tabIndex={tabIndex}
            onPick={onPick}
            onRename={renamed => setAsking({ what: 'rename', row: renamed })}
            onDelete={deleted => setAsking({ what: 'delete', row: deleted })}
          />
        )}
        onRow={onPick && (row => onPick(row.meetingId))}
        sort={sort}
        onSort={next => setAddress(held => withSort(held, next))}
        filterHint="Title, host, number, id or time (2026/03/04 10:15)"
        matches={ranWithin}
        onFilter={setTyped}
        fileName="meetings"
        empty={
          list
            ? 'No meeting is among these. Choose the chip again to see all.'
            : 'No meeting yet. The ones you start, open or upload are listed here.'
        }
      />
      {asking?.what === 'rename' && <RenameMeeting row={asking.row} onClose={close} onDone={done} />}
      {asking?.what === 'delete' && <DeleteMeeting row={asking.row} onClose={close} onDone={done} />}
    </div>
  )
}

const rowId = ({ meetingId }: MeetingRow) => meetingId
const rowPath = ({ path }: MeetingRow) => path

/** Of older ones than the newest, what the server is asked for. */
const listSearches: Record<ListName, MeetingSearch | undefined> = {
  live: { state: 'live' },
  transcribing: { state: 'transcribing' },
  failed: { state: 'failed' },
  mine: { host: 'me' },
  opened: undefined,
}

function Moment({ ms }: { ms: number | null }) {
  if (ms === null) return null
  return (
    <time dateTime={new Date(ms).toISOString()} title={`${formatMoment(ms)} UTC`}>
      {relativeText(ms, Date.now())}
    </time>
  )
}

const momentText = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString())

const states = {
  live: 'Live',
  transcribing: 'Transcribing',
  failed: 'Failed',
  ready: 'Ready',
  unknown: '',
} as const

const columns: readonly DataColumn<MeetingRow>[] = [
  {
    id: 'title',
    header: 'Title',
    value: ({ title, meetingId }) => title || meetingId,
    cell: ({ title, meetingId }) => title || <span className="mono">{shortenMiddle(meetingId, 30)}</span>,
  },
  {
    id: 'start',
    header: 'Date',
    value: ({ startMs }) => startMs,
    text: ({ startMs }) => momentText(startMs),
    cell: ({ startMs }) => <Moment ms={startMs} />,
  },
  {
    id: 'length',
    header: 'Length',
    numeric: true,
    value: ({ durationMs }) => durationMs,
    text: ({ durationMs }) => (durationMs === null ? '' : formatLength(durationMs)),
  },
  { id: 'speakers', header: 'Speakers', numeric: true, value: ({ speakers }) => speakers },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => states[state] || null,
    cell: ({ state, progress, stage, reason, path }, tabIndex) => (
      <span className={classes.state} data-state={state}>
        {states[state]}
        {reason && ': '}
        {reason && (
          <Link className={classes.reason} to={path} tabIndex={tabIndex} title={reason}>
            {reason}
          </Link>
        )}
        {state === 'transcribing' && ` ${Math.floor(progress * 100)} %`}
        {stage && (
          <span className={classes.stage} title={stage}>
            {stage}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'opened',
    header: 'Opened',
    value: ({ openedAtMs }) => openedAtMs,
    text: ({ openedAtMs }) => momentText(openedAtMs),
    cell: ({ openedAtMs }) =>
      openedAtMs === null ? (
        <Text span inherit c="dimmed">
          never
        </Text>
      ) : (
        <Moment ms={openedAtMs} />
      ),
  },
  { id: 'number', header: 'Number', value: ({ number }) => number || null, copy: 'meeting number' },
  { id: 'host', header: 'Host', value: ({ host }) => host || null },
  {
    id: 'id',
    header: 'Id',
    value: ({ meetingId }) => meetingId,
    cell: ({ meetingId }) => (
      <span className="mono" title={meetingId}>
        {shortenMiddle(meetingId, 12)}
      </span>
    ),
    copy: 'meeting id',
  },
]
