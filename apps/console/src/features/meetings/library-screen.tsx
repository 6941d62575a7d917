import { plural, routes } from '@livetap/contract'
import { recentMeetings } from '@livetap/contract/calls/meetings'
import { Button } from '@mantine/core'
import { type FocusEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { type TableHandle, VirtualTable } from '../../shared/data-table/virtual-table'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useShortcuts } from '../../shared/keys/use-shortcuts'
import { MeetingActions } from '../../shared/meeting-list/meeting-actions'
import { DeleteMeeting, RenameMeeting } from '../../shared/meeting-list/meeting-dialogs'
import { isUnderWay } from '../../shared/meeting-list/meeting-rows'
import { ListQueries, usePagedQuery } from '../../shared/remote/list-queries'
import { useApi } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import { SideDrawer } from '../../shared/ui/layout/side-drawer'
import { FacetPanel } from './facet-panel'
import { countText } from './facet-text'
import { FilterBar } from './filter-bar'
import classes from './library.module.css'
import {
  isNarrowed,
  libraryQuery,
  nextSort,
  readLibraryAddress,
  viewOf,
  withFacet,
  withValues,
} from './library-address'
import { type LibraryColumn, type LibraryRow, libraryColumns, libraryRow } from './library-columns'
import { SavedViews } from './saved-views'
import { TagsDialog } from './tags-dialog'

/** Every meeting that one may see. */
export function LibraryScreen() {
  useScreenTitle('Meetings')
  return (
    <ListQueries>
      <Library />
    </ListQueries>
  )
}

/** While a meeting of the first page runs or is transcribed. */
const REFRESH_MS = 10_000

interface Asking {
  what: 'rename' | 'delete' | 'tags'
  row: LibraryRow
}

function Library() {
  const api = useApi()
  const [search, setSearch] = useSearchParams()
  const address = readLibraryAddress(search)
  const query = libraryQuery(address)
  const { data, error, isPlaceholderData, isFetching, hasNextPage, fetchNextPage, refetch } = usePagedQuery(
    ['library', query],
    async (cursor, signal) => {
      const { next = null, ...page } = await api.call(
        recentMeetings,
        { query: { ...query, cursor } },
        { signal },
      )
      return { ...page, next }
    },
    pages => pages.length === 1 && pages[0]!.meetings.some(isUnderWay) && REFRESH_MS,
  )
  const rows = useMemo(() => data?.pages.flatMap(({ meetings }) => meetings.map(libraryRow)), [data])
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const done = () => {
    close()
    void refetch()
  }
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const first = data?.pages[0]
  return (
    <ScreenPage
      title="Meetings"
      aside={<span role="status">{first && countOf(first.total ?? rows!.length)}</span>}
      controls={<SavedViews view={viewOf(address)} />}
    >
      <div className={classes.library}>
        <SideDrawer label="Filters">
          <FacetPanel
            facets={first?.facets}
            chosen={address.chosen}
            onChoose={(facet, value, isChosen) => setSearch(withFacet(search, facet, value, isChosen))}
          />
        </SideDrawer>
        <div className={classes.list}>
          <FilterBar search={search} address={address} onSearch={setSearch} />
          {error && (
            <ErrorState
              title="The meetings could not be loaded"
              error={error}
              hint="Check the filters and try again."
              onRetry={() => void (data ? fetchNextPage() : refetch())}
            />
          )}
          {!rows ? (
            !error && <LoadingMessage message="Reading the meetings..." />
          ) : rows.length === 0 ? (
            <Empty isNarrowed={isNarrowed(address)} />
          ) : (
            <Rows
              rows={rows}
              order={field =>
                address.sort === field ? 'asc' : address.sort === `-${field}` ? 'desc' : 'none'
              }
              onSort={field => setSearch(withValues(search, { sort: nextSort(address.sort, field) }))}
              isStale={isPlaceholderData}
              onEnd={loadMore}
              onAsk={setAsking}
            />
          )}
        </div>
      </div>
      {asking?.what === 'tags' && <TagsDialog row={asking.row} onClose={close} onDone={done} />}
      {asking?.what === 'rename' && <RenameMeeting row={asking.row} onClose={close} onDone={done} />}
      {asking?.what === 'delete' && <DeleteMeeting row={asking.row} onClose={close} onDone={done} />}
    </ScreenPage>
  )
}

const countOf = (total: number) => `${countText(total)} ${plural(total, 'meeting')}`

function Empty({ isNarrowed }: { isNarrowed: boolean }) {
  return isNarrowed ? (
    <EmptyState
      title="No meeting matches"
      hint="No meeting that you may see has all of this. Remove a filter."
      action={
        <Button size="xs" variant="default" component={Link} to={routes.library}>
          Remove all filters
        </Button>
      }
    />
  ) : (
    <EmptyState
      title="No meetings yet"
      hint="The ones that you start, upload or are given a share of are listed here."
      action={
        <Button size="xs" variant="default" component={Link} to={routes.launcher}>
          Start one
        </Button>
      }
    />
  )
}

type SortField = NonNullable<LibraryColumn['sort']>

interface RowsProps {
  rows: readonly LibraryRow[]
  order: (field: SortField) => 'asc' | 'desc' | 'none'
  onSort: (field: SortField) => void
  isStale: boolean
  onEnd: () => void
  onAsk: (asking: Asking) => void
}

const rowId = ({ meetingId }: LibraryRow) => meetingId
const rowPath = ({ path }: LibraryRow) => path

function Rows({ rows, order, onSort, isStale, onEnd, onAsk }: RowsProps) {
  const table = useRef<TableHandle>(null)
  const onFocus = useKeptPlace(rows, table)
  useShortcuts([{ keys: ['ArrowUp', 'ArrowDown'], label: 'Go through the meetings (in the table)' }])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens where the focus goes inside of it
    <div className={classes.rows} onFocus={onFocus}>
      <VirtualTable
        noun="meetings"
        columns={libraryColumns}
        rows={rows}
        rowId={rowId}
        rowPath={rowPath}
        rowActions={(row, tabIndex) => (
          <MeetingActions
            row={row}
            tabIndex={tabIndex}
            onPick={undefined}
            onTags={() => onAsk({ what: 'tags', row })}
            onRename={() => onAsk({ what: 'rename', row })}
            onDelete={() => onAsk({ what: 'delete', row })}
          />
        )}
        orderOf={column => (column.sort ? order(column.sort) : null)}
        onSort={column => column.sort && onSort(column.sort)}
        isStale={isStale}
        onEnd={onEnd}
        handle={table}
      />
    </div>
  )
}

/** The meeting that had the focus last, by the entry of the history: Back leads to it again. */
const places = new Map<string, string>()
const MAX_PLACES = 100

function useKeptPlace(rows: readonly LibraryRow[], table: RefObject<TableHandle | null>) {
  const { key } = useLocation()
  const kept = useRef({ rows, key })
  useEffect(() => {
    kept.current = { rows, key }
  }, [rows, key])
  useEffect(() => {
    const { rows, key } = kept.current
    const at = rows.findIndex(({ meetingId }) => meetingId === places.get(key))
    if (at < 0) return
    // Rows are drawn for a jump at once, which nothing may be while it is put into the page.
    const frame = requestAnimationFrame(() => table.current?.goTo(at))
    return () => cancelAnimationFrame(frame)
  }, [table])
  return (event: FocusEvent) => {
    const row = rows[Number(event.target.closest('tr')?.dataset.row ?? Number.NaN)]
    if (!row) return
    places.delete(key)
    places.set(key, row.meetingId)
    if (places.size > MAX_PLACES) places.delete(places.keys().next().value!)
  }
}
