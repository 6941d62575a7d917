import { quantile } from './report'

export interface Pairs {
  /** What one call of each pair cost, in their order. */
  measured: number[]
  baseline: number[]
}

export interface PairLimits {
  atLeast: number
  atMost: number
  /** No pair begins after it, once there are enough. */
  seconds: number
}

const WARM_UPS = 5

/** One call of each side in strict turns, and who begins changes with each pair: what other load there is strikes both. */
export async function inPairs(
  measured: () => Promise<unknown>,
  baseline: () => Promise<unknown>,
  cost: () => number,
  { atLeast, atMost, seconds }: PairLimits,
): Promise<Pairs> {
  const pairs: Pairs = { measured: [], baseline: [] }
  const sides = { measured, baseline }
  const began = performance.now()
  for (let pair = -WARM_UPS; pair < atMost; pair++) {
    if (pair >= atLeast && performance.now() - began > seconds * 1000) break
    const order = pair % 2 === 0 ? (['measured', 'baseline'] as const) : (['baseline', 'measured'] as const)
    for (const side of order) {
      const before = cost()
      await sides[side]()
      if (pair >= 0) pairs[side].push(cost() - before)
    }
  }
  return pairs
}

export const ratiosOf = ({ measured, baseline }: Pairs): number[] =>
  measured.map((cost, at) => cost / baseline[at]!)

/** Between which the median lies with a probability of 95 %, by the order of the samples alone. */
export function medianWithin(samples: readonly number[]): [low: number, high: number] {
  const away = 0.98 / Math.sqrt(samples.length)
  return [quantile([...samples], 0.5 - away), quantile([...samples], Math.min(0.5 + away, 1))]
}
