/** What was measured after so many lives, by name. */
export interface Sample {
  lives: number
  values: ReadonlyMap<string, number>
}

export interface Growth {
  name: string
  first: number
  last: number
  perThousand: number
  /** How much a thousand lives may add. */
  atMost: number
  isFlat: boolean
}

const THOUSAND = 1_000

/** The median of the slopes between each two samples, for a thousand lives: single odd ones change nothing. */
function slopeOf(samples: readonly Sample[], name: string): number {
  const slopes: number[] = []
  for (const [at, one] of samples.entries())
    for (const other of samples.slice(at + 1)) {
      const rise = (other.values.get(name) ?? 0) - (one.values.get(name) ?? 0)
      slopes.push((rise / (other.lives - one.lives)) * THOUSAND)
    }
  slopes.sort((a, b) => a - b)
  const middle = slopes.length >> 1
  if (slopes.length === 0) return 0
  return slopes.length % 2 ? slopes[middle]! : (slopes[middle - 1]! + slopes[middle]!) / 2
}

export function growthOf(samples: readonly Sample[], name: string, atMost: number): Growth {
  const perThousand = slopeOf(samples, name)
  return {
    name,
    first: samples[0]?.values.get(name) ?? 0,
    last: samples.at(-1)?.values.get(name) ?? 0,
    perThousand,
    atMost,
    isFlat: perThousand <= atMost,
  }
}
