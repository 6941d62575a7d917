import { expect, test } from 'vitest'
import { lastFor } from './last-node'

const node = (pod: string, role = 'all', more = {}) => ({ pod, role, draining: false, silent_ms: 0, ...more })

test('a node is the last one for the work that no other one takes', () => {
  const one = node('one')
  expect(lastFor(one, [one])).toEqual(['calls', 'recordings'])
  expect(lastFor(one, [one, node('two')])).toEqual([])
  expect(lastFor(one, [one, node('two', 'worker')])).toEqual(['calls'])
  expect(lastFor(one, [one, node('two', 'gateway')])).toEqual(['recordings'])
  const worker = node('worker', 'worker')
  expect(lastFor(worker, [worker, node('gateway', 'gateway')])).toEqual(['recordings'])
  expect(lastFor(worker, [worker, one])).toEqual([])
})

test('one that is drained or silent takes nothing', () => {
  const one = node('one')
  expect(lastFor(one, [one, node('two', 'all', { draining: true })])).toEqual(['calls', 'recordings'])
  expect(lastFor(one, [one, node('two', 'all', { silent_ms: 60_000 })])).toEqual(['calls', 'recordings'])
})
