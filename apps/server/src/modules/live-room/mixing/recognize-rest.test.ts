import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openedWithin } from './recognize-rest'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an engine that never opens is given up, and a stream that comes late is ended', async () => {
  let open = (_stream: { abort: () => void }) => {}
  const opening = new Promise<{ abort: () => void }>(resolve => {
    open = resolve
  })
  const failed = expect(openedWithin(60_000, opening)).rejects.toMatchObject({ reason: 'timeout' })
  await vi.advanceTimersByTimeAsync(60_000)
  await failed
  const abort = vi.fn()
  open({ abort })
  await vi.advanceTimersByTimeAsync(0)
  expect(abort).toHaveBeenCalledOnce()
})

test('the failure of an engine is passed on at once', async () => {
  await expect(openedWithin(60_000, Promise.reject(new Error('absent')))).rejects.toThrow('absent')
})
