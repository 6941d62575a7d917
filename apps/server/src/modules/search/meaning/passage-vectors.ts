import { readVector, storedLength } from './int8-vector'
import type { MeaningStore } from './meaning.store'
import type { ScoreInput, VectorBlock } from './score-passages-task'

const ROWS_OF_BLOCK = 4_096
/** Of vectors, in memory that threads share. */
const MAX_BYTES = 96 * 1024 * 1024
/** Of a process that is asked no more. */
const FORGET_AFTER_MS = 600_000

/**
 * The vectors of passages that were asked for, so that a question reads from the database which passages it may find, and
 * not what they are: a passage never changes. Bounded; what is not asked for is forgotten when it is full.
 */
export class PassageVectors {
  #blocks: VectorBlock[] = []
  #rows = new Map<number, number>()
  #loading: Promise<unknown> = Promise.resolve()
  #forget: NodeJS.Timeout | undefined

  constructor(
    private readonly store: Pick<MeaningStore, 'vectors'>,
    private readonly dimensions: number,
    private readonly maxBytes = MAX_BYTES,
  ) {}

  /** So many passages are compared with one question at most. */
  get capacity(): number {
    const block = ROWS_OF_BLOCK * (this.dimensions + Float32Array.BYTES_PER_ELEMENT)
    return Math.max(1, Math.floor(this.maxBytes / block)) * ROWS_OF_BLOCK
  }

  /** Those of the passages that are still there, with where their vectors are. */
  async load(
    ids: readonly number[],
  ): Promise<Pick<ScoreInput, 'blocks' | 'rows' | 'rowsOfBlock'> & { ids: number[] }> {
    const loading = this.#loading.then(() => this.#loadMissing(ids))
    this.#loading = loading.catch(() => undefined)
    return await loading
  }

  close(): void {
    clearTimeout(this.#forget)
    this.#clear()
  }

  async #loadMissing(ids: readonly number[]) {
    clearTimeout(this.#forget)
    this.#forget = setTimeout(() => this.#clear(), FORGET_AFTER_MS).unref()
    let missing = ids.filter(id => !this.#rows.has(id))
    if (this.#rows.size + missing.length > this.capacity) {
      this.#clear()
      missing = [...ids]
    }
    for (let at = 0; at < missing.length; at += ROWS_OF_BLOCK)
      this.#add(
        await this.store.vectors(missing.slice(at, at + ROWS_OF_BLOCK), storedLength(this.dimensions)),
      )
    const found = ids.filter(id => this.#rows.has(id))
    return {
      ids: found,
      blocks: this.#blocks,
      rowsOfBlock: ROWS_OF_BLOCK,
      rows: Int32Array.from(found, id => this.#rows.get(id)!),
    }
  }

  #add({ ids, vectors }: { ids: readonly number[]; vectors: Buffer }): void {
    const length = storedLength(this.dimensions)
    for (const [at, id] of ids.entries()) {
      const row = this.#rows.size
      const inBlock = row % ROWS_OF_BLOCK
      if (inBlock === 0) this.#blocks = [...this.#blocks, newBlock(this.dimensions)]
      const block = this.#blocks.at(-1)!
      const { values, scale } = readVector(vectors, at * length, this.dimensions)
      block.values.set(values, inBlock * this.dimensions)
      block.scales[inBlock] = scale
      this.#rows.set(id, row)
    }
  }

  /** Blocks that a thread still reads stay as they are: later ones are others. */
  #clear(): void {
    this.#blocks = []
    this.#rows = new Map()
  }
}

const newBlock = (dimensions: number): VectorBlock => ({
  values: new Int8Array(new SharedArrayBuffer(ROWS_OF_BLOCK * dimensions)),
  scales: new Float32Array(new SharedArrayBuffer(ROWS_OF_BLOCK * Float32Array.BYTES_PER_ELEMENT)),
})
