import type { ReadUtterance } from './read-utterance'

/**
 * Unique ids for all. The server's ids are kept; an absent or repeated one becomes the start time (the
 * documents' key), numbered in the given order when that is taken too, so that no utterance is lost.
 */
export function uniqueIds(read: readonly ReadUtterance[]): string[] {
  const taken = new Set<string>()
  const ids = read.map(({ id }) => {
    if (id === undefined || taken.has(id)) return undefined
    taken.add(id)
    return id
  })
  const repeats = new Map<string, number>()
  return ids.map((id, i) => {
    if (id !== undefined) return id
    const base = read[i]!.id ?? String(read[i]!.rest.startMs)
    let repeat = repeats.get(base) ?? 0
    let candidate = base
    while (taken.has(candidate)) candidate = `${base}-${String(++repeat).padStart(6, '0')}`
    repeats.set(base, repeat)
    taken.add(candidate)
    return candidate
  })
}
