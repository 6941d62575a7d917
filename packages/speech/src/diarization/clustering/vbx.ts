import type { Rows } from './rows'

/**
 * Bayesian clustering of windows in the order of time ("VBx": Landini et al., 2022): each voice is a Gaussian around a
 * place that is drawn from the space of voices, and a voice tends to go on speaking. Voices that explain nothing die out,
 * and so their number is found.
 */

export interface VbxSettings {
  /** What the windows count for: they overlap, and neighbours say nearly the same. */
  fa: number
  /** What an additional voice costs. */
  fb: number
  /** How likely the next window is the same voice's. */
  loopProbability: number
}

const MAX_ROUNDS = 30
const MIN_GAIN = 1e-4
/** How surely the first guess is believed. */
const INIT_SMOOTHING = 7

interface Places {
  /** Mean and variance of each voice's place. */
  means: Float64Array[]
  spreads: Float64Array[]
}

function placesOf(rho: Rows, shares: Rows, variances: Float32Array, ratio: number): Places {
  const voices = shares[0]!.length
  const means = Array.from({ length: voices }, () => new Float64Array(variances.length))
  const occupancy = new Float64Array(voices)
  shares.forEach((share, t) => {
    for (let v = 0; v < voices; v++) {
      const part = share[v]!
      occupancy[v]! += part
      if (part < 1e-6) continue
      const mean = means[v]!
      for (let d = 0; d < mean.length; d++) mean[d]! += part * rho[t]![d]!
    }
  })
  const spreads = means.map((mean, v) => {
    const spread = Float64Array.from(variances, variance => 1 / (1 + ratio * occupancy[v]! * variance))
    for (let d = 0; d < mean.length; d++) mean[d]! *= ratio * spread[d]!
    return spread
  })
  return { means, spreads }
}

/** Logarithm of how well each voice explains each window, but for what is the same for all voices. */
function fits(rho: Rows, { means, spreads }: Places, variances: Float32Array, fa: number) {
  const fixed = means.map((mean, v) => {
    let sum = 0
    for (let d = 0; d < mean.length; d++) sum += (spreads[v]![d]! + mean[d]! ** 2) * variances[d]!
    return sum / 2
  })
  return rho.map(row =>
    Float64Array.from(means, (mean, v) => {
      let dot = 0
      for (let d = 0; d < mean.length; d++) dot += row[d]! * mean[d]!
      return fa * (dot - fixed[v]!)
    }),
  )
}

/** Forward and backward over time: the share of each voice in each window, and how likely all of it is. */
function walk(scores: Rows, prior: Float64Array, loopProbability: number) {
  const leaving = 1 - loopProbability
  const [count, voices] = [scores.length, prior.length]
  let likelihood = 0
  const likely = scores.map(score => {
    const top = score.reduce((a, b) => Math.max(a, b))
    likelihood += top
    return score.map(value => Math.exp(value - top))
  })
  const scales = new Float64Array(count)
  const shares: Float64Array[] = []
  likely.forEach((row, t) => {
    const before = shares[t - 1]
    const own = row.map(
      (value, v) => value * (before ? loopProbability * before[v]! + leaving * prior[v]! : prior[v]!),
    )
    scales[t] = own.reduce((a, b) => a + b)
    likelihood += Math.log(scales[t]!)
    shares.push(own.map(value => value / scales[t]!))
  })
  const entered = shares[0]!.map(() => 0)
  let ahead = new Float64Array(voices).fill(1)
  for (let t = count - 1; t >= 0; t--) {
    const share = shares[t]!
    const after =
      t + 1 < count ? likely[t + 1]!.map((value, v) => (value * ahead[v]!) / scales[t + 1]!) : undefined
    if (after) {
      const all = after.reduce((sum, value, v) => sum + prior[v]! * value, 0)
      for (let v = 0; v < voices; v++) entered[v]! += leaving * prior[v]! * after[v]!
      ahead = after.map(value => loopProbability * value + leaving * all)
    }
    for (let v = 0; v < voices; v++) share[v]! *= ahead[v]!
  }
  for (let v = 0; v < voices; v++) entered[v]! += shares[0]![v]!
  const total = entered.reduce((a, b) => a + b)
  return { shares, likelihood, prior: entered.map(value => value / total) }
}

export interface VbxResult {
  /** The voice of each window. */
  names: number[]
  /** How well so many voices explain the windows, what they cost taken off: comparable between chains of one recording. */
  bound: number
}

/** The best chain near a guess: voices of the guess may die out, none are added. */
export function vbx(
  windows: Rows,
  guess: readonly number[],
  variances: Float32Array,
  { fa, fb, loopProbability }: VbxSettings,
): VbxResult {
  const voices = Math.max(...guess) + 1
  const rho = windows.map(row => row.map((value, d) => value * Math.sqrt(variances[d]!)))
  const sure = Math.exp(INIT_SMOOTHING)
  let shares: Rows = guess.map(own =>
    Float64Array.from({ length: voices }, (_, v) => (v === own ? sure : 1) / (sure + voices - 1)),
  )
  let prior = new Float64Array(voices).fill(1 / voices)
  let before = Number.NEGATIVE_INFINITY
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const places = placesOf(rho, shares, variances, fa / fb)
    const walked = walk(fits(rho, places, variances, fa), prior, loopProbability)
    shares = walked.shares
    prior = Float64Array.from(walked.prior)
    let bound = walked.likelihood
    places.spreads.forEach((spread, v) => {
      spread.forEach((value, d) => {
        bound += (fb / 2) * (Math.log(value) - value - places.means[v]![d]! ** 2 + 1)
      })
    })
    const isDone = round > 3 && bound - before < MIN_GAIN
    before = bound
    if (isDone) break
  }
  return { names: shares.map(share => share.indexOf(Math.max(...share))), bound: before }
}
