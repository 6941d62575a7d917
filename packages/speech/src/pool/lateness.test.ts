import { expect, test } from 'vitest'
import { afterWaiting, JobQueue, LOW_QUALITY_AFTER_MS } from './job-queue'
import { LiveCapacity } from './live-capacity'

const job = { pcm: new Int16Array(16), draft: [], wordTimes: true }

test('a live final that waited 15 s is made by the small model; interims and whole files never are', () => {
  expect(afterWaiting('final', job, 'live', LOW_QUALITY_AFTER_MS - 1)).toBe(job)
  expect(afterWaiting('final', job, 'live', LOW_QUALITY_AFTER_MS)).toEqual({ ...job, lowQuality: true })
  expect(afterWaiting('final', job, 'batch', 600_000)).toBe(job)
  expect(afterWaiting('interim', job, 'interim', 600_000)).toBe(job)
})

test('the queue knows how long its oldest final has waited', () => {
  const queue = new JobQueue()
  expect(queue.waitedMs('live', 60_000)).toBe(0)
  for (const queuedAt of [1_000, 9_000])
    queue.add({ priority: 'live', queuedAt, start: () => {}, drop: () => {} })
  expect(queue.waitedMs('live', 16_000)).toBe(15_000)
  queue.take(16_000)
  expect(queue.waitedMs('live', 16_000)).toBe(7_000)
})

test('capacity follows what recognition costs: at the start, and while it runs', () => {
  const capacity = new LiveCapacity(2)
  expect(capacity.streams).toBe(12)
  capacity.calibrated(2_000, 200)
  expect(capacity.streams).toBe(32)
  // The machine has other work now: a minute of speech takes three times as long.
  for (let minute = 0; minute < 6; minute++)
    for (let sentence = 0; sentence < 12; sentence++) capacity.measured(5_000, 1_500)
  expect(capacity.streams).toBe(10)
  // It stands nearly still: a small call is taken all the same.
  for (let sentence = 0; sentence < 60; sentence++) capacity.measured(5_000, 20_000)
  expect(capacity.streams).toBe(8)
})
