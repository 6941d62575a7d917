import { useCallback, useEffect, useMemo, useState } from 'react'
import { whenIdle } from '../when-idle'
import { cellText, type DataColumn } from './data-column'
import { type Sorting, SortKeys } from './sort-rows'

/** A few milliseconds of work. */
const WARMED_AT_ONCE = 500

interface TableOptions<Row> {
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  /** At first; all the time where `onSort` is given. */
  sort: Sorting
  onSort?: (sort: Sorting) => void
  filter: string
  matches?: (row: Row, filter: string) => boolean | undefined
  /** Changes when late columns read differently. */
  lateVersion?: number
}

/**
 * The rows of a table as they are sorted and filtered. All rows are sorted once for a column, and a filter goes through
 * them in that order: typing sorts nothing.
 */
export function useTableModel<Row extends object>(options: TableOptions<Row>) {
  const { columns, rows, matches, onSort, lateVersion = 0 } = options
  const [held, setHeld] = useState(options.sort)
  const sorting = onSort ? options.sort : held
  const [filter, setFilter] = useState(options.filter)
  const isSortedLate = sorting.some(({ id }) => columns.some(column => column.isLate && column.id === id))
  const sortVersion = isSortedLate ? lateVersion : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: late columns are sorted by what they read now
  const keys = useMemo(() => new SortKeys(rows, columns), [rows, columns, sortVersion])
  const sorted = useMemo(() => keys.sorted(sorting), [keys, sorting])
  const ownText = useMemo(() => {
    const read = textIn(columns.filter(({ isLate }) => !isLate))
    return remembered(new WeakMap<Row, string>(), read)
  }, [columns])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row reads differently with another version of what is late
  const wholeText = useMemo(() => {
    const lateText = textIn(columns.filter(({ isLate }) => isLate))
    return remembered(new Map<Row, string>(), row => joined(ownText(row), lateText(row)))
  }, [ownText, columns, rows, lateVersion])
  useEffect(() => warmUp(rows, wholeText), [rows, wholeText])
  const shown = useMemo(
    () =>
      filter === ''
        ? sorted
        : sorted.filter(row => matches?.(row, filter) ?? wholeText(row).includes(filter)),
    [sorted, filter, matches, wholeText],
  )
  const sortBy = useCallback(
    ({ id, numeric = false }: DataColumn<Row>) => {
      const [first] = sorting
      const next = [{ id, desc: first?.id === id ? !first.desc : numeric }]
      if (onSort) onSort(next)
      else setHeld(next)
    },
    [sorting, onSort],
  )
  return { shown, sorting, sortBy, setFilter }
}

/** What a row says in these columns, in lower case. */
const textIn =
  <Row>(columns: readonly DataColumn<Row>[]) =>
  (row: Row): string =>
    columns
      .map(column => cellText(column, row))
      .filter(text => text !== '')
      .join('\n')
      .toLowerCase()

const joined = (own: string, late: string): string => (late === '' ? own : `${own}\n${late}`)

/** Reads each row once. */
function remembered<Row extends object>(
  texts: Map<Row, string> | WeakMap<Row, string>,
  read: (row: Row) => string,
): (row: Row) => string {
  return row => {
    const known = texts.get(row)
    if (known !== undefined) return known
    const text = read(row)
    texts.set(row, text)
    return text
  }
}

/** Reads the rows while no one waits for it, so that the first letter of a filter need not. */
function warmUp<Row>(rows: readonly Row[], read: (row: Row) => unknown): () => void {
  let callOff = () => {}
  const from = (start: number) => {
    if (start >= rows.length) return
    callOff = whenIdle(() => {
      for (const row of rows.slice(start, start + WARMED_AT_ONCE)) read(row)
      from(start + WARMED_AT_ONCE)
    })
  }
  from(0)
  return () => callOff()
}
