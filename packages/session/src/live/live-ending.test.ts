import { expect, onTestFinished, test, vi } from 'vitest'
import { entered, setUp } from './live-meeting.test-support'

test('LIV-02 ACC-16 a meeting that is not in CallStarted is left for its past view', async () => {
  const { live, answers, toasts, goToPast, sockets } = setUp()
  answers['GET status'] = () => ({ body: { status: 'CallEnded' } })
  await live.start()
  expect(toasts).toEqual(['warning: Meeting has ended. Redirecting to past page view..'])
  expect(goToPast).toHaveBeenCalledOnce()
  expect(sockets).toHaveLength(0)
})

test('LIV-23 ACC-16 the end stops audio, microphone and socket, drops the meeting and leaves for the past view', async () => {
  const { live, toasts, phases, asked, media, sockets, goToPast } = await entered()
  toasts.length = 0
  const ending = live.end()
  expect(toasts).toEqual(['warning: Ending meeting...'])
  expect(live.recorder.getSnapshot().state).toBe('destroyed')
  expect(media.tracks[0]!.stopped).toBe(true)
  expect(sockets[0]!.closedWith).toHaveLength(1)
  expect(goToPast).not.toHaveBeenCalled()
  await ending
  expect(asked.slice(-2).map(({ call }) => call)).toEqual(['POST drop', 'GET status'])
  expect(toasts.at(-1)).toBe('success: Meeting live successfully ended')
  expect(phases.slice(-2)).toEqual(['ending', 'ended'])
  expect(goToPast).toHaveBeenCalledOnce()
})

test('LIV-23 a meeting that could not be dropped is not called ended, and "Try again" ends it', async () => {
  const { live, answers, now, toasts, asked, goToPast } = await entered()
  const drop = answers['POST drop']!
  answers['POST drop'] = () => ({ status: 503, body: {} })
  await live.end()
  expect(now()).toMatchObject({ phase: 'failed', failedStep: 'end' })
  expect(toasts.at(-1)).toBe('warning: Ending meeting...')
  answers['POST drop'] = drop
  await live.retry()
  expect(asked.filter(({ call }) => call === 'POST drop')).toHaveLength(2)
  expect(now().phase).toBe('ended')
  expect(goToPast).toHaveBeenCalledOnce()
})

test('LIV-20 ACC-16 when another user ends the call it is left for the past view', async () => {
  const { socket, answers, toasts, media, goToPast } = await entered()
  toasts.length = 0
  answers['GET status'] = () => ({ body: { status: 'CallEnded' } })
  socket.say({ type: 'call_ended', seq: 9, data: { reason: 'dropped' } })
  socket.drop(4410)
  expect(toasts).toEqual(['warning: Meeting has ended. Redirecting to past page view..'])
  expect(media.tracks[0]!.stopped).toBe(true)
  await vi.waitFor(() => expect(goToPast).toHaveBeenCalledOnce())
})

test('ACC-16 the past view, which leads back while the meeting is on record as live, is opened when it is not', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { socket, answers, now, goToPast } = await entered()
  socket.drop(4410)
  await vi.advanceTimersByTimeAsync(2000)
  expect(now().phase).toBe('ending')
  expect(goToPast).not.toHaveBeenCalled()
  answers['GET status'] = () => ({ body: { status: 'processing' } })
  await vi.advanceTimersByTimeAsync(500)
  expect(goToPast).toHaveBeenCalledOnce()
})

test('ACC-16 a meeting that stays live after its end is called so, and "Try again" looks once more', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { live, socket, answers, now, goToPast } = await entered()
  socket.drop(4410)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(now()).toMatchObject({ phase: 'failed', failedStep: 'end' })
  answers['GET status'] = () => ({ body: { status: 'CallEnded' } })
  await live.retry()
  expect(goToPast).toHaveBeenCalledOnce()
})
