import { SAMPLE_RATE_HZ } from '@livetap/contract'

/** Zero crossings of the sinc on either side: 32 keeps the stop band 80 dB down with a Blackman window. */
const crossings = 32
/** The filter ends below half the lower rate, so that its slope lies inside what is thrown away. */
const rollOff = 0.92
const phases = 512

/**
 * Band-limited resampling of a stream, block by block, for contexts that cannot run at 16 kHz. Blocks may have any
 * size: the result does not depend on where the stream was cut.
 */
export class Resampler {
  readonly #step: number
  readonly #half: number
  readonly #kernel: Float32Array
  /** Samples not yet passed by the filter, the first at position `#origin` of the input. */
  #held: Float32Array
  #origin: number
  /** Output samples made so far; the input position follows from it, so rounding never adds up. */
  #made = 0
  #taken = 0

  constructor(
    readonly fromHz: number,
    readonly toHz = SAMPLE_RATE_HZ,
  ) {
    this.#step = fromHz / toHz
    const cutoff = Math.min(1, toHz / fromHz) * rollOff
    this.#half = Math.ceil(crossings / cutoff)
    this.#kernel = buildKernel(this.#half, cutoff)
    this.#held = new Float32Array(this.#half)
    this.#origin = -this.#half
  }

  /** What can be said for sure of the output after this block; it lags by half the filter's length. */
  push(block: Float32Array): Float32Array {
    const input = new Float32Array(this.#held.length + block.length)
    input.set(this.#held)
    input.set(block, this.#held.length)
    this.#taken += block.length
    const ready = Math.floor((this.#taken - this.#half - 1) / this.#step) + 1
    const output = new Float32Array(Math.max(0, ready - this.#made))
    for (let index = 0; index < output.length; index += 1) {
      output[index] = this.#at(input, (this.#made + index) * this.#step - this.#origin)
    }
    this.#made += output.length
    const keepFrom = Math.max(0, Math.floor(this.#made * this.#step) - this.#half - this.#origin)
    this.#held = input.slice(Math.min(keepFrom, input.length))
    this.#origin += Math.min(keepFrom, input.length)
    return output
  }

  #at(input: Float32Array, position: number): number {
    const whole = Math.floor(position)
    const phase = (position - whole) * phases
    const lower = Math.floor(phase)
    const mix = phase - lower
    const width = 2 * this.#half
    const row = lower * width
    let sum = 0
    for (let tap = 0; tap < width; tap += 1) {
      const here = this.#kernel[row + tap]!
      const next = this.#kernel[row + width + tap]!
      sum += (here + (next - here) * mix) * (input[whole - this.#half + 1 + tap] ?? 0)
    }
    return sum
  }
}

/** One row of taps a phase, and one more so that the last phase has a neighbour. */
function buildKernel(half: number, cutoff: number): Float32Array {
  const width = 2 * half
  const kernel = new Float32Array((phases + 1) * width)
  for (let phase = 0; phase <= phases; phase += 1) {
    for (let tap = 0; tap < width; tap += 1) {
      const distance = tap - half + 1 - phase / phases
      kernel[phase * width + tap] = cutoff * sinc(cutoff * distance) * blackman(distance / half)
    }
  }
  return kernel
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

const blackman = (x: number) =>
  Math.abs(x) >= 1 ? 0 : 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x)
