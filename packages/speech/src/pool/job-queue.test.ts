import { expect, test } from 'vitest'
import { JobQueue, type QueuedJob } from './job-queue'

const dropped: string[] = []
const job = (priority: QueuedJob['priority'], streamKey: string, queuedAt = 0): QueuedJob => ({
  priority,
  streamKey,
  queuedAt,
  start: () => {},
  drop: () => dropped.push(streamKey),
})
const order = (queue: JobQueue, now = 0) =>
  Array.from({ length: queue.size }, () => queue.take(now)?.streamKey).filter(Boolean)

test('final results of live streams go before interim ones, whole files last', () => {
  const queue = new JobQueue()
  queue.add(job('batch', 'file'))
  queue.add(job('interim', 'a'))
  queue.add(job('live', 'b'))
  expect(order(queue)).toEqual(['b', 'a', 'file'])
})

test('under load a stream has one interim result waiting, the newest; finals are never dropped', () => {
  const queue = new JobQueue()
  dropped.length = 0
  for (let i = 0; i < 50; i++) queue.add(job('interim', 'a'))
  for (let i = 0; i < 50; i++) queue.add(job('live', 'a'))
  expect(queue.waiting('interim')).toBe(1)
  expect(queue.waiting('live')).toBe(50)
  expect(dropped).toHaveLength(49)
})

test('whole files that have waited long go before interim results, never before finals', () => {
  const queue = new JobQueue()
  queue.add(job('batch', 'file', 0))
  queue.add(job('interim', 'a', 9_000))
  queue.add(job('live', 'b', 9_000))
  expect(order(queue, 10_000)).toEqual(['b', 'file', 'a'])
})

test('what a stream no longer wants is taken out', () => {
  const queue = new JobQueue()
  queue.add(job('live', 'a/1'))
  queue.add(job('live', 'a/2'))
  queue.cancel('a/1', 'live')
  expect(order(queue)).toEqual(['a/2'])
})
