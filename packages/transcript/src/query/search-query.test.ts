import { expect, test } from 'vitest'
import { hasFilter, hasMonth, toggleFilter, toggleMonth } from './change-query'
import { parseSearchQuery, type SearchQuery } from './search-query'

function read(line: string): SearchQuery {
  const query = parseSearchQuery(line)
  if ('problem' in query) throw new Error(query.problem)
  return query
}
const wordsOf = (line: string) =>
  read(line).terms.map(({ text, isPhrase }) => (isPhrase ? `"${text}"` : text))
const problemOf = (line: string) => {
  const query = parseSearchQuery(line)
  return 'problem' in query ? query.problem : undefined
}

test('words, phrases and what must not be there', () => {
  const query = read('budget "next quarter" -draft -"of course"')
  expect(query.terms).toEqual([
    { text: 'budget', isPhrase: false },
    { text: 'next quarter', isPhrase: true },
  ])
  expect(query.without).toEqual([
    { text: 'draft', isPhrase: false },
    { text: 'of course', isPhrase: true },
  ])
})

test('each filter, several of one, and without one', () => {
  const query = read(
    'plan speaker:Ann speaker:"Bob Lee" -speaker:carl HOST:ann@example.com tag:customer site:north lang:de-DE in:Highlights',
  )
  expect(query.filters).toEqual({
    speaker: ['Ann', 'Bob Lee'],
    host: ['ann@example.com'],
    tag: ['customer'],
    site: ['north'],
    lang: ['de-DE'],
  })
  expect(query.withoutFilters.speaker).toEqual(['carl'])
  expect(query.in).toEqual(['highlights'])
  expect(wordsOf('plan speaker:Ann')).toEqual(['plan'])
})

test('days, months and years are the first day of them', () => {
  expect(read('x before:2026-03-04 after:2025')).toMatchObject({ before: '2026-03-04', after: '2025-01-01' })
  expect(read('x after:2026-11').after).toBe('2026-11-01')
  for (const odd of ['before:yesterday', 'after:2026-02-30', 'after:2026-13', '-after:2026'])
    expect(problemOf(`x ${odd}`)).toMatch(/needs a day, a month or a year/)
})

test('a quote that is not closed reaches to the end, and quotes of other keyboards are quotes', () => {
  expect(wordsOf('say "hello there')).toEqual(['say', '"hello there"'])
  expect(wordsOf('“hello there” „guten Tag“')).toEqual(['"hello there"', '"guten Tag"'])
})

test('what is no filter is a word, and operators of databases mean nothing', () => {
  expect(wordsOf('note:this http://example.com/a?b=c')).toEqual(['note:this', 'http://example.com/a?b=c'])
  expect(wordsOf("a & b | !c <-> d:* 'e' \\ ( )")).toEqual(['a', 'b', '!c', 'd:*', "'e'"])
})

test('control characters and halves of characters are blanks', () => {
  expect(wordsOf('one\0two \ud83d three\u0007')).toEqual(['one', 'two', 'three'])
})

test('what cannot be looked for is refused in words', () => {
  for (const empty of ['', '   ', '""', '🎉 🎉', '-only', 'speaker:ann', '&&', '-'])
    expect(problemOf(empty)).toBe('A search needs a word or a number to look for')
  expect(problemOf('x speaker:')).toBe('speaker: needs a value, such as speaker:Ann')
  expect(problemOf('x in:cellar')).toBe('in: is in:highlights or in:titles')
  expect(problemOf('a'.repeat(1_001))).toBe('A search has at most 1000 characters')
  expect(problemOf('a '.repeat(33))).toBe('A search has at most 32 words')
  expect(wordsOf('🎉 party')).toEqual(['party'])
})

test('a filter is put into the line and taken out again', () => {
  const line = toggleFilter('budget', 'speaker', 'Ann "the" Lee')
  expect(line).toBe('budget speaker:"Ann the Lee"')
  expect(toggleFilter('budget', 'host', 'a@b.c')).toBe('budget host:a@b.c')
  expect(hasFilter('a host:A@b.c', 'host', 'a@b.c')).toBe(true)
  expect(toggleFilter('a host:a@b.c "b c"', 'host', 'a@b.c')).toBe('a "b c"')
  expect(read('x speaker:"Ann Lee"').filters.speaker).toEqual(['Ann Lee'])
})

test('a month is a stretch of days in the line', () => {
  expect(toggleMonth('a before:2020', '2026-12')).toBe('a after:2026-12 before:2027-01')
  expect(hasMonth('a after:2026-12 before:2027-01', '2026-12')).toBe(true)
  expect(toggleMonth('a after:2026-12 before:2027-01 b', '2026-12')).toBe('a b')
})
