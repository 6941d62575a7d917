import { expect, onTestFinished, test, vi } from 'vitest'
import { callState, entered } from '../live-meeting.test-support'

test('LIV-30 the end of a stretch off the record is announced, by itself or when someone ends it', async () => {
  const { socket, toasts } = await entered()
  vi.useFakeTimers({ now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  socket.say({ type: 'call_started', data: callState({ clock_millis: 31_000 }) })
  toasts.length = 0
  socket.say({ type: 'off_the_record', seq: 1, data: { from_millis: 31_000, until_millis: 41_000 } })
  await vi.advanceTimersByTimeAsync(9_000)
  expect(toasts).toEqual([])
  await vi.advanceTimersByTimeAsync(1_100)
  expect(toasts).toEqual(['info: On the record again: what is said is kept.'])
  socket.say({ type: 'status_changed', seq: 2, data: { recording: false, transcription: true } })
  expect(toasts.at(-1)).toBe('info: The recording is off: no sound is kept.')
  socket.say({ type: 'off_the_record', seq: 3, data: { from_millis: 41_000, until_millis: 641_000 } })
  socket.say({ type: 'on_the_record', seq: 4, data: { at_millis: 41_000 } })
  expect(toasts.at(-1)).toBe('info: No longer off the record; the recording is still off.')
  socket.say({ type: 'status_changed', seq: 5, data: { recording: true, transcription: true } })
  expect(toasts.at(-1)).toBe('info: The recording is on.')
  const { length } = toasts
  await vi.advanceTimersByTimeAsync(700_000)
  expect(toasts).toHaveLength(length)
})

test('a recording that is off when the meeting is entered is no change', async () => {
  const { socket, toasts } = await entered()
  socket.say({ type: 'call_started', data: callState({ recording: false }) })
  expect(toasts.filter(text => text.includes('recording'))).toEqual([])
})
