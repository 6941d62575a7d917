import { expect, test } from 'vitest'
import { lifeScale } from './life-scale'

const mark = (label: string, second: number) => ({
  label,
  at: new Date(1_000_000 + second * 1000).toISOString(),
})
const places = (marks: { label: string; at: string }[]) =>
  lifeScale(marks).groups.flatMap(({ marks }) => marks.map(({ place }) => place))

test('each station is at its place on the scale, near ones share their labels, and no labels overlap', () => {
  const scale = lifeScale([
    ...[mark('Created', 0), mark('Room up', 1), mark('First sound', 10), mark('First text', 50)],
    ...[mark('Last text', 90), mark('Left', 99), mark('Ended', 100)],
  ])
  expect(scale.groups.flatMap(({ marks }) => marks.map(({ place }) => place))).toEqual([
    0, 0.01, 0.1, 0.5, 0.9, 0.99, 1,
  ])
  expect(scale.groups.map(({ marks }) => marks.map(({ label }) => label))).toEqual([
    ['Created', 'Room up', 'First sound'],
    ['First text'],
    ['Last text', 'Left', 'Ended'],
  ])
  expect(scale.groups.map(({ place }) => Number(place.toFixed(2)))).toEqual([0, 0.5, 0.83])
  expect(scale.heard).toEqual([0.1, 1])
  expect(scale.breakMs).toBeUndefined()
  expect(scale.groups[0]!.marks.map(({ afterMs }) => afterMs)).toEqual([undefined, 1000, 9000])
})

test('what came long after the meeting stands behind a break and does not press the rest together', () => {
  const day = 86_400
  const scale = lifeScale([
    mark('Created', 0),
    mark('First sound', 50),
    mark('Ended', 100),
    mark('Deleted', day),
  ])
  expect(scale.breakMs).toBe((day - 100) * 1000)
  expect(scale.groups.at(-1)!.marks.map(({ label }) => label)).toEqual(['Deleted'])
  const [created, heard, ended, deleted] = places([
    ...[mark('Created', 0), mark('First sound', 50), mark('Ended', 100), mark('Deleted', day)],
  ])
  expect(created).toBe(0)
  expect(heard! / ended!).toBeCloseTo(0.5)
  expect(ended).toBeLessThan(1 - 1 / 6)
  expect(deleted).toBe(1)
})

test('any number of stations at any places leaves each group of labels its width', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const seconds = Array.from({ length: 1 + (seed % 14) }, (_, n) => (seed * 7919 * (n + 1) ** 2) % 1000)
    const marks = seconds
      .sort((a, b) => a - b)
      .map((second, n) => mark(n === 3 ? 'Ended' : `Station ${n}`, second))
    const begins = lifeScale(marks).groups.map(({ place }) => place)
    begins.forEach((begin, index) => {
      const next = begins[index + 1] ?? 1
      expect(begin).toBeGreaterThanOrEqual(0)
      expect(next - begin).toBeGreaterThan(1 / 6 - 1e-9)
    })
  }
})
