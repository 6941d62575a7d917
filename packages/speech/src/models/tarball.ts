import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createGunzip } from 'node:zlib'

const BLOCK_SIZE = 512

interface TarHeader {
  path: string
  size: number
  type: string
}

function readHeader(block: Buffer): TarHeader | undefined {
  if (block.every(byte => byte === 0)) return undefined
  const text = (from: number, length: number) => {
    const end = block.indexOf(0, from)
    return block.toString('utf8', from, end >= from && end < from + length ? end : from + length)
  }
  const prefix = text(257, 5) === 'ustar' ? text(345, 155) : ''
  return {
    path: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100),
    size: Number.parseInt(text(124, 12).trim() || '0', 8),
    type: text(156, 1) || '0',
  }
}

/** Reads a byte stream piece by piece; the whole archive is never in memory. */
class ByteReader {
  #chunk: Buffer = Buffer.alloc(0)
  readonly #source: AsyncIterator<Buffer>

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** At least one byte and at most `most`; undefined at the end. */
  async some(most: number): Promise<Buffer | undefined> {
    while (this.#chunk.length === 0) {
      const { value, done } = await this.#source.next()
      if (done) return undefined
      this.#chunk = value
    }
    const out = this.#chunk.subarray(0, most)
    this.#chunk = this.#chunk.subarray(out.length)
    return out
  }

  async exactly(bytes: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    for (let left = bytes; left > 0; ) {
      const part = await this.some(left)
      if (!part) return undefined
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }
}

/**
 * Unpacks the named regular files of an npm tarball and nothing else: the archive's own names are only
 * compared, never used as a path. Returns the names found.
 */
export async function unpackFiles(tarball: string, wanted: Map<string, string>): Promise<Set<string>> {
  const gunzip = createReadStream(tarball).pipe(createGunzip())
  const reader = new ByteReader(gunzip)
  const found = new Set<string>()
  try {
    for (let block = await reader.exactly(BLOCK_SIZE); block; block = await reader.exactly(BLOCK_SIZE)) {
      const header = readHeader(block)
      if (!header) break
      const name = header.path.replace(/^[^/]+\//, '')
      const target = header.type === '0' ? wanted.get(name) : undefined
      if (target) await mkdir(dirname(target), { recursive: true })
      const out = target ? await open(target, 'w') : undefined
      try {
        let left = header.size
        while (left > 0) {
          const piece = await reader.some(left)
          if (!piece) throw new Error(`The archive ends inside ${name}`)
          if (out) await out.write(piece)
          left -= piece.length
        }
        if (out) await out.sync()
      } finally {
        await out?.close()
      }
      if (target) found.add(name)
      const padding = (BLOCK_SIZE - (header.size % BLOCK_SIZE)) % BLOCK_SIZE
      if (padding) await reader.exactly(padding)
    }
  } finally {
    gunzip.destroy()
  }
  return found
}
