import { toPcm16 } from '@livetap/audio'
import { RECORDER_BLOCK_SAMPLES } from '@livetap/contract'

/** Gathers samples of any block size into 16-bit blocks of the documents' size. */
export class PcmBlocks {
  #block = new Int16Array(RECORDER_BLOCK_SAMPLES)
  #filled = 0

  constructor(readonly emit: (block: Int16Array) => void) {}

  push(samples: Float32Array): void {
    for (let at = 0; at < samples.length; at += 1) {
      this.#block[this.#filled] = toPcm16(samples[at]!)
      this.#filled += 1
      if (this.#filled < this.#block.length) continue
      const full = this.#block
      this.#block = new Int16Array(RECORDER_BLOCK_SAMPLES)
      this.#filled = 0
      this.emit(full)
    }
  }

  /** Forgets a block that was begun, as after a pause: its two halves would not belong together. */
  clear(): void {
    this.#filled = 0
  }
}
