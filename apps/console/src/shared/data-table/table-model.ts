import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { cellText, type DataColumn } from './data-column'

export type { SortingState }

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
})

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Sorting and filtering of our columns by TanStack Table. */
export function useTableModel<Row extends object>(
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
  rowId: (row: Row) => string,
  sort: SortingState,
) {
  const definitions = useMemo(
    () =>
      columns.map(column => ({
        id: column.id,
        // An undefined value sorts last in both directions.
        accessorFn: (row: Row) => column.value(row) ?? undefined,
        sortUndefined: 'last' as const,
        sortDescFirst: column.numeric ?? false,
        sortFn: (a: { original: Row }, b: { original: Row }) => compare(column, a.original, b.original),
      })),
    [columns],
  )
  const options = useMemo(
    () => ({
      features,
      enableSortingRemoval: false,
      getColumnCanGlobalFilter: () => true,
      // Asked once for each column: one that holds the text is enough.
      globalFilterFn: (row: { original: Row }, columnId: string, wanted: string) => {
        const column = columns.find(({ id }) => id === columnId)
        return column !== undefined && cellText(column, row.original).toLowerCase().includes(wanted)
      },
      getRowId: rowId,
      initialState: { sorting: sort, globalFilter: '' },
    }),
    [columns, rowId, sort],
  )
  return useTable({ ...options, columns: definitions, data: rows as Row[] })
}

function compare<Row>(column: DataColumn<Row>, a: Row, b: Row): number {
  const [left, right] = [column.value(a), column.value(b)]
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return collator.compare(String(left), String(right))
}
