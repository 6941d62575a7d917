import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SpeechError } from '../speech-error'
import { type SpeechSlot, SpeechSlots } from './speech-slots'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LEASE_MS = 5_000
const WAIT_MS = 10_000

function setUp(capacity: number) {
  const slots = new SpeechSlots({ capacity: () => capacity, leaseMs: LEASE_MS, waitMs: WAIT_MS })
  const open = (userId: string, inMeeting = false) => slots.admit({ userId, inMeeting })
  return { slots, open }
}

/** The state of an acquisition at this moment. */
async function standing(acquired: Promise<void>): Promise<'held' | 'waiting' | SpeechError> {
  let now: 'held' | 'waiting' | SpeechError = 'waiting'
  void acquired.then(
    () => (now = 'held'),
    error => (now = error),
  )
  await vi.advanceTimersByTimeAsync(0)
  return now
}

async function hold(...streams: SpeechSlot[]): Promise<void> {
  for (const stream of streams) expect(await standing(stream.acquire())).toBe('held')
}

/** Everyone speaks in real time for so long. */
async function speak(ms: number, ...streams: SpeechSlot[]): Promise<void> {
  for (let at = 0; at < ms; at += 100) {
    await vi.advanceTimersByTimeAsync(100)
    for (const stream of streams) stream.spoke(100)
  }
}

test('an open stream holds no slot before it has speech', async () => {
  const { slots, open } = setUp(2)
  for (let count = 0; count < 6; count++) open(`user-${count}`)
  expect(slots).toMatchObject({ open: 6, inUse: 0 })
  await hold(open('speaker'), open('speaker'))
  expect(slots.inUse).toBe(2)
})

test('what a user has open on other machines counts for the limit of one user, and for no slot', async () => {
  const { slots } = setUp(1)
  const owner = { userId: 'a', inMeeting: false }
  slots.admit({ ...owner, openElsewhere: 3 })
  expect(() => slots.admit({ ...owner, openElsewhere: 3 })).toThrow('A user may have 4 open streams')
  expect(slots).toMatchObject({ open: 1, refused: 1 })
  slots.admit({ ...owner, openElsewhere: 2 })
  slots.admit({ userId: 'b', inMeeting: false })
})

test('one user takes every free slot, and gives the one with the oldest speech up when another asks', async () => {
  const { slots, open } = setUp(4)
  const many = [open('a'), open('a'), open('a'), open('a')]
  await hold(...many)
  await speak(1_000, ...many)
  await speak(500, many[0]!, many[2]!, many[3]!)
  const other = open('b')
  await hold(other)
  expect(slots.inUse).toBe(4)
  // It asks again at its next sentence, and waits: it is of the user who holds the most.
  expect(await standing(many[1]!.acquire())).toBe('waiting')
  await hold(open('b'))
  for (const stream of many) stream.release()
  expect(slots.inUse).toBe(2)
})

test('two users with the same number of slots leave each other alone', async () => {
  const { open } = setUp(2)
  const [one, two] = [open('a'), open('b')]
  await hold(one, two)
  const third = open('c')
  const asked = third.acquire()
  expect(await standing(asked)).toBe('waiting')
  await speak(2_000, one, two)
  expect(await standing(asked)).toBe('waiting')
  one.release()
  expect(await standing(asked)).toBe('held')
})

test('a slot without speech goes to a stream that waits', async () => {
  const { open } = setUp(2)
  const [silent, speaking] = [open('a'), open('b')]
  await hold(silent, speaking)
  const asked = open('c').acquire()
  await speak(LEASE_MS + 500, speaking)
  expect(await standing(asked)).toBe('held')
  // The other one was speaking, and keeps its own.
  await hold(speaking)
  expect(await standing(silent.acquire())).toBe('waiting')
})

test('a trickle of speech far below real time keeps no slot', async () => {
  const { open } = setUp(1)
  const trickle = open('a')
  await hold(trickle)
  const asked = open('b').acquire()
  for (let second = 0; second < 8; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    trickle.spoke(32)
  }
  expect(await standing(asked)).toBe('held')
})

test('meetings take back up to half of the slots from users who speak, and keep them', async () => {
  const { slots, open } = setUp(4)
  const alone = ['a', 'b', 'c', 'd'].map(user => open(user))
  await hold(...alone)
  const meeting = [open('host', true), open('guest', true)]
  await hold(...meeting)
  expect(slots.inUse).toBe(4)
  expect(await standing(open('late', true).acquire())).toBe('waiting')
  expect(await standing(open('e').acquire())).toBe('waiting')
  await speak(1_000, ...meeting)
  await hold(...meeting)
})

test('one user who sends many streams into a meeting does not keep another user out', async () => {
  const { open } = setUp(4)
  const flood = Array.from({ length: 4 }, () => open('a', true))
  await hold(...flood)
  await hold(open('b'))
  await hold(open('c', true))
})

test('a stream that gets no slot in time is refused, and counted', async () => {
  const { slots, open } = setUp(1)
  const holder = open('a')
  await hold(holder)
  const asked = open('b').acquire()
  const refused = expect(asked).rejects.toMatchObject({ reason: 'capacity' })
  await speak(WAIT_MS + 100, holder)
  await refused
  expect(slots.refused).toBe(1)
})

test('open streams are bounded, of one user and of all', () => {
  const { open } = setUp(1)
  const fill = (userId: string) => Array.from({ length: 4 }, () => open(userId))
  const first = fill('a')
  expect(() => open('a')).toThrow(expect.objectContaining({ reason: 'user_limit' }))
  for (const user of ['b', 'c', 'd']) fill(user)
  expect(() => open('e')).toThrow(expect.objectContaining({ reason: 'capacity' }))
  first[0]!.release()
  open('e')
})

test('a stream that ends while it waits, and the end of the engine, leave nothing waiting', async () => {
  const { slots, open } = setUp(1)
  await hold(open('a'))
  const leaving = open('b')
  const left = leaving.acquire()
  const closed = open('c').acquire()
  leaving.release()
  expect(await standing(left)).toBe('held')
  const rejected = expect(closed).rejects.toMatchObject({ reason: 'closed' })
  slots.close()
  await rejected
  expect(vi.getTimerCount()).toBe(0)
})
