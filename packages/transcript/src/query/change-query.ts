import { searchPieces } from './search-query'

const written = (value: string) =>
  /[\s"“”„]/u.test(value) ? `"${value.replace(/["“”„]/gu, ' ').trim()}"` : value
const tidy = (line: string) => line.replace(/\s+/gu, ' ').trim()

/** Whether the line holds this filter with this value. */
export const hasFilter = (line: string, filter: string, value: string): boolean =>
  piecesOf(line, filter, value).length > 0

/** The line with this filter, or without it where it had it. */
export function toggleFilter(line: string, filter: string, value: string): string {
  const present = piecesOf(line, filter, value)
  if (present.length === 0) return tidy(`${line} ${filter}:${written(value)}`)
  let rest = line
  for (const { from, to } of present.reverse()) rest = rest.slice(0, from) + rest.slice(to)
  return tidy(rest)
}

const piecesOf = (line: string, filter: string, value: string) =>
  [...searchPieces(line)].filter(
    piece => !piece.isWithout && piece.filter === filter && piece.value.toLowerCase() === value.toLowerCase(),
  )

/** `2026-03` is from its first day up to the next month's. */
export function toggleMonth(line: string, month: string): string {
  const next = nextMonth(month)
  if (hasMonth(line, month)) return toggleFilter(toggleFilter(line, 'after', month), 'before', next)
  let rest = line
  for (const { from, to, filter } of [...searchPieces(line)].reverse())
    if (filter === 'after' || filter === 'before') rest = rest.slice(0, from) + rest.slice(to)
  return tidy(`${rest} after:${month} before:${next}`)
}

export const hasMonth = (line: string, month: string): boolean =>
  hasFilter(line, 'after', month) && hasFilter(line, 'before', nextMonth(month))

function nextMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
