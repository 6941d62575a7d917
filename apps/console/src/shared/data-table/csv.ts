import { cellText, type DataColumn } from './data-column'

/** As RFC 4180 says, with a byte order mark: spreadsheets take the file for UTF-8 only with it. */
export function toCsv<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ header }) => quoted(header)),
    ...rows.map(row => columns.map(column => quoted(inert(cellText(column, row))))),
  ]
  return `\uFEFF${lines.map(line => `${line.join(',')}\r\n`).join('')}`
}

/** A spreadsheet would run a title that looks like a formula. */
const inert = (text: string) => (/^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text)

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
