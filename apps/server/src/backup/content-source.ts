import { type FileHandle, open } from 'node:fs/promises'
import { type Storage, StorageError } from '../platform/storage/storage'
import { within } from './within'

/** Content that is read into memory that is there already: new memory for each piece costs more than the reading. */
export interface ContentSource {
  /** Answers how many bytes it filled: fewer than there is room for only where the content ends. */
  fill(into: Uint8Array): Promise<number>
  close(): Promise<void>
}

/** The content of an object, read as a file where it is one. What is put in its place meanwhile does not change it. */
export async function openContent(storage: Storage, key: string): Promise<ContentSource> {
  const path = storage.localPath?.(key)
  if (path === undefined) return new StreamContent(await within(storage.get(key), `reading ${key}`), key)
  const opened = open(path).catch(error => {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? new StorageError('not_found', `there is no object ${key}`, { cause: error })
      : error
  })
  return new FileContent(await within(opened, `reading ${key}`), key)
}

class FileContent implements ContentSource {
  constructor(
    private readonly handle: FileHandle,
    private readonly name: string,
  ) {}

  async fill(into: Uint8Array): Promise<number> {
    let filled = 0
    while (filled < into.byteLength) {
      const reading = this.handle.read(into, filled, into.byteLength - filled)
      const { bytesRead } = await within(reading, `reading ${this.name}`)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return filled
  }

  async close(): Promise<void> {
    await this.handle.close()
  }
}

export class StreamContent implements ContentSource {
  readonly #pieces: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()

  constructor(
    source: AsyncIterable<Uint8Array>,
    private readonly name: string,
  ) {
    this.#pieces = source[Symbol.asyncIterator]()
  }

  async fill(into: Uint8Array): Promise<number> {
    let filled = 0
    while (filled < into.byteLength) {
      if (this.#rest.byteLength === 0) {
        const next = await within(this.#pieces.next(), `reading ${this.name}`)
        if (next.done) break
        this.#rest = next.value
      }
      const fits = this.#rest.subarray(0, into.byteLength - filled)
      into.set(fits, filled)
      filled += fits.byteLength
      this.#rest = this.#rest.subarray(fits.byteLength)
    }
    return filled
  }

  async close(): Promise<void> {
    await this.#pieces.return?.()
  }
}
