import type { Block } from '../sealing/block'
import type { Piece } from '../target/manifest'
import { PART_BYTES } from '../target/part-size'

/** Where parts are stored. */
export interface PartStore {
  block(): Block
  store(block: Block, bytes: number, named: (part: string) => void): Promise<void>
}

/** Gathers small contents into parts. */
export class SharedPart {
  #block: Block
  #filled = 0
  #waiting: { pieces: Piece[]; at: number; length: number }[] = []

  constructor(private readonly parts: PartStore) {
    this.#block = parts.block()
  }

  /** `pieces` gets its piece when it is flushed and everything is settled, or before. */
  async add(content: Uint8Array, pieces: Piece[]): Promise<void> {
    if (content.byteLength === 0) return
    if (this.#filled + content.byteLength > PART_BYTES) await this.flush()
    this.#block.content.set(content, this.#filled)
    this.#waiting.push({ pieces, at: this.#filled, length: content.byteLength })
    this.#filled += content.byteLength
  }

  async flush(): Promise<void> {
    if (this.#filled === 0) return
    const waiting = this.#waiting
    await this.parts.store(this.#block, this.#filled, part => {
      for (const { pieces, at, length } of waiting) pieces.push([part, at, length])
    })
    this.#block = this.parts.block()
    this.#filled = 0
    this.#waiting = []
  }
}
