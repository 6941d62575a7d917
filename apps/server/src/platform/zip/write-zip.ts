import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { makeZip } from 'client-zip'

export interface NewZipEntry {
  name: string
  /** Bytes that are here, or a stream that is read when its turn comes. */
  content: Uint8Array | string | Readable
  modifiedAt: Date
}

/**
 * A zip as a stream: entries are asked for one by one, as fast as the reader takes them. They are stored as they are,
 * because sound that is packed already does not get smaller.
 */
export function writeZip(entries: AsyncIterable<NewZipEntry>): Readable {
  return Readable.fromWeb(makeZip(inputs(entries)) as ReadableStream<Uint8Array>)
}

async function* inputs(entries: AsyncIterable<NewZipEntry>) {
  for await (const { name, content, modifiedAt } of entries)
    yield { name, input: content as Uint8Array<ArrayBuffer>, lastModified: modifiedAt }
}
