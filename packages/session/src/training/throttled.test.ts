import { INPUT_THROTTLE_MS } from '@livetap/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Scope } from '../scope'
import { throttled } from './throttled'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('TRN-01 a second of fast typing is about 60 updates, and the last key is among them', () => {
  const seen: number[] = []
  const change = throttled<number>(new Scope(), INPUT_THROTTLE_MS, value => seen.push(value))
  for (let key = 1; key <= 1000; key++) {
    change(key)
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(50)
  expect(seen.length).toBeGreaterThan(50)
  expect(seen.length).toBeLessThanOrEqual(66)
  expect(seen.at(-1)).toBe(1000)
})

test('the first comes at once, and flush hands over what waits', () => {
  const seen: string[] = []
  const change = throttled<string>(new Scope(), INPUT_THROTTLE_MS, value => seen.push(value))
  change('a')
  expect(seen).toEqual(['a'])
  change('ab')
  change('abc')
  change.flush()
  expect(seen).toEqual(['a', 'abc'])
  vi.advanceTimersByTime(100)
  expect(seen).toEqual(['a', 'abc'])
})
