import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat } from './repeating'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('runs every so often, one run at a time, and after a failure too', async () => {
  const errors: unknown[] = []
  const ends: { resolve(): void; reject(error: Error): void }[] = []
  const task = vi.fn(() => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })))
  const repeating = repeat(task, 1000, error => errors.push(error))
  await vi.advanceTimersByTimeAsync(3500)
  expect(task).toHaveBeenCalledTimes(1)
  const failure = new Error('not this time')
  ends[0]!.reject(failure)
  await vi.advanceTimersByTimeAsync(1000)
  expect(errors).toEqual([failure])
  expect(task).toHaveBeenCalledTimes(2)

  let stopped = false
  const stopping = repeating.stop().then(() => {
    stopped = true
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect(stopped).toBe(false)
  ends[1]!.resolve()
  await stopping
  expect(task).toHaveBeenCalledTimes(2)
})

test('a second call joins the run under way', async () => {
  let end = () => {}
  const task = vi.fn(
    () =>
      new Promise<void>(resolve => {
        end = resolve
      }),
  )
  const repeating = repeat(task, 1000, () => undefined)
  const both = Promise.all([repeating.run(), repeating.run()])
  await vi.advanceTimersByTimeAsync(0)
  end()
  await both
  expect(task).toHaveBeenCalledTimes(1)
  await repeating.stop()
})
