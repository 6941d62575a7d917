import { expect, test } from 'vitest'
import type { DataColumn } from './data-column'
import { SortKeys } from './sort-rows'

interface Row {
  title: string
  ms: number | null
}

const columns: DataColumn<Row>[] = [
  { id: 'title', header: 'Title', value: ({ title }) => title },
  { id: 'length', header: 'Length', value: ({ ms }) => ms, numeric: true },
]
const rows: Row[] = [
  { title: 'Room 10', ms: 5 },
  { title: 'room 9', ms: null },
  { title: 'Élan', ms: 7 },
  { title: 'ROOM 10', ms: 3 },
]
const keys = new SortKeys(rows, columns)
const order = (id: string, desc: boolean) => keys.sorted([{ id, desc }]).map(row => rows.indexOf(row))

test('texts as people read them, equal ones in the order they came in', () => {
  expect(order('title', false)).toEqual([2, 1, 0, 3])
  expect(order('title', true)).toEqual([0, 3, 1, 2])
})

test('what has no value is last in both directions', () => {
  expect(order('length', false)).toEqual([3, 0, 2, 1])
  expect(order('length', true)).toEqual([2, 0, 3, 1])
})

test('the second column decides between equal rows; an unknown column changes nothing', () => {
  const sorted = keys.sorted([
    { id: 'title', desc: false },
    { id: 'length', desc: false },
  ])
  expect(sorted.map(row => rows.indexOf(row))).toEqual([2, 1, 3, 0])
  expect(order('gone', false)).toEqual([0, 1, 2, 3])
})
