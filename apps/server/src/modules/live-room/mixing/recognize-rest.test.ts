import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endedWithin, openedWithin } from './recognize-rest'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = new Promise<never>(() => {})

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

test('an engine that does not move at the end is given up, one that gets on is waited for', async () => {
  const hung = { settledMs: 0, end: () => never }
  const failed = expect(endedWithin(60_000, hung)).rejects.toMatchObject({ reason: 'timeout' })
  await vi.advanceTimersByTimeAsync(60_000)
  await failed

  let end = () => {}
  const slow = {
    settledMs: 0,
    end: () =>
      new Promise<void>(resolve => {
        end = resolve
      }),
  }
  let isDone = false
  const waiting = endedWithin(60_000, slow).then(() => {
    isDone = true
  })
  for (let minute = 1; minute <= 3; minute++) {
    slow.settledMs = minute
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(isDone).toBe(false)
  end()
  await waiting
})

test('the failure of an engine is passed on at once', async () => {
  const broken = { settledMs: 0, end: () => Promise.reject(new Error('crashed')) }
  await expect(endedWithin(60_000, broken)).rejects.toThrow('crashed')
  await expect(openedWithin(60_000, Promise.reject(new Error('absent')))).rejects.toThrow('absent')
})
