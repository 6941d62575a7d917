/** Joins what comes in pieces of any size into blocks of one size; the last may be shorter. */
export class ByteGatherer {
  readonly #block: Uint8Array
  #filled = 0

  constructor(blockBytes: number) {
    this.#block = new Uint8Array(blockBytes)
  }

  get filled(): number {
    return this.#filled
  }

  get isFull(): boolean {
    return this.#filled === this.#block.byteLength
  }

  /** Takes as much as fits and answers the rest. */
  take(piece: Uint8Array): Uint8Array {
    const fits = Math.min(piece.byteLength, this.#block.byteLength - this.#filled)
    this.#block.set(piece.subarray(0, fits), this.#filled)
    this.#filled += fits
    return piece.subarray(fits)
  }

  /** A view of what is gathered, good until the next take. */
  bytes(): Uint8Array {
    return this.#block.subarray(0, this.#filled)
  }

  clear(): void {
    this.#filled = 0
  }
}
