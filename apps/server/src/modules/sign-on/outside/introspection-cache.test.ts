import { expect, test } from 'vitest'
import { IntrospectionCache } from './introspection-cache'

test('forgets what is over, and the oldest when it is full', () => {
  let now = 0
  const cache = new IntrospectionCache<string>(2, () => now)
  cache.set('a', 'A', 10)
  cache.set('b', 'B', 100)
  cache.set('c', 'C', 100)
  expect(cache.get('a')).toBeUndefined()
  expect(cache.get('b')).toBe('B')
  now = 100
  expect(cache.get('b')).toBeUndefined()
})
