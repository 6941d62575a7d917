import { expect, test } from 'vitest'
import { ProcessingWatch } from './processing-progress'

test('the bar never goes back', () => {
  const watch = new ProcessingWatch()
  const seen = [0, 0.3, 0.1, 0.5].map(progress => watch.measure({ progress }, 0).fraction)
  expect(seen).toEqual([0, 0.3, 0.3, 0.5])
})

test('the estimate goes by the pace since it was first measured, once there is one', () => {
  const watch = new ProcessingWatch()
  expect(watch.measure({ progress: 0 }, 0)).toEqual({ fraction: 0, leftMs: undefined })
  watch.measure({ progress: 0.13 }, 60_000)
  expect(watch.measure({ progress: 0.25 }, 65_000).leftMs).toBeUndefined()
  const { fraction, leftMs } = watch.measure({ progress: 0.42 }, 90_000)
  expect(fraction).toBe(0.42)
  // 29 % in 30 s leaves 58 % for 60 s.
  expect(leftMs).toBeCloseTo(60_000, -1)
})
