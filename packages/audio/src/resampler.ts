import { SAMPLE_RATE_HZ } from './sample-rate'

/** Zero crossings of the sinc on either side: 32 keeps the stop band 80 dB down with a Blackman window. */
const CROSSINGS = 32
/** The filter ends below half the lower rate, so that its slope lies inside what is thrown away. */
const ROLL_OFF = 0.92
/** Rates whose ratio needs more phases share this many, with a mix of the two nearest. */
const MAX_PHASES = 512

/**
 * Band-limited resampling of a stream, block by block. Blocks may have any size: the result does not depend on where
 * the stream was cut. Positions are whole numbers of `1 / #up` input samples, so rounding never adds up.
 */
export class Resampler {
  /** Output sample n lies at input position n × #down / #up. */
  readonly #up: number
  readonly #down: number
  readonly #half: number
  readonly #phases: number
  readonly #kernel: Float32Array
  /** Samples not yet passed by the filter, the first at position `#origin` of the input. */
  #held: Float32Array
  #origin: number
  #made = 0
  #taken = 0

  constructor(
    readonly fromHz: number,
    readonly toHz = SAMPLE_RATE_HZ,
  ) {
    const divisor = greatestCommonDivisor(Math.round(fromHz), Math.round(toHz))
    this.#up = Math.round(toHz) / divisor
    this.#down = Math.round(fromHz) / divisor
    const cutoff = Math.min(1, toHz / fromHz) * ROLL_OFF
    this.#half = Math.ceil(CROSSINGS / cutoff)
    this.#phases = Math.min(this.#up, MAX_PHASES)
    this.#kernel = buildKernel(this.#half, cutoff, this.#phases)
    this.#held = new Float32Array(this.#half)
    this.#origin = -this.#half
  }

  /** The output that later input cannot change; it lags by half the filter's length. */
  push(block: Float32Array): Float32Array {
    this.#taken += block.length
    const ready = Math.floor(((this.#taken - this.#half - 1) * this.#up) / this.#down) + 1
    return this.#advance(block, ready)
  }

  /** The rest, as if silence followed. */
  finish(): Float32Array {
    const ready = Math.floor((this.#taken * this.#up) / this.#down)
    return this.#advance(new Float32Array(this.#half + 1), ready)
  }

  #advance(block: Float32Array, ready: number): Float32Array {
    const input = new Float32Array(this.#held.length + block.length)
    input.set(this.#held)
    input.set(block, this.#held.length)
    const output = new Float32Array(Math.max(0, ready - this.#made))
    for (let index = 0; index < output.length; index += 1) output[index] = this.#at(input, this.#made + index)
    this.#made += output.length
    const next = Math.floor((this.#made * this.#down) / this.#up)
    const passed = Math.min(input.length, Math.max(0, next - this.#half - this.#origin))
    this.#held = input.slice(passed)
    this.#origin += passed
    return output
  }

  #at(input: Float32Array, index: number): number {
    const rest = (index * this.#down) % this.#up
    const first = (index * this.#down - rest) / this.#up - this.#origin - this.#half + 1
    const phase = (rest * this.#phases) / this.#up
    const lower = Math.floor(phase)
    const sum = this.#filter(input, first, lower)
    return phase === lower ? sum : sum + (this.#filter(input, first, lower + 1) - sum) * (phase - lower)
  }

  #filter(input: Float32Array, first: number, phase: number): number {
    const kernel = this.#kernel
    const width = 2 * this.#half
    const row = phase * width
    const end = Math.min(width, input.length - first)
    let sum = 0
    for (let tap = Math.max(0, -first); tap < end; tap += 1) sum += kernel[row + tap]! * input[first + tap]!
    return sum
  }
}

/** A whole recording, to the sample the same as its blocks through a `Resampler`. */
export function resample(samples: Float32Array, fromHz: number, toHz = SAMPLE_RATE_HZ): Float32Array {
  if (fromHz === toHz) return samples
  const resampler = new Resampler(fromHz, toHz)
  const body = resampler.push(samples)
  const rest = resampler.finish()
  const out = new Float32Array(body.length + rest.length)
  out.set(body)
  out.set(rest, body.length)
  return out
}

/** One row of taps per phase, and one more so that the last phase has a neighbour. */
function buildKernel(half: number, cutoff: number, phases: number): Float32Array {
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

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b)
