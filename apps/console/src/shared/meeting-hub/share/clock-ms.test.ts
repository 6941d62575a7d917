import { expect, test } from 'vitest'
import { clockMs } from './clock-ms'

test('a moment is read as people type it', () => {
  expect(['7', '1:30', '0:01:30', '10:00', '1:02:03.5', ' 0:05 '].map(clockMs)).toEqual([
    7000, 90_000, 90_000, 600_000, 3_723_500, 5000,
  ])
})

test('what is no moment is nothing', () => {
  for (const text of ['', 'soon', '1:2:3:4', '-5', '1:', '5m']) expect(clockMs(text), text).toBeUndefined()
})
