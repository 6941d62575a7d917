import { expect, test } from 'vitest'
import { runToEnd } from './run-to-end'

test('the answer and the failure of the call come through', async () => {
  const { signal } = new AbortController()
  expect(await runToEnd(async () => 7, signal)).toBe(7)
  await expect(runToEnd(() => Promise.reject(new Error('no route')), signal)).rejects.toThrow('no route')
})

test('a cancelled call ends at once, its own signal aborted', async () => {
  const given = new AbortController()
  let inner: AbortSignal | undefined
  const call = runToEnd(signal => {
    inner = signal
    return new Promise(() => {})
  }, given.signal)
  await Promise.resolve()
  given.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  expect(inner?.aborted).toBe(true)
})

test('a call that was cancelled before it began is not made', async () => {
  let made = false
  const task = async () => {
    made = true
  }
  await expect(runToEnd(task, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  expect(made).toBe(false)
})
