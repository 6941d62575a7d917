import { SEALED_EXTRA } from '../target/backup-keys'
import { PART_BYTES } from '../target/part-size'

/** Memory of one part, which threads share: its content, and behind it the same sealed. */
export class Block {
  readonly content: Buffer
  readonly sealed: Buffer

  constructor(readonly memory = new SharedArrayBuffer(2 * PART_BYTES + SEALED_EXTRA)) {
    this.content = Buffer.from(memory, 0, PART_BYTES)
    this.sealed = Buffer.from(memory, PART_BYTES)
  }
}
