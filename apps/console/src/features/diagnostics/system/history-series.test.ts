import { expect, test } from 'vitest'
import { historySeries } from './history-series'

const time = '2026-03-02T10:00:00.000Z'
const sample = { pod: 'one', time, queue: 2, speed: null, errors: 1, memory_bytes: 100 }

test('the processes of a minute are one point: errors add up, memory is that of the fullest, speed of those that have one', () => {
  const later = '2026-03-02T10:01:00.000Z'
  const series = historySeries([
    { ...sample, time: later, queue: 0 },
    sample,
    { ...sample, pod: 'two', queue: 3, speed: 4, errors: 2, memory_bytes: 300 },
  ])
  const ms = Date.parse(time)
  expect(series.queue).toEqual([
    { ms, value: 3 },
    { ms: Date.parse(later), value: 0 },
  ])
  expect(series.errors[0]!.value).toBe(3)
  expect(series.memory[0]!.value).toBe(300)
  expect(series.speed.map(({ value }) => value)).toEqual([4, undefined])
})
