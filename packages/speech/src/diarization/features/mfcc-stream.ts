import { Resampler, SAMPLE_RATE_HZ } from '@livetap/audio'
import { CEPSTRA, CEPSTRA_RATE_HZ, FRAME_HOP, framesIn, mfcc } from './mfcc'

/** The cepstra of 16 kHz sound that comes in blocks, to the bit the same as those of the whole. */
export class MfccStream {
  readonly data: Float32Array
  readonly #resampler = new Resampler(SAMPLE_RATE_HZ, CEPSTRA_RATE_HZ)
  #done = 0
  /** Resampled sound that frames to come still need. */
  #tail = new Float32Array(0)

  constructor(samples: number) {
    this.data = new Float32Array(framesIn(Math.floor(samples / 2)) * CEPSTRA)
  }

  push(block: Float32Array): void {
    this.#take(this.#resampler.push(block))
  }

  /** With the frames at the very end. */
  finish(): Float32Array {
    this.#take(this.#resampler.finish())
    return this.data
  }

  #take(block: Float32Array): void {
    const sound = new Float32Array(this.#tail.length + block.length)
    sound.set(this.#tail)
    sound.set(block, this.#tail.length)
    const rows = mfcc(sound).data
    this.data.set(rows, this.#done * CEPSTRA)
    const frames = rows.length / CEPSTRA
    this.#done += frames
    this.#tail = sound.slice(frames * FRAME_HOP)
  }
}
