import { afterEach, expect, test, vi } from 'vitest'
import { type Toast, ToastQueue } from './toast-queue'

const info = (message: string): Toast => ({ kind: 'info', message })

function renderer() {
  const shown: string[] = []
  return { shown, showToast: ({ message }: Toast) => void shown.push(message) }
}

afterEach(() => void vi.useRealTimers())

test('toasts asked for before their code is there are shown in order, later ones at once', async () => {
  const area = renderer()
  let arrive = (_: typeof area) => {}
  const load = vi.fn(() => new Promise<typeof area>(resolve => (arrive = resolve)))
  const queue = new ToastQueue(load)
  queue.show(info('first'))
  queue.show(info('second'))
  expect(queue.getSnapshot()).toBeNull()
  const changed = new Promise<void>(resolve => void queue.subscribe(resolve))
  arrive(area)
  await changed
  expect(queue.getSnapshot()).toBe(area)
  queue.show(info('third'))
  expect(area.shown).toEqual(['first', 'second', 'third'])
  expect(load).toHaveBeenCalledOnce()
})

test('a load that fails is tried again while a toast waits', async () => {
  vi.useFakeTimers()
  const area = renderer()
  const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(area)
  const queue = new ToastQueue<typeof area>(load)
  queue.show(info('lost connection'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(area.shown).toEqual(['lost connection'])
})

test('what waits is bounded, and the newest stay', async () => {
  const area = renderer()
  const queue = new ToastQueue(async () => area)
  const changed = new Promise<void>(resolve => void queue.subscribe(resolve))
  for (let n = 1; n <= 100; n++) queue.show(info(String(n)))
  await changed
  expect(area.shown).toHaveLength(20)
  expect(area.shown.at(-1)).toBe('100')
})
