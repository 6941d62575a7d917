import { Button } from '@mantine/core'
import type { DataColumn } from './data-column'
import { saveCsv } from './save-csv'

interface Props<Row> {
  /** Without its ending. */
  fileName: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
}

export function CsvButton<Row>({ fileName, columns, rows }: Props<Row>) {
  return (
    <Button
      size="xs"
      variant="default"
      disabled={rows.length === 0}
      onClick={() => saveCsv(fileName, columns, rows)}
    >
      Download as CSV
    </Button>
  )
}
