import { expect, test } from 'vitest'
import { highlightedLines } from './highlighted-lines'

const line = (startMs: number, endMs: number, ...csis: number[]) => ({ startMs, endMs, csis })

test('a highlight marks the lines that are said within it, however long an earlier one lasts', () => {
  const lines = [line(0, 9000, 1), line(1000, 2000, 2), line(3000, 4000, 2), line(5000, 6000, 3)]
  expect(highlightedLines(lines, [line(3000, 5000), line(5500, 5500), line(9000, 9500)])).toEqual([
    [0, 2],
    [0, 3],
    [],
  ])
  expect(highlightedLines([], [line(0, 1)])).toEqual([[]])
  expect(highlightedLines(lines, [])).toEqual([])
})

test('of lines at the same time those of its own sources are marked, and all where none is', () => {
  const lines = [line(0, 1000, 1), line(0, 1000, 2), line(500, 1500, 2, 3)]
  expect(highlightedLines(lines, [line(0, 1000, 2), line(0, 1000, 3), line(0, 1000, 9)])).toEqual([
    [1, 2],
    [2],
    [0, 1, 2],
  ])
})
