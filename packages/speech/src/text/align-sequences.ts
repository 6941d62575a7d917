export type AlignedPair<T> = [T | undefined, T | undefined]

/** The cheapest way to lay two sequences side by side: same, replaced, left out, added. */
export function alignSequences<T>(
  left: readonly T[],
  right: readonly T[],
  same: (a: T, b: T) => boolean,
): AlignedPair<T>[] {
  const width = right.length + 1
  const cost = new Uint32Array((left.length + 1) * width)
  for (let i = 0; i <= left.length; i++) cost[i * width] = i
  for (let j = 0; j <= right.length; j++) cost[j] = j
  for (let i = 1; i <= left.length; i++) {
    for (let j = 1; j <= right.length; j++) {
      const replace = cost[(i - 1) * width + j - 1]! + (same(left[i - 1]!, right[j - 1]!) ? 0 : 1)
      cost[i * width + j] = Math.min(replace, cost[(i - 1) * width + j]! + 1, cost[i * width + j - 1]! + 1)
    }
  }
  const pairs: AlignedPair<T>[] = []
  for (let i = left.length, j = right.length; i > 0 || j > 0; ) {
    const here = cost[i * width + j]!
    const equal = i > 0 && j > 0 && same(left[i - 1]!, right[j - 1]!)
    if (i > 0 && j > 0 && here === cost[(i - 1) * width + j - 1]! + (equal ? 0 : 1)) {
      pairs.push([left[--i], right[--j]])
    } else if (i > 0 && here === cost[(i - 1) * width + j]! + 1) pairs.push([left[--i], undefined])
    else pairs.push([undefined, right[--j]])
  }
  return pairs.reverse()
}
