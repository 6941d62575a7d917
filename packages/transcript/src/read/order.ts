export interface Startable {
  readonly id: string
  readonly startMs: number
}

/** By start, ties by id (code units, so that every machine agrees). */
export function compareByStart(a: Startable, b: Startable): number {
  return a.startMs - b.startMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** A sorted copy; the order every cue index expects. */
export function orderByStart<T extends Startable>(items: readonly T[]): T[] {
  return [...items].sort(compareByStart)
}
