/** A copy with the item in its place by start and id; one with the same id gives way to it. */
export function putInOrder<T extends { id: string }>(
  items: readonly T[],
  item: T,
  startOf: (item: T) => number,
): readonly T[] {
  const before = (one: T) =>
    startOf(one) < startOf(item) || (startOf(one) === startOf(item) && one.id < item.id)
  const others = items.some(({ id }) => id === item.id) ? items.filter(({ id }) => id !== item.id) : items
  let low = 0
  let high = others.length
  // What is said last almost always belongs at the end.
  if (high > 0 && before(others[high - 1]!)) low = high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (before(others[middle]!)) low = middle + 1
    else high = middle
  }
  return [...others.slice(0, low), item, ...others.slice(low)]
}

/** All of them in order; of several with the same id the last one counts. */
export function inOrder<T extends { id: string }>(
  items: readonly T[],
  startOf: (item: T) => number,
): readonly T[] {
  const byId = new Map(items.map(item => [item.id, item]))
  return [...byId.values()].sort(
    (one, other) => startOf(one) - startOf(other) || (one.id < other.id ? -1 : 1),
  )
}
