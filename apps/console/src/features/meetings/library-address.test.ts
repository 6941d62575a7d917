import { expect, test } from 'vitest'
import {
  isNarrowed,
  libraryQuery,
  nextSort,
  readLibraryAddress,
  viewOf,
  withFacet,
  withValues,
} from './library-address'

const address = (text: string) => new URLSearchParams(text)

test('the address says what is listed; what it does not know is left out', () => {
  const read = readLibraryAddress(address('q= plan &tag=a&tag=b&from=2026-03-01&to=soon&sort=colour&mode=x'))
  expect(read).toMatchObject({ q: 'plan', from: '2026-03-01', to: '', sort: '-start' })
  expect(read.chosen).toMatchObject({ tag: ['a', 'b'], host: [] })
  expect(libraryQuery(read)).toMatchObject({
    ...{ q: 'plan', tag: ['a', 'b'], from: '2026-03-01T00:00:00Z', to: undefined, sort: '-start' },
  })
  expect(libraryQuery(readLibraryAddress(address('to=2026-03-02'))).to).toBe('2026-03-02T23:59:59.999Z')
})

test('values of a facet are put in and taken out, and the rest of the address stays', () => {
  const search = withFacet(address('q=plan&tag=a'), 'tag', 'b', true)
  expect(search.toString()).toBe('q=plan&tag=a&tag=b')
  expect(withFacet(search, 'tag', 'b', true).getAll('tag')).toEqual(['a', 'b'])
  expect(withFacet(search, 'tag', 'a', false).toString()).toBe('q=plan&tag=b')
  expect(withValues(search, { q: ' ' }).has('q')).toBe(false)
})

test('a click on a header sorts by it, and reverses the next time', () => {
  expect(nextSort('-start', 'title')).toBe('title')
  expect(nextSort('title', 'title')).toBe('-title')
  expect(nextSort('title', 'length')).toBe('-length')
  expect(nextSort('-length', 'length')).toBe('length')
})

test('a view is written one way for all orders of its filters', () => {
  const view = (text: string) => viewOf(readLibraryAddress(address(text)))
  expect(view('tag=b&sort=-start&tag=a&q=x')).toBe(view('q=x&tag=a&tag=b'))
  expect(view('sort=title')).toBe('sort=title')
  expect(isNarrowed(readLibraryAddress(address('sort=title')))).toBe(false)
  expect(isNarrowed(readLibraryAddress(address('site=x')))).toBe(true)
})
