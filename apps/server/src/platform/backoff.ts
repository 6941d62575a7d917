/** Doubles with every failure in a row, from the first wait to the longest. */
export const backoffMs = (failures: number, firstMs: number, longestMs: number): number =>
  Math.min(longestMs, firstMs * 2 ** failures)
