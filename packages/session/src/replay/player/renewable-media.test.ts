import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Scope } from '../../scope'
import { FakeMedia } from './fake-media.test-support'
import { Player } from './player'

let scope: Scope
let media: FakeMedia
let player: Player
let renewals: { resolve: (url: string) => void; reject: (error: Error) => void }[]

beforeEach(async () => {
  vi.useFakeTimers()
  scope = new Scope()
  media = new FakeMedia()
  player = new Player(scope, () => media)
  renewals = []
  const inited = player.init('/old.flac', 10_800_000, () => {
    return new Promise<string>((resolve, reject) => renewals.push({ resolve, reject }))
  })
  media.arrive(10_800)
  await inited
})

afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

async function renewed(url = '/fresh.flac'): Promise<void> {
  renewals.at(-1)!.resolve(url)
  await vi.advanceTimersByTimeAsync(0)
  expect(media.src).toBe(url)
  media.arrive(10_800)
  await vi.advanceTimersByTimeAsync(0)
}

test('PAS-13 an address that expires while it plays is replaced; position, speed and volume stay', async () => {
  player.setRate(2)
  player.setVolume(0.5)
  await player.play()
  await vi.advanceTimersByTimeAsync(600_000)
  media.fail(2)
  expect(player.getSnapshot()).toMatchObject({ phase: 'playing', isPlaying: true, isWaiting: true })
  expect(player.positionMs).toBe(1_200_000)
  await renewed()
  expect(player.getSnapshot()).toMatchObject({ phase: 'playing', isWaiting: false, failure: undefined })
  await vi.advanceTimersByTimeAsync(1000)
  expect(player.positionMs).toBeCloseTo(1_202_000, -1)
  expect([media.playbackRate, media.volume]).toEqual([2, 0.5])
})

test('PAS-13 three hours play through, however often the address expires', async () => {
  await player.play()
  for (let minutes = 10; minutes < 180; minutes += 10) {
    await vi.advanceTimersByTimeAsync(600_000)
    media.fail(2)
    await renewed(`/fresh-${minutes}.flac`)
  }
  expect(player.getSnapshot()).toMatchObject({ phase: 'playing', isPlaying: true })
  expect(player.positionMs).toBeCloseTo(170 * 60_000, -1)
})

test('PAS-13 a seek after a long pause lands where it was meant, and stays paused', async () => {
  player.seek(7_200_000)
  media.fail(2)
  await renewed()
  expect(player.getSnapshot().isPlaying).toBe(false)
  expect(player.positionMs).toBe(7_200_000)
})

test('PAS-13 what is asked for while the fresh address is on its way holds', async () => {
  await player.play()
  await vi.advanceTimersByTimeAsync(5000)
  media.fail(2)
  player.seek(60_000)
  player.pause()
  expect(player.positionMs).toBe(60_000)
  expect(player.getSnapshot().isPlaying).toBe(false)
  await renewed()
  expect(player.positionMs).toBe(60_000)
  expect(media.paused).toBe(true)
  await player.play()
  await vi.advanceTimersByTimeAsync(1000)
  expect(player.positionMs).toBeCloseTo(61_000, -1)
})

test('PAS-16 an address that cannot be renewed, or fails when it is fresh, fails the player', async () => {
  media.fail(2)
  renewals[0]!.reject(new Error('signed out'))
  await vi.advanceTimersByTimeAsync(0)
  expect(player.getSnapshot()).toMatchObject({
    phase: 'failed',
    failure: { message: 'A network error caused the audio download to fail.' },
  })
  expect(renewals).toHaveLength(1)

  const again = player.init('/old.flac', 0, async () => '/fresh.flac')
  media.fail(4)
  await vi.advanceTimersByTimeAsync(0)
  expect(media.src).toBe('/fresh.flac')
  media.fail(4)
  await expect(again).rejects.toThrow('The audio could not be loaded')
})

test('PAS-16 what cannot be decoded is not asked for again', () => {
  media.fail(3)
  expect(player.getSnapshot().phase).toBe('failed')
  expect(renewals).toHaveLength(0)
})

test('PAS-18 a player that is destroyed during a renewal stays destroyed', async () => {
  await player.play()
  media.fail(2)
  player.destroy()
  renewals[0]!.resolve('/fresh.flac')
  await vi.advanceTimersByTimeAsync(0)
  expect(media.src).toBe('')
  expect(player.getSnapshot().phase).toBe('none')
})
