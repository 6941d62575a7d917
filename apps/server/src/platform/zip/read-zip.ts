import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { ServiceError } from '../service-error'
import { assertPlainEntry, type ZipLimits } from './entry-rules'
import { shownName } from './shown-name'

export interface ZipEntry {
  /** A relative path without '..', with '/' between its parts. */
  readonly name: string
  readonly size: number
  /** The whole content; never more than the limit of an entry. Only until the next entry is asked for. */
  read(): Promise<Buffer>
}

/**
 * The files of a zip, one after the other, read where they lie: nothing is unpacked to a disk. An entry that is
 * unsafe or beyond the limits ends the reading with a ServiceError, so that no caller has to know the rules.
 */
export async function* readZip(path: string, limits: ZipLimits): AsyncGenerator<ZipEntry> {
  const zip = await open(path)
  try {
    assertCount(zip.entryCount, limits)
    let seen = 0
    let total = 0
    for await (const entry of entriesOf(zip)) {
      assertCount(++seen, limits)
      if (entry.fileName.endsWith('/')) continue
      assertPlainEntry(entry, limits)
      total += entry.uncompressedSize
      if (total > limits.totalBytes)
        throw new ServiceError('too_large', `The zip unpacks to more than ${limits.totalBytes} bytes`)
      yield { name: entry.fileName, size: entry.uncompressedSize, read: () => contentOf(zip, entry) }
    }
  } finally {
    zip.close()
  }
}

function assertCount(count: number, { entries }: ZipLimits): void {
  if (count > entries) throw new ServiceError('too_many_entries', `The zip has more than ${entries} entries`)
}

async function open(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, strictFileNames: false })
  } catch (error) {
    throw failure(error, 'not_a_zip', 'This is not a zip file')
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry()
  for (;;) {
    const next = await entries.next().catch((error: Error) => {
      // The library checks names by itself; it says so in its message alone.
      if (/absolute path|relative path|invalid characters/.test(error.message))
        throw new ServiceError('unsafe_path', `The zip has an unsafe entry: ${shownName(error.message)}`)
      throw failure(error, 'damaged', 'The directory of the zip is damaged')
    })
    if (next.done) return
    yield next.value
  }
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const name = shownName(entry.fileName)
  const pieces: Buffer[] = []
  try {
    // The library ends a stream that grows past the size its entry declares.
    const stream: Readable = await zip.openReadStreamPromise(entry)
    for await (const piece of stream) pieces.push(piece as Buffer)
  } catch (error) {
    throw failure(error, 'damaged', `${name} cannot be unpacked`)
  }
  const content = Buffer.concat(pieces)
  if (crc32(content) !== entry.crc32)
    throw new ServiceError('damaged', `${name} is damaged: its checksum differs`)
  return content
}

/** A fault of the disk stays what it is. */
function failure(error: unknown, reason: 'not_a_zip' | 'damaged', message: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  const isZipsFault = code === undefined || code.startsWith('Z_') || code.startsWith('ERR_')
  return isZipsFault ? new ServiceError(reason, message, { cause: error }) : error
}
