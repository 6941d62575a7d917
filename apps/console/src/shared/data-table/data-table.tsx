import { ActionIcon, TextInput, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconFileDownload, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useShortcuts } from '../keys/use-shortcuts'
import { useStore } from '../use-store'
import { VirtualRows } from '../virtual-rows/virtual-rows'
import type { DataColumn } from './data-column'
import { DataRow } from './data-row'
import classes from './data-table.module.css'
import { saveCsv } from './save-csv'
import type { Sorting } from './sort-rows'
import { Spacer } from './spacer'
import { useTableModel } from './table-model'

const ROW_PX = 33

interface Props<Row> {
  /** What the rows are, as in "12 meetings". */
  noun: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Where a row leads; its first column is the link. */
  rowPath: (row: Row) => string
  sort: Sorting
  /** Changes when late columns read differently: they are sorted and filtered anew. */
  lateVersion?: number
  /** What the filter holds at first, and who wants to know of every change: filters live in the address. */
  filter?: string
  onFilter?: (text: string) => void
  /** What can be written there. */
  filterHint?: string
  /** Whether the filter means the row in a way of its own; undefined: its texts decide. */
  matches?: (row: Row, filter: string) => boolean | undefined
  /** What else can be done with a row; its controls take the tab index they are given. */
  rowActions?: (row: Row, tabIndex: number) => ReactNode
  /** Without its ending. */
  fileName: string
  /** Why there is no row at all, and what to do. */
  empty: ReactNode
}

/** A list to read, sort, filter, open and take along. Columns, rows and functions must be stable. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const {
    noun,
    columns,
    rows,
    rowId,
    rowPath,
    rowActions,
    sort,
    fileName,
    empty,
    onFilter,
    filterHint,
    matches,
    lateVersion,
  } = props
  const [firstFilter] = useState(props.filter ?? '')
  const { shown, sorting, sortBy, setFilter } = useTableModel({
    columns,
    rows,
    sort,
    filter: filterText(firstFilter),
    matches,
    lateVersion,
  })
  const filter = useRef<HTMLInputElement>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const body = useRef<HTMLTableSectionElement>(null)
  const [virtual] = useState(() => new VirtualRows())
  const { first, last, top, total } = useStore(virtual)
  const hasRows = rows.length > 0
  useLayoutEffect(() => {
    if (hasRows && scroll.current && body.current) return virtual.attach(scroll.current, body.current)
  }, [virtual, hasRows])
  useLayoutEffect(() => virtual.reset(shown.length, () => ROW_PX), [virtual, shown])
  const current = Math.min(active, shown.length - 1)

  useShortcuts([
    { keys: '/', label: `Filter the ${noun}`, run: () => filter.current?.focus() },
    { keys: ['ArrowUp', 'ArrowDown'], label: `Go through the ${noun} (in the table)` },
  ])

  const goTo = (at: number) => {
    if (at < 0 || at >= shown.length) return
    setActive(at)
    virtual.jumpTo(at, 'nearest')
    scroll.current?.querySelector<HTMLElement>(`[data-row="${at}"] a`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1
    const target = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: last }[event.key]
    if (target === undefined) return
    event.preventDefault()
    goTo(Math.max(0, Math.min(last, target)))
  }
  const seen = shown.slice(first, last)
  const below = Math.max(0, total - top - seen.length * ROW_PX)

  return (
    <div className={classes.root}>
      <div className={classes.bar}>
        <TextInput
          ref={filter}
          size="xs"
          className={classes.filter}
          aria-label={`Filter the ${noun}`}
          placeholder="Filter"
          title={filterHint}
          leftSection={<IconSearch size={14} />}
          defaultValue={firstFilter}
          disabled={rows.length === 0}
          onChange={event => {
            setActive(0)
            setFilter(filterText(event.currentTarget.value))
            onFilter?.(event.currentTarget.value)
          }}
          onKeyDown={event => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
            event.preventDefault()
            goTo(0)
          }}
        />
        <span className={classes.count} role="status">
          {shown.length === rows.length ? shown.length : `${shown.length} of ${rows.length}`} {noun}
        </span>
        <Tooltip label="Download as CSV">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Download as CSV"
            disabled={shown.length === 0}
            onClick={() => saveCsv(fileName, columns, shown)}
          >
            <IconFileDownload size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      {!hasRows ? (
        <div className={classes.empty}>{empty}</div>
      ) : (
        <div className={classes.scroll} ref={scroll}>
          <table className={classes.table} aria-rowcount={shown.length + 1} onKeyDown={onKeyDown}>
            <thead>
              <tr aria-rowindex={1}>
                {columns.map(column => {
                  const desc = sorting.find(({ id }) => id === column.id)?.desc
                  return (
                    <th
                      key={column.id}
                      scope="col"
                      aria-sort={desc === undefined ? 'none' : desc ? 'descending' : 'ascending'}
                      data-numeric={column.numeric}
                    >
                      <button type="button" onClick={() => sortBy(column)}>
                        {column.header}
                        {desc === true && <IconArrowDown size={12} aria-hidden />}
                        {desc === false && <IconArrowUp size={12} aria-hidden />}
                      </button>
                    </th>
                  )
                })}
                {rowActions && (
                  <th scope="col" className={classes.actions}>
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </th>
                )}
              </tr>
            </thead>
            <Spacer height={top} />
            <tbody ref={body}>
              {seen.map((row, place) => (
                <DataRow
                  key={rowId(row)}
                  at={first + place}
                  columns={columns}
                  row={row}
                  path={rowPath(row)}
                  active={first + place === current}
                  onFocus={setActive}
                  actions={rowActions}
                />
              ))}
            </tbody>
            <Spacer height={below} />
          </table>
          {shown.length === 0 && (
            <p className={classes.empty}>None of the {noun} matches the filter. Try fewer letters.</p>
          )}
        </div>
      )}
    </div>
  )
}

const filterText = (typed: string) => typed.trim().toLowerCase()
