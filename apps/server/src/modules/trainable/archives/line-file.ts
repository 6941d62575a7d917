import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

const FLUSH_CHARACTERS = 64 * 1024

/** Lines that grow on disk while an archive is packed: of any number of shards only a few are in memory. */
export class LineFile {
  readonly #hash = createHash('sha256')
  #waiting = ''

  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  static async create(path: string): Promise<LineFile> {
    return new LineFile(path, await open(path, 'w'))
  }

  async add(lines: string): Promise<void> {
    this.#waiting += lines
    if (this.#waiting.length >= FLUSH_CHARACTERS) await this.#flush()
  }

  /** Ends the writing; answers the checksum of all of it. */
  async finish(): Promise<string> {
    await this.#flush()
    await this.handle.close()
    return this.#hash.digest('hex')
  }

  read(): Readable {
    return createReadStream(this.path)
  }

  /** After a failure: what is still open. */
  async discard(): Promise<void> {
    await this.handle.close().catch(() => undefined)
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#waiting)
    this.#waiting = ''
    this.#hash.update(bytes)
    await this.handle.write(bytes)
  }
}
