import { expect, test } from 'vitest'
import { RecentPause } from './recent-pause'

test('LIV-30 the longest pause counts until ten seconds after it, and no longer than sound is kept', () => {
  const pause = new RecentPause(1000)
  pause.received(1100)
  expect(pause.ms(1100)).toBe(100)
  // A connection that was away for eight seconds: its sound comes first, then what was asked meanwhile.
  pause.received(9100)
  pause.received(9150)
  pause.received(12_000)
  expect(pause.ms(12_000)).toBe(8000)
  pause.received(19_101)
  expect(pause.ms(19_101)).toBe(7101)
  for (let now = 19_200; now <= 40_000; now += 100) pause.received(now)
  expect(pause.ms(40_000)).toBe(100)
  pause.received(400_000)
  expect(pause.ms(400_000)).toBe(30_000)
})

test('LIV-30 of a client that was in the meeting on another process the whole time counts that it may be away', () => {
  const pause = new RecentPause(Number.NEGATIVE_INFINITY)
  pause.received(50)
  expect(pause.ms(50)).toBe(30_000)
})
