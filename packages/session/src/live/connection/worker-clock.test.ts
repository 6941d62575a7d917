import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ClockWorker, WorkerClock } from './worker-clock'

let clock: WorkerClock

/** The worker's own code, with both ends of its port in one place. */
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  const inside = globalThis as unknown as { onmessage: (event: { data: unknown }) => void }
  const worker: ClockWorker = {
    onmessage: null,
    postMessage: request => inside.onmessage({ data: structuredClone(request) }),
    terminate: vi.fn(),
  }
  vi.stubGlobal('onmessage', null)
  vi.stubGlobal('postMessage', (id: number) => worker.onmessage?.({ data: id } as MessageEvent<number>))
  await import('./clock-worker')
  clock = new WorkerClock(worker)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('LIV-21 the clock of the pings is kept by a worker, where no hidden tab slows it down', () => {
  const ticks = vi.fn()
  const once = vi.fn()
  const never = vi.fn()
  const stopNever = clock.timeout(never, 100)
  clock.timeout(once, 100)
  const stop = clock.interval(ticks, 2000)
  stopNever()
  vi.advanceTimersByTime(6000)
  expect(ticks).toHaveBeenCalledTimes(3)
  expect(once).toHaveBeenCalledOnce()
  expect(never).not.toHaveBeenCalled()
  stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(6000)
  expect(ticks).toHaveBeenCalledTimes(3)
})

test('LIV-23 a clock that is let go runs nothing any more', () => {
  const ticks = vi.fn()
  clock.interval(ticks, 2000)
  clock.dispose()
  vi.advanceTimersByTime(6000)
  expect(ticks).not.toHaveBeenCalled()
})
