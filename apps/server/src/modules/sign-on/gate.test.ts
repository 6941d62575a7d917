import { expect, test } from 'vitest'
import { createGate, GateFullError } from './gate'

test('lets so many in, keeps so many waiting in order, refuses the rest, and goes on after a failure', async () => {
  const gate = createGate({ concurrency: 1, maxWaiting: 1 })
  const order: string[] = []
  let finish = () => {}
  const first = gate.run(
    () => new Promise<void>((_resolve, reject) => (finish = () => reject(new Error('failed')))),
  )
  const second = gate.run(async () => order.push('second'))
  await expect(gate.run(async () => order.push('third'))).rejects.toBeInstanceOf(GateFullError)
  finish()
  await expect(first).rejects.toThrow('failed')
  await second
  await gate.run(async () => order.push('fourth'))
  expect(order).toEqual(['second', 'fourth'])
})
