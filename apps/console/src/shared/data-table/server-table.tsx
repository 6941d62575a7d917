import type { ReactNode } from 'react'
import { useShortcuts } from '../keys/use-shortcuts'
import type { TableColumn } from './data-column'
import { VirtualTable } from './virtual-table'

export interface ServerColumn<Row, Field extends string> extends TableColumn<Row> {
  /** What the server is asked to sort by; absent: it cannot be. */
  sort?: Field
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
  useShortcuts([{ keys: ['ArrowUp', 'ArrowDown'], label: `Go through the ${noun} (in the table)` }])
  const orderOf = ({ sort: field }: ServerColumn<Row, Field>) =>
    field === undefined ? null : field === sort.field ? sort.order : 'none'
  return (
    <VirtualTable
      {...{ noun, columns, rows, rowId, rowPath, rowActions, isStale, onEnd, orderOf }}
      onSort={column =>
        column.sort && onSort({ field: column.sort, order: orderOf(column) === 'asc' ? 'desc' : 'asc' })
      }
      allChecks={{ isAll: isAllChecked, isSome: checked.size > 0, onCheckAll }}
      check={{
        rowName,
        isChecked: row => checked.has(rowId(row)),
        onCheck: (row, isChecked) => onCheck([rowId(row)], isChecked),
      }}
    />
  )
}
