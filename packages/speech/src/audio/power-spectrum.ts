/** 4, 2 and then odd numbers whose product the size is. */
function factorsOf(size: number): number[] {
  const factors: number[] = []
  let rest = size
  for (let factor = 4; rest > 1; factor = factor === 4 ? 2 : factor === 2 ? 3 : factor + 2)
    while (rest % factor === 0) {
      factors.push(factor)
      rest /= factor
    }
  return factors
}

/** Power spectra of real frames of one size, by a transform whose steps are the factors of the size (Cooley and Tukey). */
export class PowerSpectrum {
  readonly bins: number
  readonly #factors: number[]
  readonly #cos: Float64Array
  readonly #sin: Float64Array
  readonly #re: Float64Array
  readonly #im: Float64Array
  /** Of one butterfly. */
  readonly #partRe: Float64Array
  readonly #partIm: Float64Array

  constructor(readonly size: number) {
    this.bins = Math.floor(size / 2) + 1
    this.#factors = factorsOf(size)
    this.#cos = Float64Array.from({ length: size }, (_, i) => Math.cos((2 * Math.PI * i) / size))
    this.#sin = Float64Array.from({ length: size }, (_, i) => -Math.sin((2 * Math.PI * i) / size))
    this.#re = new Float64Array(size)
    this.#im = new Float64Array(size)
    this.#partRe = new Float64Array(Math.max(1, ...this.#factors))
    this.#partIm = new Float64Array(Math.max(1, ...this.#factors))
  }

  /** Powers of the bins from 0 to half the size. */
  compute(frame: Float32Array, out: Float32Array): void {
    this.#transform(frame, 0, 1, 0, this.size, 0)
    for (let bin = 0; bin < this.bins; bin++) out[bin] = this.#re[bin]! ** 2 + this.#im[bin]! ** 2
  }

  /** The spectrum of every `stride`th sample from `from` on, `count` of them, written from `at` on. */
  #transform(frame: Float32Array, from: number, stride: number, at: number, count: number, level: number) {
    if (count === 1) {
      this.#re[at] = frame[from]!
      this.#im[at] = 0
      return
    }
    const factor = this.#factors[level]!
    const length = count / factor
    for (let part = 0; part < factor; part++)
      this.#transform(frame, from + part * stride, stride * factor, at + part * length, length, level + 1)
    for (let k = 0; k < length; k++) this.#butterfly(at + k, length, factor, k * stride)
  }

  /** Joins the same bin of `factor` spectra that lie `length` apart; `turn` is that bin's angle. */
  #butterfly(at: number, length: number, factor: number, turn: number): void {
    const re = this.#re
    const im = this.#im
    const cos = this.#cos
    const sin = this.#sin
    const partRe = this.#partRe
    const partIm = this.#partIm
    for (let part = 0; part < factor; part++) {
      const c = cos[part * turn]!
      const s = sin[part * turn]!
      const x = re[at + part * length]!
      const y = im[at + part * length]!
      partRe[part] = x * c - y * s
      partIm[part] = x * s + y * c
    }
    const step = this.size / factor
    for (let row = 0; row < factor; row++) {
      let sumRe = 0
      let sumIm = 0
      for (let part = 0; part < factor; part++) {
        const angle = ((row * part) % factor) * step
        const c = cos[angle]!
        const s = sin[angle]!
        sumRe += partRe[part]! * c - partIm[part]! * s
        sumIm += partRe[part]! * s + partIm[part]! * c
      }
      re[at + row * length] = sumRe
      im[at + row * length] = sumIm
    }
  }
}
