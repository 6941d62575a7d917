import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { expect, test, vi } from 'vitest'
import { RecognitionFeed } from './recognition-feed'

const SECOND = SAMPLE_RATE_HZ

/** A stream whose samples are the number of their second, and an engine that takes as much as the test sets. */
function scripted({ takes = Number.POSITIVE_INFINITY } = {}) {
  const engine = { takes, isCrowded: false, isIdle: false, isBlocked: false, isAway: false }
  const given: (string | number)[] = []
  const reads: [number, number][] = []
  const sound = (from: number, to: number) =>
    Int16Array.from({ length: to - from }, (_, at) => Math.floor((from + at) / SECOND))
  const failures: unknown[] = []
  const feed = new RecognitionFeed({
    anchorMs: 10_000,
    offTheRecord: [{ startMs: 1_010_000, endMs: 1_011_000 }],
    isBlocked: () => engine.isBlocked,
    onFailure: error => failures.push(error),
    read: async (from, to) => {
      if (engine.isAway) throw new Error('the storage is away')
      reads.push([from / SECOND, to / SECOND])
      return sound(from, to)
    },
    recognizer: {
      get isCrowded() {
        return engine.isCrowded
      },
      get isIdle() {
        return engine.isIdle
      },
      write: (atMs, pcm) => {
        for (let at = 0; at < pcm.length; at += SECOND) given.push(pcm[at]!)
        expect(Math.round(atMs)).toBe(
          10_000 + (given.filter(one => one !== 'pause').length - pcm.length / SECOND) * 1000,
        )
        engine.takes -= pcm.length / SECOND
        return engine.takes > 0
      },
      pause: () => given.push('pause'),
    },
  })
  const hear = (second: number, isRecorded = true) =>
    feed.push(second * SECOND, sound(second * SECOND, (second + 1) * SECOND), isRecorded)
  return { feed, engine, given, reads, hear, failures }
}

const range = (to: number) => Array.from({ length: to }, (_, at) => at)

test('an engine that keeps up gets each frame at once, from memory', () => {
  const { given, reads, hear, feed } = scripted()
  for (const second of range(20)) hear(second)
  expect(given).toEqual(range(20))
  expect(reads).toEqual([])
  expect(feed.waitingMs).toBe(0)
})

test('an engine that is behind gets the rest in order, what is old from the storage', async () => {
  const { given, reads, hear, feed, engine } = scripted({ takes: 2 })
  for (const second of range(40)) hear(second)
  expect(given).toEqual([0, 1])
  expect(feed.waitingMs).toBe(38_000)
  while (feed.waitingMs > 0) {
    engine.takes = 1
    feed.drained()
    await vi.waitFor(() => expect(engine.takes).toBeLessThanOrEqual(0))
  }
  expect(given).toEqual(range(40))
  // Only the newest ten seconds were in memory.
  expect(reads.at(-1)![1]).toBe(30)
  expect(reads[0]![0]).toBe(2)
})

test('a pause keeps its place, and a new stretch waits while too many are being ended', async () => {
  const { given, hear, feed, engine } = scripted({ takes: 1 })
  hear(0)
  hear(1)
  feed.pause()
  engine.isCrowded = true
  hear(2)
  expect(given).toEqual([0])
  engine.isCrowded = false
  engine.takes = 1
  feed.drained()
  engine.isCrowded = true
  expect(given).toEqual([0, 1, 'pause', 2])
  hear(3)
  expect(given).toEqual([0, 1, 'pause', 2])
  engine.isCrowded = false
  engine.takes = 5
  feed.drained()
  feed.pause()
  await feed.flushed()
  expect(given).toEqual([0, 1, 'pause', 2, 3, 'pause'])
})

test('nothing is given while results have nowhere to go, and what was not given is known at the end', async () => {
  const { given, hear, feed, engine } = scripted()
  engine.isBlocked = true
  hear(0)
  feed.pause()
  hear(1)
  const all = feed.flushed()
  expect(given).toEqual([])
  expect(feed.close()).toEqual([
    { startMs: 10_000, endMs: 11_000 },
    { startMs: 11_000, endMs: 12_000 },
  ])
  await all
})

test('a storage that is away is asked again, and named once', async () => {
  const { given, hear, feed, engine, failures } = scripted({ takes: 1 })
  for (const second of range(20)) hear(second)
  engine.isAway = true
  engine.takes = 100
  feed.drained()
  await vi.waitFor(() => expect(failures).toHaveLength(1))
  feed.pump()
  engine.isAway = false
  await vi.waitFor(() => {
    feed.pump()
    expect(given).toEqual(range(20))
  })
  expect(failures).toHaveLength(1)
})

test('what is not recorded is kept in memory for a minute', async () => {
  const { given, reads, hear, feed, engine } = scripted({ takes: 1 })
  for (const second of range(50)) hear(second, false)
  engine.takes = 100
  feed.drained()
  expect(given).toEqual(range(50))
  expect(reads).toEqual([])
})

test('an engine that fails gets again what it had no text of, from the storage, and then the rest', async () => {
  const fed: [atMs: number, seconds: number][] = []
  const engine = { isIdle: false, isCrowded: false }
  const feed = new RecognitionFeed({
    anchorMs: 10_000,
    offTheRecord: [],
    isBlocked: () => false,
    onFailure: error => expect.fail(String(error)),
    read: async (from, to) => new Int16Array(to - from),
    recognizer: {
      get isIdle() {
        return engine.isIdle
      },
      get isCrowded() {
        return engine.isCrowded
      },
      pause: () => fed.push([0, 0]),
      write: (atMs, pcm) => {
        engine.isIdle = false
        fed.push([atMs, pcm.length / SECOND])
        return true
      },
    },
  })
  for (const second of range(3)) feed.push(second * SECOND, new Int16Array(SECOND), true)
  // It fails with two of three seconds without text, and is tried again later.
  Object.assign(engine, { isIdle: true, isCrowded: true })
  expect(feed.giveAgain({ startMs: 11_000, endMs: 13_000 })).toBe(true)
  feed.drained()
  feed.push(3 * SECOND, new Int16Array(SECOND), true)
  expect(feed.waitingMs).toBe(3_000)
  expect(fed).toHaveLength(3)
  engine.isCrowded = false
  feed.pump()
  await vi.waitFor(() => expect(feed.waitingMs).toBe(0))
  expect(fed.slice(3).reduce((sum, [, seconds]) => sum + seconds, 0)).toBe(3)
  expect(fed[3]![0]).toBe(11_000)
  // No pause between: a sentence is recognised as one.
  expect(fed.slice(3).map(([atMs]) => atMs)).not.toContain(0)
})

test('what is not recorded cannot be given again', () => {
  const { hear, feed } = scripted()
  for (const second of range(3)) hear(second, false)
  expect(feed.giveAgain({ startMs: 11_000, endMs: 13_000 })).toBe(false)
})

test('what was given back and is not given again when it closes is not lost', () => {
  const { hear, feed, engine } = scripted()
  for (const second of range(3)) hear(second)
  engine.isCrowded = true
  feed.giveAgain({ startMs: 11_000, endMs: 13_000 })
  expect(feed.close()).toEqual([{ startMs: 11_000, endMs: 13_000 }])
})
