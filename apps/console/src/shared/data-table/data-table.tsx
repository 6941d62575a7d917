import { counted } from '@livetap/contract'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconFileDownload, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useShortcuts } from '../keys/use-shortcuts'
import type { DataColumn } from './data-column'
import classes from './data-table.module.css'
import { saveCsv } from './save-csv'
import type { Sorting } from './sort-rows'
import { useTableModel } from './table-model'
import { type TableHandle, VirtualTable } from './virtual-table'

interface Props<Row> {
  /** What the rows are, as in "12 meetings". */
  noun: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Where a row leads; its first column is the link. */
  rowPath: (row: Row) => string
  /** At first; all the time where `onSort` is given: the order is in the address. */
  sort: Sorting
  onSort?: (sort: Sorting) => void
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
  /** What a click on a row does beside its controls. */
  onRow?: (row: Row) => void
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
    onRow,
    sort,
    onSort,
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
    onSort,
    filter: filterText(firstFilter),
    matches,
    lateVersion,
  })
  const filter = useRef<HTMLInputElement>(null)
  const table = useRef<TableHandle>(null)
  useShortcuts([
    { keys: '/', label: `Filter the ${noun}`, run: () => filter.current?.focus() },
    { keys: ['ArrowUp', 'ArrowDown'], label: `Go through the ${noun} (in the table)` },
  ])
  const orderOf = ({ id }: DataColumn<Row>) => {
    const held = sorting.find(one => one.id === id)
    return held ? (held.desc ? 'desc' : 'asc') : 'none'
  }

  return (
    <div className={classes.root}>
      <div className={classes.bar}>
        <TextInput
          ref={filter}
          size="xs"
          className={classes.filter}
          aria-label={`Filter the ${noun}`}
          placeholder="Filter"
          data-hint={filterHint}
          leftSection={<IconSearch size={14} />}
          defaultValue={firstFilter}
          disabled={rows.length === 0}
          onChange={event => {
            table.current?.activate(0)
            setFilter(filterText(event.currentTarget.value))
            onFilter?.(event.currentTarget.value)
          }}
          onKeyDown={event => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
            event.preventDefault()
            table.current?.goTo(0)
          }}
        />
        <span className={classes.count} role="status">
          {shown.length === rows.length
            ? counted(rows.length, noun.replace(/s$/, ''), noun)
            : `${shown.length} of ${counted(rows.length, noun.replace(/s$/, ''), noun)}`}
        </span>
        <ActionIcon
          data-hint="Download as CSV"
          variant="subtle"
          color="gray"
          aria-label="Download as CSV"
          disabled={shown.length === 0}
          onClick={() => saveCsv(fileName, columns, shown)}
        >
          <IconFileDownload size={16} />
        </ActionIcon>
      </div>
      {rows.length === 0 ? (
        <div className={classes.empty}>{empty}</div>
      ) : (
        <VirtualTable
          {...{ noun, columns, rowId, rowPath, rowActions, onRow, orderOf }}
          rows={shown}
          onSort={sortBy}
          handle={table}
        >
          {shown.length === 0 && (
            <p className={classes.empty}>None of the {noun} matches the filter. Try fewer letters.</p>
          )}
        </VirtualTable>
      )}
    </div>
  )
}

const filterText = (typed: string) => typed.trim().toLowerCase()
