import { meanOf, type Rows } from '../clustering/rows'
import { groupedBy } from '../vectors'

/**
 * A chain that begins with two groups of one voice may keep them both. Afterwards there is more to go by than a window at a
 * time: two voices become one where the means of all their windows lie as those of one voice would.
 */

/** Windows lie over each other: so many of them say as much as one. */
const WINDOW_OVERLAP = 3

interface VoiceSums {
  middle: Float64Array
  /** How far a middle of so many windows strays from its voice, in every direction. */
  stray: number
}

const sumsOf = (windows: Rows): VoiceSums => ({
  middle: meanOf(windows),
  stray: WINDOW_OVERLAP / windows.length,
})

/** Logarithm of how much more likely both are one voice than two of the space of voices. */
function oneRatherThanTwo(one: VoiceSums, other: VoiceSums, variances: Float32Array): number {
  const stray = one.stray + other.stray
  return variances.reduce((sum, variance, d) => {
    const apart = one.middle[d]! - other.middle[d]!
    const apartIfTwo = 2 * variance + stray
    return sum - (apart * apart * (1 / stray - 1 / apartIfTwo)) / 2 + Math.log(apartIfTwo / stray) / 2
  }, 0)
}

/** The voice of each window, after voices that are rather one than two were joined. */
export function mergeByPlda(windows: Rows, names: readonly number[], variances: Float32Array): number[] {
  const voices = [...groupedBy(windows, names)].map(([name, own]) => ({
    names: [name],
    own,
    ...sumsOf(own),
  }))
  for (;;) {
    let best = { likely: 0, a: -1, b: -1 }
    voices.forEach((one, a) => {
      voices.slice(0, a).forEach((other, b) => {
        const likely = oneRatherThanTwo(one, other, variances)
        if (likely > best.likely) best = { likely, a, b }
      })
    })
    if (best.a < 0) break
    const [gone] = voices.splice(best.a, 1)
    const merged = voices[best.b]!
    const own = [...merged.own, ...gone!.own]
    voices[best.b] = { names: [...merged.names, ...gone!.names], own, ...sumsOf(own) }
  }
  return names.map(name => voices.findIndex(voice => voice.names.includes(name)))
}
