import type { ContentSource } from '../content-source'
import type { Progress } from '../progress'
import type { BackupTarget } from '../target/backup-target'
import type { Piece } from '../target/manifest'
import { PART_BYTES, SMALL_BYTES } from '../target/part-size'
import type { PartStore, SharedPart } from './shared-part'

const AT_ONCE = 4

/** Stores parts a few at a time; one that is there already is not stored again. */
export class PartWriter implements PartStore {
  readonly #known: Set<string>
  readonly #free: Buffer[] = []
  readonly #storing = new Set<Promise<void>>()
  #failure: { error: unknown } | undefined
  storedBytes = 0

  private constructor(
    private readonly target: BackupTarget,
    known: Set<string>,
    private readonly progress: Progress,
  ) {
    this.#known = known
  }

  static async open(target: BackupTarget, progress: Progress): Promise<PartWriter> {
    return new PartWriter(target, await target.parts(), progress)
  }

  has(pieces: readonly Piece[]): boolean {
    return pieces.every(([part]) => this.#known.has(part))
  }

  /** An empty block; given back by `store`. */
  block(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES)
  }

  /** Answers the part's name at once and stores it meanwhile; waits while too many are under way. */
  async store(block: Buffer, bytes: number): Promise<string> {
    while (this.#storing.size >= AT_ONCE) await Promise.race(this.#storing)
    this.#assertWorking()
    const content = block.subarray(0, bytes)
    const name = this.target.keys.partName(content)
    if (this.#known.has(name)) {
      this.#free.push(block)
      return name
    }
    this.#known.add(name)
    const storing = this.target
      .putPart(name, content)
      .then(
        stored => {
          this.storedBytes += stored
        },
        (error: unknown) => {
          this.#failure ??= { error }
        },
      )
      .finally(() => {
        this.#free.push(block)
        this.#storing.delete(storing)
      })
    this.#storing.add(storing)
    return name
  }

  /** Resolves when everything that was given is stored. */
  async settled(): Promise<void> {
    await Promise.all(this.#storing)
    this.#assertWorking()
  }

  /** A content as parts of its own; a small one lies in `shared`, if that is given. Closes it. */
  async storeContent(
    content: ContentSource,
    shared?: SharedPart,
  ): Promise<{ pieces: Piece[]; bytes: number }> {
    const pieces: Piece[] = []
    let bytes = 0
    let block = this.block()
    try {
      for (let isEnd = false; !isEnd; ) {
        const filled = await content.fill(block)
        isEnd = filled < block.byteLength
        this.progress.add(filled)
        bytes += filled
        if (shared && isEnd && bytes < SMALL_BYTES) await shared.add(block.subarray(0, filled), pieces)
        else if (filled > 0) {
          pieces.push([await this.store(block, filled), 0, filled])
          block = this.block()
        }
      }
    } finally {
      await content.close()
    }
    this.#free.push(block)
    return { pieces, bytes }
  }

  #assertWorking(): void {
    if (this.#failure) throw this.#failure.error
  }
}
