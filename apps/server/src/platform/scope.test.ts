import { expect, test } from 'vitest'
import { createLog } from './log/log'
import { Scope } from './scope'

test('parts are released last first, and one that fails does not keep the others', async () => {
  const released: string[] = []
  const scope = new Scope(createLog('silent'))
  scope.own('first', 1, () => released.push('first'))
  scope.own('second', 2, () => Promise.reject(new Error('stuck')))
  scope.own('third', 3, () => released.push('third'))
  await Promise.all([scope.close(), scope.close()])
  expect(released).toEqual(['third', 'first'])
})

test('a part that hangs costs the patience once, is freed when it can be, and blocks nothing', async () => {
  const released: string[] = []
  let free = () => {}
  const scope = new Scope(createLog('silent'), 50)
  scope.own('database', 1, () => released.push('database'))
  scope.own('never', 2, () => new Promise(() => {}), 20)
  scope.own('waits for the database', 3, async () => {
    await new Promise<void>(resolve => {
      free = resolve
    })
    released.push('freed')
  })
  scope.whenLate(() => free())
  await scope.close()
  expect(released).toEqual(['freed', 'database'])
})
