import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { inTime } from './in-time'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

test('what is found in time is the answer, and nothing is given up', async () => {
  const giveUp = vi.fn()
  expect(await inTime(async () => ['ann'], 100, giveUp)).toEqual(['ann'])
  await vi.advanceTimersByTimeAsync(200)
  expect(giveUp).not.toHaveBeenCalled()
})

test('what is not found by then is given up', async () => {
  const giveUp = vi.fn()
  const found = inTime(() => new Promise<string[]>(() => {}), 100, giveUp)
  await vi.advanceTimersByTimeAsync(100)
  expect(await found).toBeUndefined()
  expect(giveUp).toHaveBeenCalledOnce()
})

test('what is late already is not looked for', async () => {
  const find = vi.fn(async () => ['ann'])
  expect(await inTime(find, 0, () => {})).toBeUndefined()
  expect(find).not.toHaveBeenCalled()
})
