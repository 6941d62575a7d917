import type { TimeRange } from '../model'

/** Where ranges stand in a list of items by their start: by the item that each comes before; the number of items for the end. */
export function placesInOrder<Range extends TimeRange>(
  items: readonly TimeRange[],
  ranges: readonly Range[],
): ReadonlyMap<number, readonly Range[]> {
  const places = new Map<number, Range[]>()
  for (const range of ranges) {
    const next = items.findIndex(({ startMs }) => startMs >= range.startMs)
    const place = next < 0 ? items.length : next
    places.set(place, [...(places.get(place) ?? []), range])
  }
  return places
}
