import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'

export interface DataColumn {
  key: string
  label: ReactNode
  /** Numbers stand at the right, in figures that line up. */
  align?: 'left' | 'right'
  width?: number | string
}

interface Props {
  /** What the table shows, for assistive technology. */
  label: string
  columns: readonly DataColumn[]
  /** `Table.Tr` rows, one cell a column. */
  children: ReactNode
  minWidth?: number
}

/** A table that scrolls inside itself, with a sticky header and a fixed first column. */
export function DataTable({ label, columns, children, minWidth = 720 }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <Table className={classes.table} style={{ minWidth }} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, label: heading, align, width }) => (
              <Table.Th key={key} ta={align ?? 'left'} w={width} scope="col">
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="tabular">{children}</Table.Tbody>
      </Table>
    </section>
  )
}
