import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Scope } from '../../scope'
import { FakeMedia } from './fake-media.test-support'
import { Player } from './player'

let scope: Scope
let media: FakeMedia
let player: Player

beforeEach(() => {
  vi.useFakeTimers()
  scope = new Scope()
  media = new FakeMedia()
  player = new Player(scope, () => media)
})

afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

async function ready(seconds = 60, knownMs = 0): Promise<void> {
  const inited = player.init('/a.flac', knownMs)
  media.arrive(seconds)
  await inited
}

const phase = () => player.getSnapshot().phase

test('PAS-13 the phases: initing, ready, playing, seeking, paused', async () => {
  expect(phase()).toBe('none')
  const inited = player.init('/a.flac')
  expect(phase()).toBe('initing')
  expect(media.preload).toBe('metadata')
  media.arrive(60)
  await inited
  expect(phase()).toBe('ready')
  await player.play()
  expect(phase()).toBe('playing')
  media.seekMs = 30
  player.seek(20_000)
  await vi.advanceTimersByTimeAsync(1)
  expect(phase()).toBe('seeking')
  expect(player.positionMs).toBe(20_000)
  await vi.advanceTimersByTimeAsync(29)
  expect(phase()).toBe('playing')
  player.toggle()
  expect(phase()).toBe('paused')
  player.toggle()
  expect(phase()).toBe('playing')
})

test('PAS-13 the length comes from the meeting, since a header may say Infinity', async () => {
  await ready(Number.POSITIVE_INFINITY, 36_000_000)
  expect(player.getSnapshot().durationMs).toBe(36_000_000)
  await ready(60)
  expect(player.getSnapshot().durationMs).toBe(60_000)
})

test('PAS-13 a seek stays inside the recording, and play after the end starts over', async () => {
  await ready(60)
  player.seek(-5)
  expect(player.positionMs).toBe(0)
  player.seek(99_000)
  expect(player.positionMs).toBe(60_000)
  await vi.advanceTimersByTimeAsync(1)
  await player.play()
  expect(player.positionMs).toBe(0)
})

for (const rate of [0.5, 1, 2, 3]) {
  test(`PAS-14 a clip stops at its end at ${rate}x`, async () => {
    await ready(60)
    player.setRate(rate)
    await player.toggleClip({ key: 'u1', startMs: 10_000, endMs: 13_000 })
    await vi.advanceTimersByTimeAsync(3000 / rate - 20)
    expect(player.getSnapshot()).toMatchObject({ isPlaying: true, clip: { key: 'u1' } })
    await vi.advanceTimersByTimeAsync(40)
    expect(player.getSnapshot()).toMatchObject({ isPlaying: false, clip: undefined })
    expect(Math.abs(player.positionMs - 13_000)).toBeLessThanOrEqual(16)
  })
}

test('PAS-14 the rate may change, the sound may stall and a seek may happen inside a clip', async () => {
  await ready(60)
  await player.toggleClip({ key: 'u1', startMs: 0, endMs: 10_000 })
  await vi.advanceTimersByTimeAsync(2000)
  player.setRate(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(player.positionMs).toBeCloseTo(4000, -1)
  media.stall()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(player.getSnapshot()).toMatchObject({ isPlaying: true, isWaiting: true })
  media.goOn()
  player.seek(9000)
  await vi.advanceTimersByTimeAsync(10)
  expect(player.getSnapshot().clip?.key).toBe('u1')
  await vi.advanceTimersByTimeAsync(600)
  expect(player.getSnapshot().isPlaying).toBe(false)
  expect(Math.abs(player.positionMs - 10_000)).toBeLessThanOrEqual(16)
})

test('PAS-14 a clip under way pauses and goes on; another one takes over; a seek out of it ends it', async () => {
  await ready(60)
  const first = { key: 'u1', startMs: 1000, endMs: 5000 }
  await player.toggleClip(first)
  await vi.advanceTimersByTimeAsync(1000)
  await player.toggleClip(first)
  expect(player.getSnapshot().isPlaying).toBe(false)
  await player.toggleClip(first)
  expect(player.positionMs).toBeCloseTo(2000, -1)
  await player.toggleClip({ key: 'u2', startMs: 20_000, endMs: 21_000 })
  expect(player.positionMs).toBe(20_000)
  player.seek(30_000)
  await vi.advanceTimersByTimeAsync(5000)
  expect(player.getSnapshot()).toMatchObject({ clip: undefined, isPlaying: true })
})

const codes: [number, string][] = [
  [1, 'Audio playback aborted.'],
  [2, 'A network error caused the audio download to fail.'],
  [
    3,
    'The audio playback was aborted due to a corruption problem or because the audio used features your browser did not support.',
  ],
  [
    4,
    'The audio could not be loaded, either because the server or network failed or because the format is not supported.',
  ],
  [9, 'An unknown error occurred.'],
]
for (const [code, text] of codes) {
  test(`PAS-16 error code ${code} has its text and lets the element go`, async () => {
    const inited = player.init('/a.flac')
    media.fail(code)
    await expect(inited).rejects.toThrow(text)
    expect(player.getSnapshot()).toMatchObject({ phase: 'failed', failure: { message: text } })
    expect(player.media).toBeUndefined()
    expect(media.src).toBe('')
  })
}

test.each(['OnMediaSinkAudioError', 'AUDIO_RENDERER_ERROR: audio render error'])(
  'PAS-16 a decoding error named %s says that there is no sound device, not that the audio is corrupt',
  async message => {
    await ready()
    await player.play()
    media.fail(3, message)
    expect(player.getSnapshot()).toMatchObject({
      phase: 'failed',
      failure: { message: expect.stringContaining('no sound device') },
    })
  },
)

test('PAS-16 an error while playing destroys the player too', async () => {
  await ready()
  await player.play()
  media.fail(2)
  expect(player.getSnapshot()).toMatchObject({ phase: 'failed', isPlaying: false })
  expect(() => player.seek(1)).toThrow('Local player is not inited...')
})

test('PAS-16 init gives up after 120000 ms', async () => {
  const inited = player.init('/a.flac')
  const outcome = expect(inited).rejects.toThrow('Failed local player start')
  await vi.advanceTimersByTimeAsync(119_999)
  expect(phase()).toBe('initing')
  await vi.advanceTimersByTimeAsync(1)
  await outcome
  expect(phase()).toBe('failed')
})

test('PAS-17 a missing player and a refused start have their texts', async () => {
  await expect(player.play()).rejects.toThrow('Local player is not inited...')
  await ready()
  media.refusal = new Error('play() needs a gesture')
  await expect(player.play()).rejects.toThrow('Failed local player start: play() needs a gesture')
  media.refusal = Object.assign(new Error('interrupted'), { name: 'AbortError' })
  await expect(player.play()).resolves.toBeUndefined()
})

test('PAS-18 destroying releases the element, every timer and every listener', async () => {
  await ready()
  player.setRate(2)
  await player.toggleClip({ key: 'u', startMs: 0, endMs: 9000 })
  await vi.advanceTimersByTimeAsync(1)
  player.destroy()
  expect(media.paused).toBe(true)
  expect(media.src).toBe('')
  expect(vi.getTimerCount()).toBe(0)
  expect(player.getSnapshot()).toMatchObject({ phase: 'none', durationMs: 0, clip: undefined, rate: 2 })
})

test('the rate stays between 0.25 and 3 and is kept over recordings', async () => {
  player.setRate(9)
  await ready()
  expect(media.playbackRate).toBe(3)
  player.setRate(0.1)
  expect(media.playbackRate).toBe(0.25)
})

test('the volume is bounded, and kept for the next recording', async () => {
  player.setVolume(1.7)
  expect(player.getSnapshot().volume).toBe(1)
  player.setVolume(0.4)
  player.destroy()
  expect(player.getSnapshot().volume).toBe(0.4)
})
