import { Anchor, Checkbox, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useShortcuts } from '../keys/use-shortcuts'
import { useStore } from '../use-store'
import { VirtualRows } from '../virtual-rows/virtual-rows'
import classes from './data-table.module.css'
import { Spacer } from './spacer'

const ROW_PX = 33
/** Rows below the last drawn one from which on the next page is asked for. */
const LEAD_ROWS = 20

export interface ServerColumn<Row, Field extends string> {
  id: string
  header: string
  /** What the server is asked to sort by; absent: it cannot be. */
  sort?: Field
  cell: (row: Row) => ReactNode
  /** Numbers are at the right, in figures of one width. */
  numeric?: boolean
}

export interface ServerSort<Field extends string> {
  field: Field
  order: 'asc' | 'desc'
}

interface Props<Row, Field extends string> {
  /** What the rows are, as in "12 projects". */
  noun: string
  columns: readonly ServerColumn<Row, Field>[]
  /** Those that came so far. */
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** How a row is called where it has a control: "Check {name}". */
  rowName: (row: Row) => string
  /** Where a row leads; its first column is the link. */
  rowPath: (row: Row) => string
  rowActions: (row: Row, tabIndex: number) => ReactNode
  sort: ServerSort<Field>
  onSort: (sort: ServerSort<Field>) => void
  checked: ReadonlySet<string>
  onCheck: (ids: readonly string[], checked: boolean) => void
  /** Every row that the server has for this list is checked, those that have not come yet included. */
  isAllChecked: boolean
  onCheckAll: (checked: boolean) => void
  /** What is shown is about to be replaced. */
  isStale: boolean
  /** The end of the rows comes into view. */
  onEnd: () => void
}

/** A list that its server sorts and hands out in pages, with rows to check. */
export function ServerTable<Row, Field extends string>(props: Props<Row, Field>) {
  const { noun, columns, rows, rowId, rowName, rowPath, rowActions, sort, onSort, checked, onCheck } = props
  const { isAllChecked, onCheckAll, isStale, onEnd } = props
  const scroll = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState(0)
  const [virtual] = useState(() => new VirtualRows())
  const { first, last, top, total } = useStore(virtual)
  useLayoutEffect(() => {
    if (scroll.current && body.current) return virtual.attach(scroll.current, body.current)
  }, [virtual])
  useLayoutEffect(() => virtual.reset(rows.length, () => ROW_PX), [virtual, rows.length])
  useEffect(() => {
    if (last + LEAD_ROWS >= rows.length) onEnd()
  }, [last, rows.length, onEnd])
  const current = Math.min(active, rows.length - 1)
  useShortcuts([{ keys: ['ArrowUp', 'ArrowDown'], label: `Go through the ${noun} (in the table)` }])

  const onKeyDown = (event: KeyboardEvent) => {
    const end = rows.length - 1
    const target = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: end }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const at = Math.max(0, Math.min(end, target))
    setActive(at)
    virtual.jumpTo(at, 'nearest')
    scroll.current?.querySelector<HTMLElement>(`[data-row="${at}"] a`)?.focus()
  }
  const seen = rows.slice(first, last)
  const below = Math.max(0, total - top - seen.length * ROW_PX)
  const isChecked = (row: Row) => checked.has(rowId(row))
  return (
    <div className={classes.scroll} ref={scroll} aria-busy={isStale}>
      <table className={classes.table} data-checks aria-rowcount={rows.length + 1} onKeyDown={onKeyDown}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">
              <Checkbox
                size="xs"
                className={classes.check}
                aria-label={`Check all ${noun}`}
                checked={isAllChecked}
                indeterminate={!isAllChecked && checked.size > 0}
                onChange={event => onCheckAll(event.currentTarget.checked)}
              />
            </th>
            {columns.map(column => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            <th scope="col" className={classes.actions}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <Spacer height={top} />
        <tbody ref={body}>
          {seen.map((row, place) => {
            const at = first + place
            const tabIndex = at === current ? 0 : -1
            return (
              <tr key={rowId(row)} data-row={at} aria-rowindex={at + 2} onFocus={() => setActive(at)}>
                <td>
                  <Checkbox
                    size="xs"
                    className={classes.check}
                    tabIndex={tabIndex}
                    aria-label={`Check ${rowName(row)}`}
                    checked={isChecked(row)}
                    onChange={event => onCheck([rowId(row)], event.currentTarget.checked)}
                  />
                </td>
                {columns.map(({ id, cell, numeric }, column) => (
                  <td key={id} data-column={id} data-numeric={numeric}>
                    {column === 0 ? (
                      <Anchor component={Link} to={rowPath(row)} tabIndex={tabIndex} className={classes.link}>
                        {cell(row)}
                      </Anchor>
                    ) : (
                      cell(row)
                    )}
                  </td>
                ))}
                <td className={classes.actions}>{rowActions(row, tabIndex)}</td>
              </tr>
            )
          })}
        </tbody>
        <Spacer height={below} />
      </table>
    </div>
  )
}

interface HeaderProps<Row, Field extends string> {
  column: ServerColumn<Row, Field>
  sort: ServerSort<Field>
  onSort: (sort: ServerSort<Field>) => void
}

function HeaderCell<Row, Field extends string>({ column, sort, onSort }: HeaderProps<Row, Field>) {
  const { header, sort: field, numeric } = column
  if (field === undefined)
    return (
      <th scope="col" data-numeric={numeric} className={classes.unsorted}>
        {header}
      </th>
    )
  const order = sort.field === field ? sort.order : undefined
  return (
    <th
      scope="col"
      data-numeric={numeric}
      aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none'}
    >
      <button type="button" onClick={() => onSort({ field, order: order === 'asc' ? 'desc' : 'asc' })}>
        {header}
        {order === 'desc' && <IconArrowDown size={12} aria-hidden />}
        {order === 'asc' && <IconArrowUp size={12} aria-hidden />}
      </button>
    </th>
  )
}
