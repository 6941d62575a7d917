/** In-place radix-2 transform of one fixed size. */
export class Fft {
  readonly #cos: Float64Array
  readonly #sin: Float64Array
  readonly #order: Uint16Array

  constructor(readonly size: number) {
    this.#cos = Float64Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size))
    this.#sin = Float64Array.from({ length: size / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / size))
    const bits = Math.log2(size)
    this.#order = Uint16Array.from({ length: size }, (_, i) => {
      let reversed = 0
      for (let bit = 0; bit < bits; bit++) if (i & (1 << bit)) reversed |= 1 << (bits - 1 - bit)
      return reversed
    })
  }

  /** Power of bins 0 to size/2 of a real frame. */
  power(frame: Float64Array, out: Float64Array): void {
    const { size } = this
    const [cos, sin, order] = [this.#cos, this.#sin, this.#order]
    const re = new Float64Array(size)
    const im = new Float64Array(size)
    for (let i = 0; i < size; i++) re[i] = frame[order[i]!]!
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (2 * half)
      for (let start = 0; start < size; start += 2 * half) {
        for (let k = 0; k < half; k++) {
          const a = start + k
          const b = a + half
          const c = cos[k * stride]!
          const s = -sin[k * stride]!
          const tr = re[b]! * c - im[b]! * s
          const ti = re[b]! * s + im[b]! * c
          re[b] = re[a]! - tr
          im[b] = im[a]! - ti
          re[a]! += tr
          im[a]! += ti
        }
      }
    }
    for (let i = 0; i <= size / 2; i++) out[i] = re[i]! * re[i]! + im[i]! * im[i]!
  }
}
