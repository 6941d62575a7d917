import { resample } from '../audio/resample'
import { cepstra, framesIn, mfcc } from './mfcc'

/** 16 kHz samples from one frame to the next, and of a frame. */
const hop = 160
const frameSize = 400
/** More than the resampling of a sample looks at on either side. */
const margin = hop

/** The cepstra of 16 kHz sound that comes in blocks, to the bit the same as those of the whole. */
export class CepstraStream {
  readonly data: Float32Array
  #done = 0
  /** Sound that frames to come still need, and where it starts. */
  #kept = new Float32Array(0)
  #keptFrom = 0

  constructor(samples: number) {
    this.data = new Float32Array(framesIn(Math.floor(samples / 2)) * cepstra)
  }

  push(block: Float32Array): void {
    this.#append(block)
    const end = this.#keptFrom + this.#kept.length
    this.#advance(Math.floor((end - frameSize - margin) / hop) + 1)
  }

  /** The frames at the very end, behind which there is nothing. */
  finish(): Float32Array {
    this.#advance(this.data.length / cepstra)
    return this.data
  }

  #advance(to: number): void {
    if (to <= this.#done) return
    const sound = resample(this.#kept, 16_000, 8_000)
    const from = (this.#done * hop - this.#keptFrom) / 2
    const rows = mfcc(sound.subarray(from)).data
    this.data.set(rows.subarray(0, (to - this.#done) * cepstra), this.#done * cepstra)
    this.#done = to
    const needed = Math.max(0, to * hop - margin)
    this.#kept = this.#kept.slice(needed - this.#keptFrom)
    this.#keptFrom = needed
  }

  #append(block: Float32Array): void {
    const joined = new Float32Array(this.#kept.length + block.length)
    joined.set(this.#kept)
    joined.set(block, this.#kept.length)
    this.#kept = joined
  }
}
