import { Resampler, SAMPLE_RATE_HZ } from '@livetap/audio'
import { cepstra, cepstraRateHz, frameHop, framesIn, mfcc } from './mfcc'

/** The cepstra of 16 kHz sound that comes in blocks, to the bit the same as those of the whole. */
export class MfccStream {
  readonly data: Float32Array
  readonly #resampler = new Resampler(SAMPLE_RATE_HZ, cepstraRateHz)
  #done = 0
  /** Resampled sound that frames to come still need. */
  #kept = new Float32Array(0)

  constructor(samples: number) {
    this.data = new Float32Array(framesIn(Math.floor(samples / 2)) * cepstra)
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
    const sound = new Float32Array(this.#kept.length + block.length)
    sound.set(this.#kept)
    sound.set(block, this.#kept.length)
    const rows = mfcc(sound).data
    this.data.set(rows, this.#done * cepstra)
    const frames = rows.length / cepstra
    this.#done += frames
    this.#kept = sound.slice(frames * frameHop)
  }
}
