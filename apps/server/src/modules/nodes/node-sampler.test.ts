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
  await expect(sampler.beat()).rejects.toThrow('away')
  fails = false
  await sampler.beat()
  await sampler.beat()
  expect(written).toEqual([{ pod: 'one', memoryBytes: 7, queue: 3 }])
  nowMs = 60_000
  await sampler.beat()
  expect(written).toHaveLength(2)
})
