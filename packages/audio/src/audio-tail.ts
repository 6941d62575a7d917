import { msToBytes } from './sample-rate'

/**
 * The last stretch of a stream's audio by absolute position, so that it can be sent again from any point the other
 * side names. What is older than `keepMs` is dropped.
 */
export class AudioTail {
  readonly #ring: Uint8Array
  #start = 0
  #end = 0

  constructor(keepMs: number) {
    this.#ring = new Uint8Array(msToBytes(keepMs))
  }

  /** Position of the oldest byte still held. */
  get start(): number {
    return this.#start
  }

  /** Position behind the newest byte: the length of the stream so far. */
  get end(): number {
    return this.#end
  }

  append(bytes: Uint8Array): void {
    const size = this.#ring.length
    const kept = bytes.length > size ? bytes.subarray(bytes.length - size) : bytes
    this.#end += bytes.length
    this.#start = Math.max(this.#start, this.#end - size)
    if (kept.length === 0) return
    const at = (this.#end - kept.length) % size
    const first = Math.min(kept.length, size - at)
    this.#ring.set(kept.subarray(0, first), at)
    this.#ring.set(kept.subarray(first), 0)
  }

  /** A copy of what lies between two positions that are both still held. */
  slice(from: number, to: number): Uint8Array {
    if (from < this.#start || to > this.#end || from > to) throw new RangeError('not held')
    const size = this.#ring.length
    const copy = new Uint8Array(to - from)
    const at = from % size
    const first = Math.min(copy.length, size - at)
    copy.set(this.#ring.subarray(at, at + first))
    copy.set(this.#ring.subarray(0, copy.length - first), first)
    return copy
  }
}
