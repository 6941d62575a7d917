import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { inTime } from './in-time'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

test('what is found in time is the answer, and nothing times out', async () => {
  const onTimeout = vi.fn()
  expect(await inTime(async () => ['ann'], 100, onTimeout)).toEqual(['ann'])
  await vi.advanceTimersByTimeAsync(200)
  expect(onTimeout).not.toHaveBeenCalled()
})

test('what is not found by then times out', async () => {
  const onTimeout = vi.fn()
  const found = inTime(() => new Promise<string[]>(() => {}), 100, onTimeout)
  await vi.advanceTimersByTimeAsync(100)
  expect(await found).toBeUndefined()
  expect(onTimeout).toHaveBeenCalledOnce()
})

test('what is late already is not looked for', async () => {
  const find = vi.fn(async () => ['ann'])
  expect(await inTime(find, 0, () => {})).toBeUndefined()
  expect(find).not.toHaveBeenCalled()
})
