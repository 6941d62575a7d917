import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Storage, StorageError } from '../../platform/storage/storage'
import { type NewZipEntry, writeZip } from '../../platform/zip/write-zip'
import { audioPathOf, manifestLine, type Shard } from '../trainable'

export interface PackageOptions {
  projectName: string
  vendor: string
  shards: AsyncIterable<Shard>
  storage: Pick<Storage, 'get'>
}

/** What a vendor gets: the sound of each shard and a manifest, streamed as fast as it is taken. */
export const openPackage = (options: PackageOptions): Readable => writeZip(entries(options))

async function* entries({
  projectName,
  vendor,
  shards,
  storage,
}: PackageOptions): AsyncGenerator<NewZipEntry> {
  const lines: string[] = []
  for await (const shard of shards) {
    const sound = await soundOf(storage, shard)
    if (!sound) continue
    lines.push(manifestLine(shard, createHash('sha256').update(sound).digest('hex')))
    yield { name: audioPathOf(shard), content: sound, modifiedAt: shard.createdAt }
  }
  const modifiedAt = new Date()
  yield { name: 'manifest.jsonl', content: lines.join(''), modifiedAt }
  yield { name: 'README.txt', content: readme(projectName, vendor, lines.length), modifiedAt }
}

/** Nothing where the meeting was deleted since its shard was found. */
async function soundOf(storage: Pick<Storage, 'get'>, { storageKey }: Shard): Promise<Buffer | undefined> {
  try {
    return await buffer(await storage.get(storageKey))
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'not_found') return undefined
    throw error
  }
}

const readme = (name: string, vendor: string, count: number) => `${name}, for ${vendor}: ${count} utterances.

audio/ID.flac is the sound of an utterance; manifest.jsonl has a line per utterance with its id, length in seconds,
language and the text that was recognised.

Return a zip with one transcript per utterance: ID.txt with its text in UTF-8, or ID.json with {"transcript": "..."}.
`
