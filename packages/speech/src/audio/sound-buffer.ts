/** Sound of a stream by absolute sample position, forgotten from the front. */
export class SoundBuffer {
  #data = new Int16Array(16_384)
  #length = 0
  /** Position of the first sample held. */
  #start = 0

  get end(): number {
    return this.#start + this.#length
  }

  append(pcm: Int16Array): void {
    if (this.#length + pcm.length > this.#data.length) {
      const larger = new Int16Array(Math.max(this.#data.length * 2, this.#length + pcm.length))
      larger.set(this.#data.subarray(0, this.#length))
      this.#data = larger
    }
    this.#data.set(pcm, this.#length)
    this.#length += pcm.length
  }

  /** A copy; positions no longer or not yet held are left out. */
  slice(from: number, to: number): Int16Array {
    return this.#data.slice(
      Math.max(0, from - this.#start),
      Math.max(0, Math.min(to, this.end) - this.#start),
    )
  }

  forgetBefore(position: number): void {
    const drop = Math.min(this.#length, position - this.#start)
    if (drop <= 0) return
    this.#data.copyWithin(0, drop, this.#length)
    this.#length -= drop
    this.#start += drop
    // A burst must not hold its memory for the rest of the stream.
    if (this.#data.length > 65_536 && this.#length < this.#data.length / 8) {
      this.#data = this.#data.slice(0, Math.max(16_384, this.#length * 2))
    }
  }
}
