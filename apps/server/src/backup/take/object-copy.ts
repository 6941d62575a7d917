import type { Storage, StoredObject } from '../../platform/storage/storage'
import { openContent } from '../content-source'
import { inOrder } from '../in-order'
import type { Progress } from '../progress'
import type { BackupTarget } from '../target/backup-target'
import type { ObjectEntry } from '../target/manifest'
import { SMALL_BYTES } from '../target/part-size'
import type { EarlierObjects } from './earlier-objects'
import type { PartWriter } from './part-writer'
import { SharedPart } from './shared-part'

const READ_AHEAD = 8
/** Storages count in seconds, and their clocks differ. */
const YOUNG_MS = 5_000
const PAGE_ENTRIES = 5_000
const PAGE_PIECES = 20_000
/** A killed backup reads no more than this once more. */
const PAGE_BYTES = 256 * 1024 * 1024

export interface ObjectCopyOptions {
  id: string
  takenAt: Date
  storage: Storage
  target: BackupTarget
  parts: PartWriter
  earlier: EarlierObjects
  belongs: (key: string) => boolean
  progress: Progress
}

export interface CopiedObjects {
  pages: number
  objects: number
  objectBytes: number
}

interface Candidate {
  object: StoredObject
  /** What earlier backups say of it. */
  earlier: ObjectEntry[]
}

type Read = Candidate & { unchanged?: ObjectEntry; memory?: Buffer; content?: Uint8Array }

/** The objects that belong, page by page: a page is written when all its parts are. */
export class ObjectCopy {
  readonly #copied: CopiedObjects = { pages: 0, objects: 0, objectBytes: 0 }
  #page: ObjectEntry[] = []
  #pagePieces = 0
  #pageBytes = 0
  readonly #shared: SharedPart
  /** Memory of small objects that were taken. */
  readonly #spare: Buffer[] = []

  constructor(private readonly options: ObjectCopyOptions) {
    this.#shared = new SharedPart(options.parts)
  }

  async run(): Promise<CopiedObjects> {
    for await (const read of inOrder(this.#candidates(), READ_AHEAD, candidate => this.#read(candidate)))
      await this.#take(read)
    await this.#flushPage()
    return this.#copied
  }

  async *#candidates(): AsyncGenerator<Candidate> {
    const { storage, belongs, earlier } = this.options
    for await (const object of storage.list(''))
      if (belongs(object.key)) yield { object, earlier: await earlier.find(object.key) }
  }

  /** Small ones are read ahead. */
  async #read({ object, earlier }: Candidate): Promise<Read> {
    const { storage, parts } = this.options
    const { key, size, modifiedAt } = object
    const unchanged = earlier.find(
      entry => entry.size === size && entry.modifiedMs === modifiedAt.getTime() && parts.has(entry.pieces),
    )
    if (unchanged || size >= SMALL_BYTES) return { object, earlier, unchanged }
    const memory = this.#spare.pop() ?? Buffer.allocUnsafeSlow(SMALL_BYTES)
    const content = await openContent(storage, key)
    try {
      return { object, earlier, memory, content: memory.subarray(0, await content.fill(memory)) }
    } finally {
      await content.close()
    }
  }

  async #take({ object, earlier, unchanged, memory, content }: Read): Promise<void> {
    const { progress } = this.options
    if (unchanged) {
      progress.add(unchanged.size, 1)
      this.#add(unchanged)
    } else if (content && content.byteLength < SMALL_BYTES) {
      await this.#share(object, content, earlier)
    } else {
      const copied = await this.#copyLarge(object)
      progress.add(0, 1)
      this.#add(copied)
    }
    if (memory) this.#spare.push(memory)
    if (this.#page.length >= PAGE_ENTRIES || this.#pagePieces >= PAGE_PIECES || this.#pageBytes >= PAGE_BYTES)
      await this.#flushPage()
  }

  async #copyLarge({ key, modifiedAt }: StoredObject): Promise<ObjectEntry> {
    const { storage, parts } = this.options
    const { pieces, bytes } = await parts.storeContent(await openContent(storage, key))
    this.#pageBytes += bytes
    return { key, size: bytes, modifiedMs: this.#timeOf(modifiedAt), pieces }
  }

  async #share(
    { key, modifiedAt }: StoredObject,
    content: Uint8Array,
    earlier: readonly ObjectEntry[],
  ): Promise<void> {
    const { parts, progress, target } = this.options
    const digest = target.keys.partName(content)
    const size = content.byteLength
    const entry: ObjectEntry = { key, size, modifiedMs: this.#timeOf(modifiedAt), digest, pieces: [] }
    progress.add(size, 1)
    const same = earlier.find(
      known => known.digest === digest && known.size === size && parts.has(known.pieces),
    )
    if (same) entry.pieces = same.pieces
    else {
      await this.#shared.add(content, entry.pieces)
      this.#pageBytes += size
    }
    this.#add(entry)
  }

  /** One that is put again at once can have the same time: a young one is read again by the next backup. */
  #timeOf(modifiedAt: Date): number {
    const ms = modifiedAt.getTime()
    return ms < this.options.takenAt.getTime() - YOUNG_MS ? ms : -1
  }

  #add(entry: ObjectEntry): void {
    this.#page.push(entry)
    this.#pagePieces += entry.pieces.length
    this.#copied.objects += 1
    this.#copied.objectBytes += entry.size
  }

  async #flushPage(): Promise<void> {
    const { id, target, parts } = this.options
    await this.#shared.flush()
    await parts.settled()
    if (this.#page.length === 0) return
    this.#copied.pages += 1
    await target.putPage(id, this.#copied.pages, this.#page)
    this.#page = []
    this.#pagePieces = 0
    this.#pageBytes = 0
  }
}
