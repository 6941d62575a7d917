import { expect, test } from 'vitest'
import { toCsv } from './csv'
import type { DataColumn } from './data-column'

interface Row {
  title: string
  ms: number | null
}

const columns: DataColumn<Row>[] = [
  { id: 'title', header: 'Title', value: ({ title }) => title },
  {
    id: 'length',
    header: 'Length, s',
    value: ({ ms }) => ms,
    text: ({ ms }) => (ms === null ? '' : `${ms / 1000}`),
  },
]

test('values are written as they read, quoted where a comma, a quote or a line break is in them', () => {
  const rows = [
    { title: 'Plan "B", again', ms: 1500 },
    { title: 'two\nlines', ms: null },
  ]
  expect(toCsv(columns, rows)).toBe('\uFEFFTitle,"Length, s"\r\n"Plan ""B"", again",1.5\r\n"two\nlines",\r\n')
})

test('a title that looks like a formula stays text, a negative number stays a number', () => {
  const rows = [{ title: '=HYPERLINK("x")', ms: -2000 }]
  expect(toCsv(columns, rows)).toBe('\uFEFFTitle,"Length, s"\r\n"\'=HYPERLINK(""x"")",-2\r\n')
})
