import { CEPSTRA } from './mfcc'

/** Voiced frames around a frame whose mean is taken from it. */
const SPAN = 300

/** Cepstra without their running mean, as the speaker network wants them; worked out where they are asked for. */
export class CepstralMeanNormalization {
  readonly #plain: Float32Array
  readonly #voiced: Int32Array
  readonly #count: number

  /** `voiced` is 1 for each frame with speech in it. */
  constructor(plain: Float32Array, voiced: Uint8Array) {
    this.#plain = plain
    let rank = 0
    this.#voiced = new Int32Array(voiced.reduce((sum, one) => sum + one, 0))
    voiced.forEach((one, frame) => {
      if (one) this.#voiced[rank++] = frame
    })
    this.#count = Math.min(SPAN, rank)
  }

  /** The rows of frames `from` to `to`. */
  rows(from: number, to: number): Float32Array {
    const out = new Float32Array((to - from) * CEPSTRA)
    if (this.#count === 0 || to <= from) return out
    const base = this.#firstAround(from)
    const sums = this.#sums(base, this.#firstAround(to - 1) + this.#count)
    for (let frame = from; frame < to; frame++) {
      const first = this.#firstAround(frame) - base
      for (let k = 0; k < CEPSTRA; k++) {
        const sum = sums[(first + this.#count) * CEPSTRA + k]! - sums[first * CEPSTRA + k]!
        out[(frame - from) * CEPSTRA + k] = this.#plain[frame * CEPSTRA + k]! - sum / this.#count
      }
    }
    return out
  }

  /** Rank of the first voiced frame whose mean counts for this one. */
  #firstAround(frame: number): number {
    let [low, high] = [0, this.#voiced.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#voiced[middle]! < frame) low = middle + 1
      else high = middle
    }
    return Math.min(Math.max(0, low - SPAN / 2), this.#voiced.length - this.#count)
  }

  /** Sums up to each voiced frame, from one rank to another. */
  #sums(from: number, to: number): Float64Array {
    const sums = new Float64Array((to - from + 1) * CEPSTRA)
    for (let rank = from; rank < to; rank++) {
      const [row, at] = [this.#voiced[rank]! * CEPSTRA, (rank - from) * CEPSTRA]
      for (let k = 0; k < CEPSTRA; k++) sums[at + CEPSTRA + k] = sums[at + k]! + this.#plain[row + k]!
    }
    return sums
  }
}
