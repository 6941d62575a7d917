import { Checkbox, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react'
import { useStore } from '../use-store'
import { useVirtualRows } from '../virtual-rows/use-virtual-rows'
import type { TableColumn } from './data-column'
import { DataRow, type RowParts } from './data-row'
import classes from './data-table.module.css'

const ROW_PX = 33
/** Rows below the last drawn one from which on the next page is asked for. */
const LEAD_ROWS = 20

export interface TableHandle {
  /** The row that Tab stops at. */
  activate(row: number): void
  /** Brings a row into view and gives its link the focus. */
  goTo(row: number): void
}

export interface AllChecks {
  isAll: boolean
  isSome: boolean
  onCheckAll: (checked: boolean) => void
}

interface Props<Row, Column extends TableColumn<Row>> extends RowParts<Row> {
  noun: string
  columns: readonly Column[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** How the rows are sorted by a column; null: they cannot be. */
  orderOf: (column: Column) => 'asc' | 'desc' | 'none' | null
  onSort: (column: Column) => void
  allChecks?: AllChecks
  isStale?: boolean
  /** The end of the rows comes into view. */
  onEnd?: () => void
  handle?: RefObject<TableHandle | null>
  /** Below the rows. */
  children?: ReactNode
}

/** A table of which only the rows near the view exist, gone through by keyboard. */
export function VirtualTable<Row, Column extends TableColumn<Row>>(props: Props<Row, Column>) {
  const { noun, columns, rows, rowId, orderOf, onSort, allChecks, isStale, onEnd, handle, children } = props
  const { rowPath, rowActions, onRow, check } = props
  const { virtual, view, block } = useVirtualRows<HTMLDivElement, HTMLTableSectionElement>()
  const { first, last, top, total } = useStore(virtual)
  const [active, setActive] = useState(0)
  useLayoutEffect(() => virtual.reset(rows.length, () => ROW_PX), [virtual, rows.length])
  useEffect(() => {
    if (last + LEAD_ROWS >= rows.length) onEnd?.()
  }, [last, rows.length, onEnd])
  const end = rows.length - 1
  const current = Math.min(active, end)
  const goTo = (row: number) => {
    if (end < 0) return
    const at = Math.max(0, Math.min(end, row))
    setActive(at)
    virtual.jumpTo(at, 'nearest')
    view.current?.querySelector<HTMLElement>(`[data-row="${at}"] a`)?.focus()
  }
  useImperativeHandle(handle, () => ({ activate: setActive, goTo }))
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: end }[event.key]
    if (target === undefined) return
    event.preventDefault()
    goTo(target)
  }
  const seen = rows.slice(first, last)
  return (
    <div className={classes.scroll} ref={view} aria-busy={isStale}>
      <table
        className={classes.table}
        data-checks={allChecks && ''}
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            {allChecks && (
              <th scope="col">
                <Checkbox
                  size="xs"
                  className={classes.check}
                  aria-label={`Check all ${noun}`}
                  checked={allChecks.isAll}
                  indeterminate={!allChecks.isAll && allChecks.isSome}
                  onChange={event => allChecks.onCheckAll(event.currentTarget.checked)}
                />
              </th>
            )}
            {columns.map(column => (
              <HeaderCell key={column.id} {...column} order={orderOf(column)} onSort={() => onSort(column)} />
            ))}
            {rowActions && (
              <th scope="col" className={classes.actions}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <Spacer height={top} />
        <tbody ref={block}>
          {seen.map((row, place) => (
            <DataRow
              key={rowId(row)}
              at={first + place}
              columns={columns}
              row={row}
              isChecked={check?.isChecked(row)}
              active={first + place === current}
              onFocus={setActive}
              {...{ rowPath, rowActions, onRow, check }}
            />
          ))}
        </tbody>
        <Spacer height={Math.max(0, total - top - seen.length * ROW_PX)} />
      </table>
      {children}
    </div>
  )
}

interface HeaderProps {
  id: string
  header: string
  numeric?: boolean
  order: 'asc' | 'desc' | 'none' | null
  onSort: () => void
}

function HeaderCell({ id, header, numeric, order, onSort }: HeaderProps) {
  if (order === null)
    return (
      <th scope="col" data-column={id} data-numeric={numeric} className={classes.unsorted}>
        {header}
      </th>
    )
  return (
    <th
      scope="col"
      data-column={id}
      data-numeric={numeric}
      aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none'}
    >
      <button type="button" onClick={onSort}>
        {header}
        {order === 'desc' && <IconArrowDown size={12} aria-hidden />}
        {order === 'asc' && <IconArrowUp size={12} aria-hidden />}
      </button>
    </th>
  )
}

/** The rows that are not drawn. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? (
    <tbody aria-hidden>
      <tr style={{ height }} />
    </tbody>
  ) : null
}
