import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, type Dirent } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hasRoom } from '../disk/free-space'
import {
  assertKey,
  assertPrefix,
  type ByteRange,
  full,
  isFull,
  type Storage,
  StorageError,
  type StoredObject,
} from './storage'
import { makeSyncedFolder, syncFolder } from './sync-folder'

const UNFINISHED = '.unfinished'
/** A day: times of files are times of day, which may be set by hours while another process writes. */
const ABANDONED_MS = 86_400_000

/** Objects are files under one folder. Written beside their place, synced, then renamed into it. */
export class FolderStorage implements Storage {
  private constructor(private readonly folder: string) {}

  static async open(folder: string): Promise<FolderStorage> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const unfinished = join(folder, UNFINISHED)
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    // What a crash left unfinished was never acknowledged. What is young may be another process's work.
    for (const name of await readdir(unfinished)) {
      const left = join(unfinished, name)
      const found = await stat(left).catch(() => undefined)
      if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(left, { recursive: true, force: true })
    }
    return new FolderStorage(folder)
  }

  async put(key: string, content: Readable | Uint8Array): Promise<StoredObject> {
    const path = this.#path(key)
    if (!(await hasRoom(this.folder))) throw full()
    const unfinished = join(this.folder, UNFINISHED, randomUUID())
    try {
      if (content instanceof Uint8Array) await writeWhole(unfinished, content)
      else await pipeline(content, createWriteStream(unfinished, { mode: 0o600, flush: true }))
      await moveIntoPlace(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw isFull(error) ? full(error) : error
    }
    return (await this.stat(key)) ?? { key, size: 0, modifiedAt: new Date() }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const path = this.#path(key)
    const handle = await open(path).catch(error => {
      throw isMissing(error) ? new StorageError('not_found', `there is no object ${key}`) : error
    })
    const { size } = await handle.stat()
    if (range && (range.start < 0 || range.start >= size || range.end < range.start)) {
      await handle.close()
      throw new StorageError('bad_range', `${key} has ${size} bytes`)
    }
    return createReadStream(path, { fd: handle, ...range })
  }

  async stat(key: string): Promise<StoredObject | undefined> {
    try {
      const found = await stat(this.#path(key))
      return found.isFile() ? { key, size: found.size, modifiedAt: found.mtime } : undefined
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    assertPrefix(prefix)
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    for await (const key of this.#walk(folder)) {
      if (!key.startsWith(prefix)) continue
      const found = await this.stat(key)
      if (found) yield found
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key)
    await rm(path, { force: true })
    for (let folder = dirname(path); folder !== this.folder; folder = dirname(folder)) {
      const removed = await rmdir(folder).then(
        () => true,
        () => false,
      )
      if (!removed) break
    }
  }

  async check(): Promise<void> {
    await access(join(this.folder, UNFINISHED), constants.W_OK)
  }

  localPath(key: string): string {
    return this.#path(key)
  }

  #path(key: string): string {
    assertKey(key)
    return resolve(this.folder, key)
  }

  async *#walk(folder: string): AsyncIterable<string> {
    const entries = await readdir(join(this.folder, folder), { withFileTypes: true }).catch(error => {
      // Only what is not there is empty: a folder that cannot be read has unknown content.
      if (isMissing(error)) return [] as Dirent[]
      throw error
    })
    // A folder sorts as its keys do: with the slash behind its name.
    const named = entries.map(entry => ({ entry, name: entry.isDirectory() ? `${entry.name}/` : entry.name }))
    named.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const { entry, name } of named) {
      if (entry.name.startsWith('.')) continue
      if (entry.isDirectory()) yield* this.#walk(folder + name)
      else yield folder + name
    }
  }
}

/** At once: in a stream it would be copied once more. */
async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  try {
    for (let at = 0; at < content.byteLength; ) at += (await handle.write(content, at)).bytesWritten
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A delete of the last neighbour removes the folder, perhaps just now: then it is made again. */
async function moveIntoPlace(unfinished: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await makeSyncedFolder(dirname(path))
    try {
      await rename(unfinished, path)
      await syncFolder(dirname(path))
      return
    } catch (error) {
      if (!isMissing(error) || attempt === 10) throw error
    }
  }
}

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
