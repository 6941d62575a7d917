import type { ContentSource } from '../content-source'
import type { Progress } from '../progress'
import { Block } from '../sealing/block'
import { SealingThreads } from '../sealing/sealing-threads'
import { type BackupTarget, partKey } from '../target/backup-target'
import type { Piece } from '../target/manifest'
import { PART_BYTES, SMALL_BYTES } from '../target/part-size'
import type { PartStore, SharedPart } from './shared-part'

/** Parts that are named, sealed or written while the next is read. */
const AT_ONCE = 5

/** Stores parts a few at a time; one that is there already is not stored again. */
export class PartWriter implements PartStore {
  readonly #known: Set<string>
  readonly #free: Block[] = []
  readonly #storing = new Set<Promise<void>>()
  readonly #threads: SealingThreads
  #failure: { error: unknown } | undefined
  storedBytes = 0

  private constructor(
    private readonly target: BackupTarget,
    known: Set<string>,
    private readonly progress: Progress,
  ) {
    this.#known = known
    this.#threads = new SealingThreads(target.keys)
  }

  static async open(target: BackupTarget, progress: Progress): Promise<PartWriter> {
    return new PartWriter(target, await target.parts(), progress)
  }

  async close(): Promise<void> {
    await this.#threads.close()
  }

  has(pieces: readonly Piece[]): boolean {
    return pieces.every(([part]) => this.#known.has(part))
  }

  /** An empty block; given back by `store`. */
  block(): Block {
    return this.#free.pop() ?? new Block()
  }

  /** Waits while too many are under way. `named` is called with the part's name before everything is settled. */
  async store(block: Block, bytes: number, named: (part: string) => void): Promise<void> {
    while (this.#storing.size >= AT_ONCE) await Promise.race(this.#storing)
    this.#assertWorking()
    const storing = this.#store(block, bytes, named)
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => {
        this.#free.push(block)
        this.#storing.delete(storing)
      })
    this.#storing.add(storing)
  }

  async #store(block: Block, bytes: number, named: (part: string) => void): Promise<void> {
    const name = await this.#threads.partName(block, bytes)
    named(name)
    if (this.#known.has(name)) return
    this.#known.add(name)
    const sealed = await this.#threads.seal(partKey(name), block, bytes)
    await this.target.putPart(name, sealed)
    this.storedBytes += sealed.byteLength
  }

  /** Both results; with the first failure the other work ends at its next part, and nothing of it goes on. */
  async together<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
    const failed = (error: unknown) => {
      this.#failure ??= { error }
    }
    one.catch(failed)
    other.catch(failed)
    await Promise.allSettled([one, other])
    return await Promise.all([one, other])
  }

  /** Resolves when everything that was given is named and stored. */
  async settled(): Promise<void> {
    await Promise.all(this.#storing)
    this.#assertWorking()
  }

  /**
   * A content as parts of its own; a small one lies in `shared`, if that is given. Closes it. The pieces have their names
   * when everything is settled.
   */
  async storeContent(
    content: ContentSource,
    shared?: SharedPart,
  ): Promise<{ pieces: Piece[]; bytes: number }> {
    const pieces: Piece[] = []
    let bytes = 0
    let block = this.block()
    try {
      for (let isEnd = false; !isEnd; ) {
        const filled = await content.fill(block.content)
        isEnd = filled < PART_BYTES
        this.progress.add(filled)
        bytes += filled
        if (shared && isEnd && bytes < SMALL_BYTES)
          await shared.add(block.content.subarray(0, filled), pieces)
        else if (filled > 0) {
          const at = pieces.push(['', 0, filled]) - 1
          await this.store(block, filled, part => {
            pieces[at] = [part, 0, filled]
          })
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
