import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { freeBytes } from '../disk/free-space'
import type { ResumableState, ResumableStorage, ResumableWrite } from './resumable'
import { assertKey, full, isFull, StorageError } from './storage'
import { makeSyncedFolder, syncFolder } from './sync-folder'

/** Large enough that a write costs little beside its bytes, small enough to be held twice. */
const BATCH_BYTES = 1024 * 1024
/** Written bytes are sent on to the disk by so many. */
const SYNC_BYTES = 2 * 1024 * 1024
/** A client that sends tiny pieces must not make one write too long for the system. */
const BATCH_PIECES = 512
const ARRIVING = '.arriving'

/** Pieces are written at their place in one file, which is renamed into the folder when it is whole. */
export class FolderResumable implements ResumableStorage {
  private constructor(private readonly folder: string) {}

  static async open(folder: string): Promise<FolderResumable> {
    await makeSyncedFolder(join(folder, ARRIVING))
    return new FolderResumable(folder)
  }

  async begin(key: string): Promise<ResumableState> {
    const handle = await open(this.#arriving(key), 'w', 0o600)
    await handle.close()
    await syncFolder(join(this.folder, ARRIVING))
    return { held: 0 }
  }

  async write(
    key: string,
    state: ResumableState,
    source: AsyncIterable<Uint8Array>,
  ): Promise<ResumableWrite> {
    const handle = await open(this.#arriving(key), 'r+')
    try {
      const writer = new BatchedWriter(handle, state.held, () => this.#assertRoom())
      const cut = await writer.take(source)
      // What lies on disk past the acknowledged bytes has no meaning: the next write goes over it.
      await handle.datasync()
      return { state: { held: writer.position }, cut }
    } catch (error) {
      throw isFull(error) ? full(error) : error
    } finally {
      await handle.close()
    }
  }

  async complete(key: string, state: ResumableState): Promise<void> {
    const path = resolve(this.folder, key)
    const arriving = this.#arriving(key)
    const handle = await open(arriving, 'r+').catch(() => undefined)
    if (!handle) {
      const there = await stat(path).catch(() => undefined)
      if (there?.size === state.held) return
      throw new StorageError('not_found', `there is nothing to complete ${key} from`)
    }
    try {
      await handle.truncate(state.held)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await makeSyncedFolder(dirname(path))
    await rename(arriving, path)
    await syncFolder(dirname(path))
  }

  async held(key: string, { held }: ResumableState): Promise<Readable | undefined> {
    for (const path of [this.#arriving(key), resolve(this.folder, key)]) {
      const handle = await open(path).catch(() => undefined)
      if (handle) return handle.createReadStream({ start: 0, end: held - 1 })
    }
    return undefined
  }

  freeBytes(): Promise<number> {
    return freeBytes(this.folder)
  }

  async abandon(key: string): Promise<void> {
    await rm(this.#arriving(key), { force: true })
  }

  async #assertRoom(): Promise<void> {
    if ((await this.freeBytes()) === 0) throw full()
  }

  #arriving(key: string): string {
    assertKey(key)
    return join(this.folder, ARRIVING, key.replaceAll('/', '~'))
  }
}

/**
 * Fills one batch while the one before it is written: at most two are in memory. What is written goes on to the disk
 * meanwhile, so that little is left to wait for at the end.
 */
class BatchedWriter {
  /** Behind the last byte that was written. */
  position: number
  #batch: Uint8Array[] = []
  #batchBytes = 0
  #writing: Promise<void> = Promise.resolve()
  #syncing: Promise<void> | undefined
  #unsynced = 0

  constructor(
    private readonly file: FileHandle,
    start: number,
    /** Rejects when nothing more may be written. */
    private readonly assertRoom: () => Promise<void>,
  ) {
    this.position = start
  }

  /** Answers why the source broke off, if it did. A failure of the file rejects. */
  async take(source: AsyncIterable<Uint8Array>): Promise<Error | undefined> {
    let cut: Error | undefined
    const iterator = source[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await iterator.next().catch((error: Error) => {
          cut = error
          return { done: true as const, value: undefined }
        })
        if (next.done) break
        this.#batch.push(next.value)
        this.#batchBytes += next.value.byteLength
        if (this.#batchBytes >= BATCH_BYTES || this.#batch.length >= BATCH_PIECES) await this.#flush()
      }
      await this.#flush()
      await this.#writing
      await this.#syncing
      return cut
    } catch (error) {
      await iterator.return?.().catch(() => undefined)
      throw error
    }
  }

  async #flush(): Promise<void> {
    await this.#writing
    if (this.#batchBytes === 0) return
    const [batch, bytes] = [this.#batch, this.#batchBytes]
    this.#batch = []
    this.#batchBytes = 0
    this.#writing = this.#writeAll(batch, bytes)
    // Awaited by the next flush; until then a failure must not count as unhandled.
    this.#writing.catch(() => undefined)
  }

  async #writeAll(batch: Uint8Array[], bytes: number): Promise<void> {
    await this.assertRoom()
    const { bytesWritten } = await this.file.writev(batch, this.position)
    if (bytesWritten < bytes) {
      // A short write is rare (a signal, a nearly full disk): the rest goes as one piece.
      const rest = Buffer.concat(batch).subarray(bytesWritten)
      let at = 0
      while (at < rest.length)
        at += (await this.file.write(rest, at, rest.length - at, this.position + bytesWritten + at))
          .bytesWritten
    }
    this.position += bytes
    this.#syncMeanwhile(bytes)
  }

  #syncMeanwhile(bytes: number): void {
    this.#unsynced += bytes
    if (this.#syncing || this.#unsynced < SYNC_BYTES) return
    this.#unsynced = 0
    this.#syncing = this.file
      .datasync()
      // The sync at the end reports what is wrong with the disk.
      .catch(() => undefined)
      .finally(() => {
        this.#syncing = undefined
      })
  }
}
