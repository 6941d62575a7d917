import { expect, test } from 'vitest'
import { ByRevision } from './by-revision'

test('a value holds for its revision alone, and no more are kept than allowed', () => {
  const found = new ByRevision<number>(2)
  found.set('a', 1, 10)
  found.set('b', 1, 20)
  expect([found.get('a', 1), found.get('a', 2), found.get('b', 1)]).toEqual([10, undefined, 20])
  found.set('a', 2, 11)
  found.set('c', 1, 30)
  expect([found.get('a', 2), found.get('b', 1), found.get('c', 1)]).toEqual([11, undefined, 30])
})
