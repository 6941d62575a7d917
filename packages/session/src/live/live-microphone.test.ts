import { expect, test } from 'vitest'
import { FakeMedia } from '../recorder/fake-media.test-support'
import { entered } from './live-meeting.test-support'

test('LIV-04 do_not_record_audio opens no microphone', async () => {
  const { phases, media, toasts } = await entered({ recordAudio: false })
  expect(phases.at(-1)).toBe('live')
  expect(media.asked).toEqual([])
  expect(toasts).toEqual(['success: HOTWORD Connected!'])
})

test('LIV-05 a denied microphone is reported, and the meeting is followed without it', async () => {
  const media = Object.assign(new FakeMedia(), { refuse: 'NotAllowedError' })
  const { toasts, now } = await entered({}, media)
  expect(toasts.slice(1)).toEqual([
    'error: Failed local recorder init',
    'error: Your microphone permission is denied',
    'error: Setup meeting live services flow failed: Your microphone permission is denied',
  ])
  expect(now().phase).toBe('live')
})

test('LIV-05 a recorder that does not start is reported', async () => {
  const broken = { contextsStart: 'suspended' as const, resumeError: new Error('asleep') }
  const { toasts } = await entered({}, Object.assign(new FakeMedia(), broken))
  expect(toasts.slice(2)).toEqual([
    'error: Failed local recorder record start',
    'error: Setup meeting live services flow failed: asleep',
  ])
})

test('LIV-14 a csi names the audio from then on; an invalid one changes nothing', async () => {
  const { live, media, socket, now } = await entered()
  live.setCsi(12)
  media.speak(new Float32Array(1024).fill(0.5))
  expect(socket.audio.at(-1)!.csi).toBe(12)
  live.setCsi(-1)
  live.setCsi(0.5)
  expect(now().csi).toBe(12)
})

test('LIV-05 a listener sees the input before anything of it is sent, and can change their mind', async () => {
  const { live, media, socket, toasts, now } = await entered({ recordAudio: false })
  await live.microphone.check()
  expect(live.recorder.getSnapshot()).toMatchObject({ state: 'ready', deviceId: expect.any(String) })
  media.speak(new Float32Array(1024).fill(0.5))
  expect(socket.audio).toHaveLength(0)
  live.microphone.stopChecking()
  expect(media.tracks[0]!.stopped).toBe(true)
  expect(live.recorder.getSnapshot().state).toBe('idle')
  await live.microphone.check()
  await live.microphone.speak()
  media.speak(new Float32Array(1024).fill(0.5))
  expect(socket.audio).toHaveLength(1)
  expect(toasts.slice(-2)).toEqual(['success: Local RECORDER Created!', 'success: Local RECORDER Started!'])
  expect(now().checkingMicrophone).toBe(false)
})
