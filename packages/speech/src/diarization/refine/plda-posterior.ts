/** A window as voices are compared by it. */
export interface ProjectedEmbedding {
  /** What both networks say of it. */
  vector: Float32Array
  /** The same in the space of voices. */
  place: Float64Array
}

/** Windows lie over each other: so many of them say as much as one. */
const WINDOW_OVERLAP = 3

/** Sums over windows. */
export interface VoiceSums {
  windows: number
  vectors: Float32Array
  places: Float64Array
}

/** What is known of a voice by its windows. */
export interface VoicePosterior {
  middle: Float32Array
  /** Where the voice lies in the space of voices, as far as its windows show. */
  mean: Float64Array
  spread: Float64Array
}

/** Adds windows up, or takes them away `from` a sum. */
export function sumsOf(windows: readonly ProjectedEmbedding[], from?: VoiceSums): VoiceSums {
  const sign = from ? -1 : 1
  const vectors = from ? from.vectors.slice() : new Float32Array(windows[0]!.vector.length)
  const places = from ? from.places.slice() : new Float64Array(windows[0]!.place.length)
  for (const { vector, place } of windows) {
    for (let i = 0; i < vectors.length; i++) vectors[i]! += sign * vector[i]!
    for (let d = 0; d < places.length; d++) places[d]! += sign * place[d]!
  }
  return { windows: (from?.windows ?? 0) + sign * windows.length, vectors, places }
}

export function posteriorOf(
  { windows, vectors, places }: VoiceSums,
  variances: Float32Array,
): VoicePosterior {
  const stray = WINDOW_OVERLAP / windows
  const trust = Float64Array.from(variances, variance => variance / (variance + stray))
  const mean = places.map((sum, d) => (sum / windows) * trust[d]!)
  return { middle: vectors, mean, spread: trust.map(value => value * stray) }
}

/** Logarithm of how likely a window is around a place, but for what is always the same; windows of one voice scatter by 1. */
export function logLikelihood(place: Float64Array, mean: Float64Array, spread: Float64Array): number {
  let sum = 0
  for (let d = 0; d < place.length; d++) {
    const scatter = spread[d]! + 1
    sum -= ((place[d]! - mean[d]!) ** 2 / scatter + Math.log(scatter)) / 2
  }
  return sum
}

/** A window in which one speaks after another lies between them: how likely, if this one does. */
export function logLikelihoodBetween(
  place: Float64Array,
  one: VoicePosterior,
  other: VoicePosterior,
): number {
  const step = other.mean.map((value, d) => value - one.mean[d]!)
  let [along, length] = [0, 0]
  for (let d = 0; d < place.length; d++) {
    along += (place[d]! - one.mean[d]!) * step[d]!
    length += step[d]! ** 2
  }
  const part = along / length
  if (!(part > 0 && part < 1)) return Number.NEGATIVE_INFINITY
  const mean = one.mean.map((value, d) => value + part * step[d]!)
  const spread = one.spread.map((value, d) => Math.max(value, other.spread[d]!))
  return logLikelihood(place, mean, spread)
}
