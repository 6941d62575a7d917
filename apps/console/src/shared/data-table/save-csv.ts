import { saveFile, textFile } from '../save-file'
import { toCsv } from './csv'
import type { DataColumn } from './data-column'

/** `fileName` without its ending. */
export function saveCsv<Row>(
  fileName: string,
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
): void {
  saveFile(`${fileName}.csv`, textFile(toCsv(columns, rows), 'text/csv'))
}
