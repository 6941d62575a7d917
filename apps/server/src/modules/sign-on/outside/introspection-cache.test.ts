import { expect, onTestFinished, test, vi } from 'vitest'
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

test.each([
  ['back', -1],
  ['forward', 1],
])('the clock set %s by an hour neither ends nor prolongs what is remembered', (_way, hours) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const cache = new IntrospectionCache<string>(2)
  cache.set('long', 'A', 60_000)
  cache.set('over', 'B', 0)
  vi.setSystemTime(Date.now() + hours * 3_600_000)
  expect([cache.get('long'), cache.get('over')]).toEqual(['A', undefined])
})
