const LENGTH_BYTES = 4
const TEXT_BYTES = 512

/** A short text that one thread writes and another can read at any time, even while the first is busy. */
export class SharedText {
  readonly #length: Int32Array
  readonly #bytes: Uint8Array

  constructor(readonly memory = new SharedArrayBuffer(LENGTH_BYTES + TEXT_BYTES)) {
    this.#length = new Int32Array(memory, 0, 1)
    this.#bytes = new Uint8Array(memory, LENGTH_BYTES)
  }

  set value(text: string) {
    const bytes = Buffer.from(text)
    const length = Math.min(bytes.length, TEXT_BYTES)
    Atomics.store(this.#length, 0, 0)
    this.#bytes.set(bytes.subarray(0, length))
    Atomics.store(this.#length, 0, length)
  }

  get value(): string {
    return Buffer.from(this.#bytes.slice(0, Atomics.load(this.#length, 0))).toString()
  }
}
