import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scriptedTraining } from './scripted-training.test-support'
import { TrainingRoom } from './training-room'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const item = (id: string) => ({ id, uri: `/sound/${id}`, lengthMs: 6000 })

function setUp() {
  const training = scriptedTraining()
  const room = new TrainingRoom({ ...training.options, region: 'us-east' })
  return { ...training, room, player: room.player }
}

test('TRN-03 the former player is destroyed before another shard is set up', async () => {
  const { player, media } = setUp()
  const first = player.toggle(item('u1'))
  media[0]!.arrive(6)
  await first
  expect(media[0]!.paused).toBe(false)
  const second = player.toggle(item('u2'))
  expect(media[0]!.paused).toBe(true)
  expect(media[0]!.src).toBe('')
  media[1]!.arrive(6)
  await second
  expect(media[1]!.src).toBe('/sound/u2')
  expect(media[1]!.paused).toBe(false)
  expect(player.getSnapshot().id).toBe('u2')
})

test('TRN-03 a toggle pauses and goes on; at the end it seeks to 0 first', async () => {
  const { player, media } = setUp()
  const started = player.toggle(item('u1'))
  media[0]!.arrive(6)
  await started
  await vi.advanceTimersByTimeAsync(2000)
  await player.toggle(item('u1'))
  expect(media[0]!.paused).toBe(true)
  expect(media[0]!.currentTime).toBeCloseTo(2, 1)
  await player.toggle(item('u1'))
  await vi.advanceTimersByTimeAsync(4500)
  media[0]!.pause()
  expect(player.player.positionMs).toBe(6000)
  await player.toggle(item('u1'))
  await vi.advanceTimersByTimeAsync(500)
  expect(media[0]!.paused).toBe(false)
  expect(media[0]!.currentTime).toBeLessThan(1)
  expect(media).toHaveLength(1)
})

test('a shard that was left while it loaded neither plays nor complains', async () => {
  const { player, media, toasts } = setUp()
  const first = player.toggle(item('u1'))
  const second = player.toggle(item('u2'))
  media[1]!.arrive(6)
  await Promise.all([first, second])
  expect(player.getSnapshot().id).toBe('u2')
  expect(media[1]!.paused).toBe(false)
  expect(toasts).toEqual([])
})

test('a signed address that expired is asked for again', async () => {
  const { player, media, toasts } = setUp()
  const started = player.toggle(item('u1'))
  media[0]!.fail(4)
  await vi.waitFor(() => expect(media[0]!.src).toBe('/fresh/u1'))
  media[0]!.arrive(6)
  await started
  expect(media[0]!.paused).toBe(false)
  expect(toasts).toEqual([])
})

test('TRN-03 an address that expired during a long pause is asked for again, and the sound goes on where it was', async () => {
  const { player, media, toasts } = setUp()
  const started = player.toggle(item('u1'))
  media[0]!.arrive(6)
  await started
  await vi.advanceTimersByTimeAsync(2000)
  await player.toggle(item('u1'))
  await vi.advanceTimersByTimeAsync(3_600_000)
  await player.toggle(item('u1'))
  media[0]!.fail(2)
  await vi.waitFor(() => expect(media[0]!.src).toBe('/fresh/u1'))
  media[0]!.arrive(6)
  await vi.advanceTimersByTimeAsync(500)
  expect(media[0]!.paused).toBe(false)
  expect(media[0]!.currentTime).toBeCloseTo(2.5, 1)
  expect(toasts).toEqual([])
})

test('the speed stays from one shard to the next', async () => {
  const { player, media } = setUp()
  player.player.setRate(1.5)
  const started = player.replay(item('u1'))
  media[0]!.arrive(6)
  await started
  expect(media[0]!.playbackRate).toBe(1.5)
})
