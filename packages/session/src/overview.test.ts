import type { OverviewAnswer } from '@livetap/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error'
import { Overview, type VisiblePage } from './overview'

const answer: OverviewAnswer = { live: 1, transcribing: 2, failed_today: 0, errors_today: 3, draining: [] }

class TestPage extends EventTarget implements VisiblePage {
  visibilityState: DocumentVisibilityState = 'visible'

  show(state: DocumentVisibilityState): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

function opened(call: () => Promise<OverviewAnswer>) {
  const page = new TestPage()
  const asked = vi.fn(call)
  const overview = new Overview({ api: { call: asked as never }, page, everyMs: 15_000 })
  overview.start()
  return { page, asked, overview }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('asks at once and every 15 s while the page is looked at', async () => {
  const { page, asked, overview } = opened(async () => answer)
  await vi.advanceTimersByTimeAsync(0)
  expect(overview.getSnapshot()).toEqual(answer)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(asked).toHaveBeenCalledTimes(2)
  page.show('hidden')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledTimes(2)
  page.show('visible')
  expect(asked).toHaveBeenCalledTimes(3)
  overview.dispose()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledTimes(3)
})

test('is absent after an error, and there again with the next answer', async () => {
  let isDown = false
  const { overview } = opened(async () => {
    if (isDown) throw new ApiError('network', 'down')
    return answer
  })
  await vi.advanceTimersByTimeAsync(0)
  isDown = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(overview.getSnapshot()).toBeUndefined()
  isDown = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect(overview.getSnapshot()).toEqual(answer)
  overview.dispose()
})

test('is asked once of a deployment that does not know it', async () => {
  const { asked, overview } = opened(async () => {
    throw new ApiError('client', 'no such address', { status: 404 })
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(overview.getSnapshot()).toBeUndefined()
  overview.dispose()
})
