import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareByStart, orderByStart } from '../read/order'
import { currentAt, gapAt, gapsOf, nextBoundaryAfter } from '../testing/cue-lookups'
import { createCueCursor } from './cue-cursor'
import { buildCueIndex, litAt } from './cue-index'

interface Item {
  id: string
  startMs: number
  endMs: number
}

/** A short clock, so that overlaps, equal starts, touching and zero-length items are the rule. */
const items = fc
  .uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }),
      startMs: fc.nat(40),
      lengthMs: fc.oneof(fc.constant(0), fc.nat(6), fc.nat(40)),
    }),
    { selector: item => item.id, maxLength: 30 },
  )
  .map(list => list.map(({ id, startMs, lengthMs }): Item => ({ id, startMs, endMs: startMs + lengthMs })))

function covers(item: Item, ms: number): boolean {
  return item.startMs <= ms && ms < Math.max(item.endMs, item.startMs + 1)
}

/** The Readings, said naively over items in no order. */
function oracle(all: readonly Item[], ms: number) {
  const lit = all.filter(item => covers(item, ms)).sort(compareByStart)
  return { lit: lit.map(item => item.id), current: lit.at(-1)?.id }
}

/** Integer items change only at whole milliseconds, so a gap can be walked. */
function oracleGap(all: readonly Item[], ms: number, durationMs: number) {
  if (all.some(item => covers(item, ms))) return undefined
  let startMs = ms
  while (startMs > 0 && !all.some(item => covers(item, startMs - 1))) startMs--
  let endMs = ms + 1
  const last = Math.max(0, ...all.map(item => Math.max(item.endMs, item.startMs + 1)))
  if (startMs >= last) return { startMs, endMs: durationMs > last ? durationMs : Number.POSITIVE_INFINITY }
  while (!all.some(item => covers(item, endMs))) endMs++
  return { startMs, endMs }
}

function indexOf(all: readonly Item[], durationMs?: number) {
  const ordered = orderByStart(all)
  const index = buildCueIndex(
    ordered.map(item => item.startMs),
    ordered.map(item => item.endMs),
    durationMs,
  )
  return { ordered, index }
}

test('PAS-15 at every millisecond the lit items, the current one and the gap are the oracle’s', () => {
  fc.assert(
    fc.property(items, fc.nat(120), (all, durationMs) => {
      const { ordered, index } = indexOf(all, durationMs)
      for (let ms = 0; ms <= 90; ms++) {
        const expected = oracle(all, ms)
        expect(litAt(index, ms).map(i => ordered[i]!.id)).toEqual(expected.lit)
        expect(ordered[currentAt(index, ms)]?.id).toBe(expected.current)
        expect(gapAt(index, ms)).toEqual(oracleGap(all, ms, durationMs))
      }
    }),
  )
})

test('PAS-15 items given out of order are found all the same, ties by position', () => {
  fc.assert(
    fc.property(items, fc.nat(80), (all, ms) => {
      const index = buildCueIndex(
        all.map(item => item.startMs),
        all.map(item => item.endMs),
      )
      const lit = all
        .map((item, position) => ({ item, position }))
        .filter(({ item }) => covers(item, ms))
        .sort((a, b) => a.item.startMs - b.item.startMs || a.position - b.position)
      expect(litAt(index, ms)).toEqual(lit.map(({ position }) => position))
      expect(currentAt(index, ms)).toBe(lit.at(-1)?.position ?? -1)
    }),
  )
})

test('PAS-15 lit items are found across hundreds of others, long ones from the start included', () => {
  const many = Array.from({ length: 1000 }, (_, i) => ({ id: `b${i}`, startMs: i * 10, endMs: i * 10 + 8 }))
  const all = [{ id: 'a', startMs: 0, endMs: 9000 }, ...many, { id: 'c', startMs: 3205, endMs: 3206 }]
  const { ordered, index } = indexOf(all)
  for (const ms of [0, 8, 641, 3205, 5009, 8999, 9000, 9995, 9999]) {
    expect(litAt(index, ms).map(i => ordered[i]!.id)).toEqual(oracle(all, ms).lit)
  }
})

test('PAS-15 gaps and items together cover the clock once', () => {
  fc.assert(
    fc.property(items, fc.nat(120), (all, durationMs) => {
      const gaps = gapsOf(indexOf(all, durationMs).index)
      for (let ms = 0; ms < durationMs; ms++) {
        const inGaps = gaps.filter(gap => gap.startMs <= ms && ms < gap.endMs).length
        expect(inGaps).toBe(all.some(item => covers(item, ms)) ? 0 : 1)
      }
      expect(gaps.every(gap => gap.endMs > gap.startMs)).toBe(true)
    }),
  )
})

test('PAS-15 nothing changes before the next boundary, and something does at it', () => {
  fc.assert(
    fc.property(items, fc.nat(80), (all, ms) => {
      const { index } = indexOf(all)
      const next = nextBoundaryAfter(index, ms)
      const now = oracle(all, ms).lit
      for (let later = ms; later < Math.min(next, 100); later++) expect(oracle(all, later).lit).toEqual(now)
      if (Number.isFinite(next)) expect(oracle(all, next).lit).not.toEqual(now)
      else expect(now).toEqual([])
    }),
  )
})

test('PAS-15 a cursor agrees with a fresh lookup after any playing and seeking', () => {
  const moves = fc.array(fc.oneof(fc.record({ by: fc.nat(4) }), fc.record({ to: fc.nat(90) })), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(items, moves, (all, path) => {
      const { index } = indexOf(all)
      const cursor = createCueCursor(index)
      let ms = 0
      let before: unknown
      for (const move of path) {
        ms = 'by' in move ? ms + move.by : move.to
        const changed = cursor.moveTo(ms)
        expect(cursor.current).toBe(currentAt(index, ms))
        expect(cursor.lit).toEqual(litAt(index, ms))
        expect(cursor.gap).toEqual(gapAt(index, ms))
        expect(cursor.nextBoundaryMs).toBe(nextBoundaryAfter(index, ms))
        const now = JSON.stringify([cursor.lit, cursor.gap])
        if (before !== undefined && !changed) expect(now).toBe(before)
        before = now
      }
    }),
  )
})

test('PAS-15 an empty meeting is one gap', () => {
  const index = buildCueIndex([], [], 5000)
  expect(currentAt(index, 100)).toBe(-1)
  expect(litAt(index, 100)).toEqual([])
  expect(gapAt(index, 100)).toEqual({ startMs: 0, endMs: 5000 })
  expect(gapsOf(index)).toEqual([{ startMs: 0, endMs: 5000 }])
})
