import { expect, test } from 'vitest'
import { ConcurrencyLimitError, createConcurrencyLimit } from './concurrency-limit'

test('lets so many in, keeps so many waiting in order, refuses the rest, and goes on after a failure', async () => {
  const gate = createConcurrencyLimit({ concurrency: 1, maxWaiting: 1 })
  const order: string[] = []
  let finish = () => {}
  const first = gate.run(
    () => new Promise<void>((_resolve, reject) => (finish = () => reject(new Error('failed')))),
  )
  const second = gate.run(async () => order.push('second'))
  await expect(gate.run(async () => order.push('third'))).rejects.toBeInstanceOf(ConcurrencyLimitError)
  finish()
  await expect(first).rejects.toThrow('failed')
  await second
  await gate.run(async () => order.push('fourth'))
  expect(order).toEqual(['second', 'fourth'])
})
