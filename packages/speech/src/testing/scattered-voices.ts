import { seeded } from './recordings'

function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

/** A window for each name in turn: every voice has a place of its own in the space, and scatters by 1 around it. */
export function scatteredVoices(names: readonly number[], size: number, seed: number): Float64Array[] {
  const next = seeded(seed)
  const places = Array.from({ length: Math.max(...names) + 1 }, () =>
    Array.from({ length: size }, () => 2 * normal(next)),
  )
  return names.map(name => Float64Array.from(places[name]!, place => place + normal(next)))
}
