import { expect, test } from 'vitest'
import { scatteredVoices } from '../../testing/scattered-voices'
import { type ProjectedWindow, withOutlierVoices } from './outlier-voices'

const size = 50
const variances = new Float32Array(size).fill(4)
/** Two people take turns for a minute; the third is named as the second. */
const truth = Array.from({ length: 120 }, (_, at) => Math.floor(at / 20) % 2)
const names = [...truth, 1, 1, 1]
const places = scatteredVoices([...truth, 2, 2, 2], size, 8)

const windowsWith = (
  change: (window: ProjectedWindow, at: number) => Partial<ProjectedWindow> = () => ({}),
) =>
  places.map((row, at) => {
    const place = Float64Array.from(row)
    const window = { place, vector: Float32Array.from(place), count: 120, together: 0 }
    return { ...window, ...change(window, at) }
  })

const found = (windows: ProjectedWindow[], order = windows.map((_, at) => at)) =>
  withOutlierVoices(
    order.map(at => windows[at]!),
    order.map(at => names[at]!),
    variances,
    500,
  )

test('a person heard for a second and a half is a voice where it is clearly another', () => {
  const windows = windowsWith()
  const once = [...truth.keys(), 120]
  const { names: left, others } = found(windows, once)
  expect(others.size).toBe(1)
  expect(left.at(-1)).toBe([...others][0])
  expect(left.slice(0, -1)).toEqual(truth)
})

test('what the same person says later is of the same voice', () => {
  const windows = windowsWith()
  const twice = [...[...truth.keys()].slice(0, 50), 120, ...[...truth.keys()].slice(50), 121]
  const { names: left, others } = found(windows, twice)
  expect(others.size).toBe(1)
  expect(left[50]).toBe([...others][0])
  expect(left.at(-1)).toBe([...others][0])
})

test('too little speech, and two at once, make no new speaker', () => {
  const once = [...truth.keys(), 120]
  expect(
    found(
      windowsWith((_, at) => (at === 120 ? { count: 40 } : {})),
      once,
    ).others.size,
  ).toBe(0)
  expect(
    found(
      windowsWith((_, at) => (at === 120 ? { together: 0.5 } : {})),
      once,
    ).others.size,
  ).toBe(0)
})

test('a window that lies between two voices is of both, one after the other, and of no new speaker', () => {
  const middle = Float64Array.from(places[0]!, (value, d) => (value + places[20]![d]!) / 2)
  const once = [...truth.keys(), 120]
  // Its sound is like neither of them.
  expect(found(windowsWith(), once).others.size).toBe(1)
  expect(
    found(
      windowsWith((_, at) => (at === 120 ? { place: middle } : {})),
      once,
    ).others.size,
  ).toBe(0)
})

test('where everything is of known voices nothing changes', () => {
  const { names: left, others } = found(windowsWith(), [...truth.keys()])
  expect(left).toEqual(truth)
  expect(others.size).toBe(0)
})
