import { UNDO_MS } from '@livetap/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UndoOffers } from './undo-offers'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const offers = new UndoOffers()
  const done: string[] = []
  const offer = (text: string) =>
    offers.offer({
      text,
      onUndo: () => void done.push(`undo ${text}`),
      onSettled: () => void done.push(`settle ${text}`),
    })
  return { offers, done, offer, texts: () => offers.getSnapshot().offers.map(({ text }) => text) }
}

test('what was done can be taken back for ten seconds, once', () => {
  const { offers, done, offer, texts } = setUp()
  offer('a')
  offer('b')
  vi.advanceTimersByTime(UNDO_MS - 1)
  expect(texts()).toEqual(['a', 'b'])
  const [first] = offers.getSnapshot().offers
  offers.undo(first!.id)
  offers.undo(first!.id)
  expect(done).toEqual(['undo a'])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['undo a', 'settle b'])
  expect(texts()).toEqual([])
})

test('no time passes while someone is about to choose', () => {
  const { offers, done, offer, texts } = setUp()
  offer('a')
  vi.advanceTimersByTime(6_000)
  offers.hold()
  offer('b')
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['a', 'b'])
  offers.resume()
  vi.advanceTimersByTime(3_999)
  expect(done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['settle a'])
  vi.advanceTimersByTime(6_000)
  expect(done).toEqual(['settle a', 'settle b'])
})

test('the newest is taken back first; of too many the oldest is settled', () => {
  const { offers, done, offer, texts } = setUp()
  for (const text of ['a', 'b', 'c', 'd']) offer(text)
  expect(texts()).toEqual(['b', 'c', 'd'])
  expect(done).toEqual(['settle a'])
  offers.undoNewest()
  expect(done).toEqual(['settle a', 'undo d'])
})

test('what was withdrawn is neither taken back nor settled; what is left is settled when the page goes', () => {
  const { offers, done, offer, texts } = setUp()
  const withdraw = offer('a')
  offer('b')
  withdraw()
  withdraw()
  expect(texts()).toEqual(['b'])
  offers.settleAll()
  expect(done).toEqual(['settle b'])
  offers.undoNewest()
  vi.advanceTimersByTime(UNDO_MS)
  expect(done).toEqual(['settle b'])
})

test('a bar that goes while it is hovered does not hold the next one', () => {
  const { offers, done, offer } = setUp()
  offer('a')
  offers.hold()
  offers.undoNewest()
  offer('b')
  vi.advanceTimersByTime(UNDO_MS)
  expect(done).toEqual(['undo a', 'settle b'])
})
