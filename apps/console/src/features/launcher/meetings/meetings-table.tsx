import type { RecentMeeting } from '@livetap/contract'
import type { UploadList } from '@livetap/session'
import { Text } from '@mantine/core'
import { useDebouncedValue, useDidUpdate } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import type { DataColumn } from '../../../shared/data-table/data-column'
import { DataTable } from '../../../shared/data-table/data-table'
import { formatLength } from '../../../shared/meeting-list/format-length'
import { MeetingActions } from '../../../shared/meeting-list/meeting-actions'
import { DeleteMeeting, RenameMeeting } from '../../../shared/meeting-list/meeting-dialogs'
import { isUnderWay, type MeetingRow, meetingRows } from '../../../shared/meeting-list/meeting-rows'
import { MeetingName, StateCell, stateNames } from '../../../shared/meeting-list/row-cells'
import { openedMeetings } from '../../../shared/recent-meetings'
import { ListQueries, useListQuery } from '../../../shared/remote/list-queries'
import { useApi, useUser } from '../../../shared/session/session-context'
import { RelativeTime } from '../../../shared/time/relative-time'
import { ErrorState } from '../../../shared/ui/feedback/error-state'
import { shortenMiddle } from '../../../shared/ui/lists/shorten-middle'
import { useStore } from '../../../shared/use-store'
import { isInList, type ListName, readListAddress, withFilter, withSort } from './list-address'
import { ListHead } from './list-head'
import { meetingSearch, ranWithin, withFound } from './meeting-search'
import classes from './meetings.module.css'
import { type MeetingSearch, recentCall } from './recent-call'

interface Props {
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

function Table({ uploads, onPick }: Props) {
  const api = useApi()
  const recent = useMemo(() => recentCall(api), [api])
  const user = useUser()
  const [address, setAddress] = useSearchParams()
  const { list, sort, filter: addressed } = readListAddress(address)
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
  const { filter, shown, setTyped } = useAddressedFilter(addressed, text =>
    setAddress(held => withFilter(held, text), { replace: true }),
  )
  const asked = list && listSearches[list]
  const typedSearch = meetingSearch(filter)
  const search = asked || typedSearch ? { ...asked, ...typedSearch } : undefined
  // Of those that are too old for the list.
  const found = useListQuery(['found-meetings', search], async signal =>
    search ? (await recent(signal, search)).meetings : [],
  )
  const newest = (list !== 'shared' && data?.meetings) || noMeetings
  const rows = useMemo(
    () =>
      data || error
        ? meetingRows(openedMeetings(user.id), withFound(newest, found.data ?? [])).filter(row =>
            isInList(row, list, own),
          )
        : undefined,
    [user.id, data, error, newest, found.data, list, own],
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
        key={shown.number}
        filter={shown.text}
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

/** The filter as it was typed last, which the address follows, and which follows an address that comes from elsewhere. */
function useAddressedFilter(addressed: string, write: (text: string) => void) {
  const [typed, setTyped] = useState(addressed)
  const [filter] = useDebouncedValue(typed.trim(), TYPING_MS)
  const [known, setKnown] = useState(addressed)
  const [shown, setShown] = useState({ text: addressed, number: 0 })
  if (addressed !== known) {
    setKnown(addressed)
    if (addressed !== filter) {
      setTyped(addressed)
      setShown({ text: addressed, number: shown.number + 1 })
    }
  }
  const { state } = useNavigation()
  // An address that is written while another screen loads would call that off.
  useDidUpdate(() => {
    if (state === 'idle') write(filter)
  }, [filter])
  return { filter, shown, setTyped }
}

const noMeetings: readonly RecentMeeting[] = []
const rowId = ({ meetingId }: MeetingRow) => meetingId
const rowPath = ({ path }: MeetingRow) => path

/** Of older ones than the newest, what the server is asked for. */
const listSearches: Record<ListName, MeetingSearch | undefined> = {
  live: { state: 'live' },
  transcribing: { state: 'transcribing' },
  failed: { state: 'failed' },
  mine: { host: 'me' },
  shared: { host: 'shared' },
  opened: undefined,
}

const momentText = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString())

const columns: readonly DataColumn<MeetingRow>[] = [
  {
    id: 'title',
    header: 'Title',
    value: ({ title, meetingId }) => title || meetingId,
    cell: row => <MeetingName row={row} />,
  },
  {
    id: 'start',
    header: 'Date',
    value: ({ startMs }) => startMs,
    text: ({ startMs }) => momentText(startMs),
    cell: ({ startMs }) => startMs !== null && <RelativeTime at={startMs} />,
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
    value: ({ state }) => stateNames[state] || null,
    cell: (row, tabIndex) => <StateCell row={row} tabIndex={tabIndex} />,
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
        <RelativeTime at={openedAtMs} />
      ),
  },
  { id: 'number', header: 'Number', value: ({ number }) => number || null, copy: 'meeting number' },
  { id: 'host', header: 'Host', value: ({ host }) => host || null },
  {
    id: 'id',
    header: 'Id',
    value: ({ meetingId }) => meetingId,
    cell: ({ meetingId }) => (
      <span className="mono" data-hint={meetingId}>
        {shortenMiddle(meetingId, 12)}
      </span>
    ),
    copy: 'meeting id',
  },
]
