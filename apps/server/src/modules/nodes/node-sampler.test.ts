import { expect, test } from 'vitest'
import { NodeSampler } from './node-sampler'

test('a process writes once a minute how it does, and again where writing failed', async () => {
  let nowMs = 0
  let fails = true
  const written: object[] = []
  const store = {
    add: async (sample: object) => {
      if (fails) throw new Error('the database is away')
      written.push(sample)
    },
  }
  const sampler = new NodeSampler({ pod: 'one', store, ticks: () => nowMs, memoryBytes: () => 7 })
  sampler.countsQueue(async () => 3)
  let work = { soundMs: 30_000, workMs: 5000 }
  sampler.measuresLiveWork(() => work)
  await expect(sampler.beat()).rejects.toThrow('away')
  fails = false
  work = { soundMs: 40_000, workMs: 8000 }
  await sampler.beat()
  await sampler.beat()
  // What the failed attempt would have said is not lost.
  expect(written).toEqual([{ pod: 'one', memoryBytes: 7, queue: 3, live: { soundMs: 40_000, workMs: 8000 } }])
  nowMs = 60_000
  work = { soundMs: 41_000, workMs: 8500 }
  await sampler.beat()
  expect(written.slice(1)).toMatchObject([{ live: { soundMs: 1000, workMs: 500 } }])
})
