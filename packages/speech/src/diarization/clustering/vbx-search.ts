import { meanOf, type Rows } from './rows'
import { type VbxResult, type VbxSettings, vbx } from './vbx'

/**
 * A chain stops in the optimum nearest to its guess: a voice that the guess joined with another is never found again, and
 * one that it split may live on. So voices are joined and split as long as that explains the windows better.
 */

const MAX_MOVES = 20
/** Of all pairs those that lie nearest to each other are tried. */
const MAX_PAIRS = 3
/** A voice of fewer windows is not split. */
const MIN_TO_SPLIT = 6
const POWER_TURNS = 15

const numbered = (names: readonly number[]): number[] => {
  const order = new Map<number, number>()
  return names.map(name => {
    if (!order.has(name)) order.set(name, order.size)
    return order.get(name)!
  })
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let d = 0; d < one.length; d++) sum += one[d]! * other[d]!
  return sum
}

/** On which side of their middle windows lie, in the direction in which they differ most. */
function sidesOf(rows: Rows): boolean[] {
  const mean = meanOf(rows)
  const around = rows.map(row => row.map((value, d) => value - mean[d]!))
  let direction = Float64Array.from(mean, (_, d) => Math.sin(d + 1))
  for (let turn = 0; turn < POWER_TURNS; turn++) {
    const next = new Float64Array(mean.length)
    for (const row of around) {
      const along = dot(row, direction)
      for (let d = 0; d < next.length; d++) next[d]! += along * row[d]!
    }
    const length = Math.sqrt(dot(next, next)) || 1
    direction = next.map(value => value / length)
  }
  return around.map(row => dot(row, direction) > 0)
}

function joins(windows: Rows, names: readonly number[], voices: number): number[][] {
  const middles = Array.from({ length: voices }, (_, v) => meanOf(windows.filter((_, t) => names[t] === v)))
  const pairs = middles.flatMap((one, a) =>
    middles.slice(0, a).map((other, b) => {
      const apart = one.map((value, d) => value - other[d]!)
      return { a, b, apart: dot(apart, apart) }
    }),
  )
  pairs.sort((one, other) => one.apart - other.apart)
  return pairs.slice(0, MAX_PAIRS).map(({ a, b }) => names.map(name => (name === a ? b : name)))
}

function splits(windows: Rows, names: readonly number[], voices: number): number[][] {
  return Array.from({ length: voices }, (_, v) => v).flatMap(voice => {
    const own = names.flatMap((name, t) => (name === voice ? [t] : []))
    if (own.length < MIN_TO_SPLIT) return []
    const guess = [...names]
    const sides = sidesOf(own.map(t => windows[t]!))
    own.forEach((t, i) => {
      if (sides[i]) guess[t] = voices
    })
    return [guess]
  })
}

/** The voice of each window, beginning from a guess. */
export function vbxSearch(
  windows: Rows,
  guess: readonly number[],
  variances: Float32Array,
  settings: VbxSettings,
): number[] {
  const from = (guessed: readonly number[]): VbxResult => {
    const { names, bound } = vbx(windows, numbered(guessed), variances, settings)
    return { names: numbered(names), bound }
  }
  const bestOf = (guesses: readonly number[][], than: VbxResult) =>
    guesses
      .map(from)
      .reduce((best, shortSettings) => (shortSettings.bound > best.bound ? shortSettings : best), than)
  // Voices that died out in the first chain cost it something: the second is without them.
  let best = from(from(guess).names)
  for (let move = 0; move < MAX_MOVES; move++) {
    const voices = Math.max(...best.names) + 1
    const joined = bestOf(joins(windows, best.names, voices), best)
    const next = joined === best ? bestOf(splits(windows, best.names, voices), best) : joined
    if (next === best) break
    best = next
  }
  return best.names
}
