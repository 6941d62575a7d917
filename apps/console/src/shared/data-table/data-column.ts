import type { ReactNode } from 'react'

export type CellValue = string | number | null

export interface TableColumn<Row> {
  id: string
  header: string
  value?: (row: Row) => CellValue
  /** What the filter reads and the CSV holds; the value when absent. */
  text?: (row: Row) => string
  /** How it looks; the text when absent. Its controls take the tab index they are given. */
  cell?: (row: Row, tabIndex: number) => ReactNode
  /** Names a button that copies the value, where there is one: "Copy meeting id". */
  copy?: string
  /** Numbers are at the right, in figures of one width. */
  numeric?: boolean
}

/** A column of rows that are all here. */
export interface DataColumn<Row> extends TableColumn<Row> {
  /** Sorted by, and filtered by unless `text` says otherwise. Null sorts last in both directions. */
  value: (row: Row) => CellValue
  /** Its text comes after the row: it is read anew with another version of what is late. */
  isLate?: boolean
}

export function cellText<Row>(column: TableColumn<Row>, row: Row): string {
  return column.text ? column.text(row) : String(column.value?.(row) ?? '')
}
