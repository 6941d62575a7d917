/** A height that is read a million pixels down a list differs by this much from the same one at its start. */
const ROUNDING_PX = 1 / 8

/**
 * Heights of a long list, most of them estimated: where a row begins and which row is at a height, each in
 * the logarithm of the length (a Fenwick tree over the heights).
 */
export class RowOffsets {
  readonly count: number
  readonly #heights: Float64Array
  readonly #tree: Float64Array
  readonly #top: number

  constructor(count: number, estimate: (row: number) => number) {
    this.count = count
    this.#heights = new Float64Array(count)
    this.#tree = new Float64Array(count + 1)
    for (let row = 0; row < count; row++) {
      this.#heights[row] = estimate(row)
      this.#tree[row + 1]! += this.#heights[row]!
      const parent = row + 1 + ((row + 1) & -(row + 1))
      if (parent <= count) this.#tree[parent]! += this.#tree[row + 1]!
    }
    this.#top = count === 0 ? 0 : 1 << (31 - Math.clz32(count))
  }

  get total(): number {
    return this.offsetOf(this.count)
  }

  heightOf(row: number): number {
    return this.#heights[row] ?? 0
  }

  /** Returns by how much the row grew. */
  setHeight(row: number, height: number): number {
    const change = height - this.heightOf(row)
    if (Math.abs(change) <= ROUNDING_PX || row >= this.count) return 0
    this.#heights[row] = height
    for (let at = row + 1; at <= this.count; at += at & -at) this.#tree[at]! += change
    return change
  }

  /** The height of all rows before this one. */
  offsetOf(row: number): number {
    let sum = 0
    for (let at = Math.min(row, this.count); at > 0; at -= at & -at) sum += this.#tree[at]!
    return sum
  }

  /** The row that covers a height; the last one beyond the end, 0 before the start. */
  rowAt(offset: number): number {
    let row = 0
    let left = offset
    for (let step = this.#top; step > 0; step >>= 1) {
      const next = row + step
      if (next <= this.count && this.#tree[next]! <= left) {
        row = next
        left -= this.#tree[next]!
      }
    }
    return Math.max(0, Math.min(row, this.count - 1))
  }
}
