import { expect, test, vi } from 'vitest'
import { FakeMedia } from './fake-media.test-support'
import { Recorder } from './recorder'

const workletUrl = '/assets/capture-worklet.js'

function setUp(change: Partial<FakeMedia> = {}) {
  const media = Object.assign(new FakeMedia(), change)
  const blocks: Int16Array[] = []
  const recorder = new Recorder({
    media: media.environment(),
    workletUrl,
    onBlock: block => blocks.push(block),
  })
  return { media, blocks, recorder, state: () => recorder.getSnapshot().state }
}

test('LIV-06 a context at 16 kHz gives 1024-sample blocks once started', async () => {
  const { media, blocks, recorder, state } = setUp()
  await recorder.init()
  expect(state()).toBe('ready')
  media.speak(new Float32Array(1024).fill(0.5))
  expect(blocks).toHaveLength(0)
  await recorder.start()
  expect(state()).toBe('recording')
  media.speak(new Float32Array(1024).fill(0.5))
  expect(blocks.map(block => [block.length, block[0]])).toEqual([[1024, 16_384]])
  expect(media.contexts[0]!.sampleRate).toBe(16_000)
  expect(media.contexts[0]!.modules).toEqual([workletUrl])
  recorder.stop()
  media.speak(new Float32Array(1024))
  expect(blocks).toHaveLength(1)
})

test('LIV-06 the worklet is loaded before the microphone is opened: no word is said into a graph that is not there', async () => {
  const { media, recorder } = setUp()
  const loadedBefore: string[][] = []
  const open = media.mediaDevices.getUserMedia
  media.mediaDevices.getUserMedia = async constraints => {
    loadedBefore.push(...media.contexts.map(({ modules }) => [...modules]))
    return await open(constraints)
  }
  await recorder.init()
  expect(loadedBefore).toEqual([[workletUrl]])
})

test.each([
  ['by its name', { userAgent: 'Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0' }, 1],
  ['by its refusal', { onlyDeviceRate: true }, 2],
])('LIV-06 Firefox, told %s, records at its own rate and is resampled', async (_, change, contexts) => {
  const { media, blocks, recorder } = setUp(change)
  await recorder.init()
  await recorder.start()
  for (let block = 0; block < 47; block += 1) media.speak(new Float32Array(1024).fill(0.25))
  expect(media.contexts).toHaveLength(contexts)
  expect(media.contexts.at(-1)!.sampleRate).toBe(48_000)
  expect(blocks).toHaveLength(15)
  expect(blocks[10]![512]).toBeCloseTo(8192, -1)
  expect(media.contexts.slice(0, -1).every(context => context.state === 'closed')).toBe(true)
})

test('LIV-28 permission granted, prompt and denied are reported, inputs are listed', async () => {
  const { media, recorder } = setUp()
  expect(recorder.getSnapshot().permission).toBe('prompt')
  await recorder.init()
  expect(recorder.getSnapshot()).toMatchObject({
    permission: 'granted',
    deviceId: 'default',
    inputs: [
      { id: 'default', label: 'Default' },
      { id: 'desk', label: 'Desk microphone' },
    ],
  })
  media.permission.state = 'denied'
  media.permission.dispatchEvent(new Event('change'))
  expect(recorder.getSnapshot().permission).toBe('denied')
})

test('LIV-28 of two inputs with one id, as Firefox names them, one is listed', async () => {
  const { media, recorder } = setUp()
  media.devices = [...media.devices, { kind: 'audioinput', deviceId: 'desk', label: 'Desk microphone' }]
  await recorder.init()
  expect(recorder.getSnapshot().inputs.map(({ id }) => id)).toEqual(['default', 'desk'])
})

test('LIV-28 a refused microphone is denied in the words of the documents', async () => {
  const { recorder, state } = setUp({ refuse: 'NotAllowedError' })
  await expect(recorder.init()).rejects.toThrow('Your microphone permission is denied')
  expect(state()).toBe('failed')
  expect(recorder.getSnapshot()).toMatchObject({
    permission: 'denied',
    error: { reason: 'permission_denied' },
  })
})

test('LIV-28 no microphone, a busy one and an insecure page have their own reasons', async () => {
  await expect(setUp({ devices: [] }).recorder.init()).rejects.toMatchObject({ reason: 'no_device' })
  await expect(setUp({ refuse: 'NotReadableError' }).recorder.init()).rejects.toMatchObject({
    reason: 'device_busy',
  })
  await expect(setUp({ mediaDevices: undefined } as never).recorder.init()).rejects.toMatchObject({
    reason: 'insecure_context',
  })
})

test('LIV-28 another input can be chosen while recording; the old one is let go', async () => {
  const { media, blocks, recorder, state } = setUp()
  await recorder.init()
  await recorder.start()
  await recorder.chooseDevice('desk')
  expect(recorder.getSnapshot().deviceId).toBe('desk')
  expect(state()).toBe('recording')
  expect(media.tracks.map(track => track.stopped)).toEqual([true, false])
  expect(media.contexts.map(context => context.state)).toEqual(['closed', 'running'])
  media.speak(new Float32Array(1024))
  expect(blocks).toHaveLength(1)
})

test('LIV-28 a device that is unplugged is followed by the default one', async () => {
  const { media, recorder, state } = setUp()
  await recorder.init('desk')
  await recorder.start()
  media.devices = media.devices.filter(device => device.deviceId !== 'desk')
  media.tracks[0]!.dispatchEvent(new Event('ended'))
  await vi.waitFor(() => expect(state()).toBe('recording'))
  expect(recorder.getSnapshot().deviceId).toBe('default')
})

test('LIV-28 without another device it waits until one is plugged in', async () => {
  const { media, recorder, state } = setUp()
  await recorder.init()
  await recorder.start()
  const [device] = media.devices
  media.devices = []
  media.tracks[0]!.dispatchEvent(new Event('ended'))
  await vi.waitFor(() => expect(recorder.getSnapshot().inputs).toEqual([]))
  expect(state()).toBe('unplugged')
  media.devices = [device!]
  media.mediaDevices.dispatchEvent(new Event('devicechange'))
  await vi.waitFor(() => expect(state()).toBe('recording'))
})

test('LIV-28 a suspended context waits for a click and says so', async () => {
  const { media, recorder, state } = setUp({ contextsStart: 'suspended', contextsMayResume: false })
  await recorder.init()
  await recorder.start()
  expect(state()).toBe('suspended')
  media.contexts[0]!.mayResume = true
  await recorder.resume()
  expect(state()).toBe('recording')
})

test('LIV-28 a context that fell asleep in a hidden tab wakes with it', async () => {
  const { media, recorder, state } = setUp()
  await recorder.init()
  await recorder.start()
  media.document.hidden = true
  media.contexts[0]!.become('suspended')
  expect(state()).toBe('suspended')
  media.document.hidden = false
  media.document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(state()).toBe('recording'))
})

test('LIV-07 the meter has FFT size 512 and smoothing 0.75, and reads 0 to 1', async () => {
  const { media, recorder } = setUp()
  expect(recorder.level()).toBe(0)
  await recorder.init()
  const { analyser } = media.contexts[0]!
  expect([analyser.fftSize, analyser.smoothingTimeConstant]).toEqual([512, 0.75])
  analyser.bin = 255
  expect(recorder.level()).toBe(1)
  analyser.bin = 51
  expect(recorder.level()).toBeCloseTo(0.2)
})

test('LIV-28 destroying releases the track, the context, the worklet and every listener', async () => {
  const { media, blocks, recorder, state } = setUp()
  await recorder.init()
  await recorder.start()
  recorder.destroy()
  expect(state()).toBe('destroyed')
  expect(media.tracks[0]!.stopped).toBe(true)
  expect(media.contexts[0]!.state).toBe('closed')
  expect(media.worklets[0]!.port).toMatchObject({ closed: true, onmessage: null })
  media.speak(new Float32Array(1024))
  media.tracks[0]!.dispatchEvent(new Event('ended'))
  media.mediaDevices.dispatchEvent(new Event('devicechange'))
  expect(blocks).toHaveLength(0)
  expect(state()).toBe('destroyed')
  expect(recorder.level()).toBe(0)
})

test('LIV-28 a microphone granted after the end is let go at once', async () => {
  const { media, recorder, state } = setUp()
  const open = media.mediaDevices.getUserMedia
  media.mediaDevices.getUserMedia = async constraints => {
    recorder.destroy()
    return await open(constraints)
  }
  await recorder.init()
  expect(media.tracks).toHaveLength(1)
  expect(media.tracks.every(track => track.stopped)).toBe(true)
  expect(media.contexts.every(context => context.state === 'closed')).toBe(true)
  expect(state()).toBe('destroyed')
})
