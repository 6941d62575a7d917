import { groupedBy, mostAlike, sumOf } from '../vectors'

/**
 * Two people who often speak at once sound like a third: in a long meeting there is enough of that for a voice of its own.
 * A speaker who says so much is alone for most of it, so that a voice of which a second one is heard nearly all the time is
 * none.
 */

/** Some thirty seconds; with less speech a person may only speak while others do. */
const MIN_WINDOWS = 60
/** How much of a second voice is heard: people who say that much stayed under 0.35, two at once had 0.54. */
const MIN_TOGETHER = 0.43
/** And so many times as much as with the others: where it is detected everywhere it says nothing. */
const TIMES_OTHERS = 2

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The voice that is a mixture of others, if there is one. */
function mixed(names: readonly number[], together: readonly number[]): number | undefined {
  const voices = groupedBy(together, names)
  if (voices.size < 3) return undefined
  for (const [voice, own] of voices) {
    const others = together.filter((_, at) => names[at] !== voice)
    const least = Math.max(MIN_TOGETHER, TIMES_OTHERS * mean(others))
    if (own.length >= MIN_WINDOWS && mean(own) >= least) return voice
  }
  return undefined
}

/** The voice of each window, after those of mixtures went to the voice that each is most like. */
export function withoutOverlapClusters(
  vectors: readonly Float32Array[],
  names: readonly number[],
  together: readonly number[],
): number[] {
  const gone = mixed(names, together)
  if (gone === undefined) return [...names]
  const others = [...groupedBy(vectors, names)].filter(([voice]) => voice !== gone)
  const middles = others.map(([, own]) => sumOf(own)!)
  const nearest = (vector: Float32Array) => others[mostAlike(vector, middles)]![0]
  const left = names.map((name, at) => (name === gone ? nearest(vectors[at]!) : name))
  return withoutOverlapClusters(vectors, left, together)
}
