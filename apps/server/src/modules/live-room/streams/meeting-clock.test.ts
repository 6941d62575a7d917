import { expect, test } from 'vitest'
import { MeetingClock, steadyClock } from './meeting-clock'

test('a system clock that is set back an hour does not move the meeting back', () => {
  let wall = Date.UTC(2026, 2, 4, 5, 0, 0)
  let ticks = 50
  const startedAt = new Date(wall - 1000)
  const clock = new MeetingClock(
    startedAt,
    steadyClock(wall, () => ticks),
  )
  expect(clock.ms).toBe(1000)
  wall -= 3_600_000
  ticks += 250
  expect(clock.ms).toBe(1250)
  expect(clock.at(1250)).toEqual(new Date(startedAt.getTime() + 1250))
})

test('a meeting goes by the steady clock', async () => {
  const clock = new MeetingClock(new Date())
  const now = Date.now
  const before = clock.ms
  try {
    Date.now = () => now() - 3_600_000
    expect(clock.ms).toBeGreaterThanOrEqual(before)
  } finally {
    Date.now = now
  }
})

test('a meeting that is opened again after the clock was set back goes on behind the sound it holds', () => {
  let wall = Date.UTC(2026, 2, 4, 5, 0, 0)
  const clock = new MeetingClock(new Date(wall + 3_540_000), () => wall)
  expect(clock.ms).toBe(0)
  clock.atLeast(62_000)
  expect(clock.ms).toBe(62_000)
  clock.atLeast(10_000)
  wall += 100
  expect(clock.ms).toBe(62_100)
})

test('the time of a call passes though the clock was set back by an hour before its room was opened', () => {
  let steady = Date.UTC(2026, 2, 4, 5, 0, 0)
  const clock = new MeetingClock(new Date(steady + 3_600_000), () => steady)
  steady += 90_000
  expect(clock.ms).toBe(90_000)
})
