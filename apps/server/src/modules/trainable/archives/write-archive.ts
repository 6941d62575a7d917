import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Storage, StorageError } from '../../../platform/storage/storage'
import { type NewZipEntry, writeZip } from '../../../platform/zip/write-zip'
import type { Shard } from '../shards/shard'
import { archiveReadme, type ReadmeFacts } from './archive-readme'
import { LineFile } from './line-file'
import { audioPathOf, manifestLine, rttmLines } from './nemo-manifest'

export interface WriteArchiveOptions {
  /** Which shards, in which order; read once. */
  shards: AsyncIterable<Shard>
  storage: Storage
  /** Where the zip goes. */
  key: string
  /** For the lists that grow while it is packed; removed at the end. */
  folder: string
  about: Pick<ReadmeFacts, 'title' | 'region' | 'filter' | 'requestedBy' | 'requestedAt'>
  signal: AbortSignal
  onPacked?: (done: PackedSoFar) => Promise<void> | void
}

export interface PackedSoFar {
  count: number
  lengthMs: number
}

export interface WrittenArchive extends PackedSoFar {
  bytes: number
  meetingIds: ReadonlySet<string>
  /** Shards whose sound was not there. */
  missing: number
}

/** Sound that is read ahead while another one is written. */
const READ_AHEAD = 4

/** Packs shards into a zip in the storage; what is in memory does not grow with their number. */
export async function writeArchive(options: WriteArchiveOptions): Promise<WrittenArchive> {
  const { storage, key, folder, signal } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const packing = new Packing(options)
  try {
    const stored = await storage.put(key, writeZip(packing.entries()))
    signal.throwIfAborted()
    const { count, lengthMs, meetingIds, missing } = packing
    return { count, lengthMs, bytes: stored.size, meetingIds, missing }
  } finally {
    await packing.discard()
    await rm(folder, { recursive: true, force: true })
  }
}

class Packing {
  readonly meetingIds = new Set<string>()
  count = 0
  lengthMs = 0
  missing = 0
  readonly #options: WriteArchiveOptions
  #files: Record<'manifest.jsonl' | 'speakers.rttm' | 'SHA256SUMS', LineFile> | undefined

  constructor(options: WriteArchiveOptions) {
    this.#options = options
  }

  async *entries(): AsyncGenerator<NewZipEntry> {
    const { folder, signal, onPacked, about } = this.#options
    const files = {
      'manifest.jsonl': await LineFile.create(join(folder, 'manifest')),
      'speakers.rttm': await LineFile.create(join(folder, 'rttm')),
      SHA256SUMS: await LineFile.create(join(folder, 'sums')),
    }
    this.#files = files
    for await (const { shard, sound } of this.#sounds()) {
      signal.throwIfAborted()
      if (!sound) {
        this.missing++
        continue
      }
      const sha256 = createHash('sha256').update(sound).digest('hex')
      await files['manifest.jsonl'].add(manifestLine(shard, sha256))
      await files['speakers.rttm'].add(rttmLines(shard))
      await files.SHA256SUMS.add(`${sha256}  ${audioPathOf(shard)}\n`)
      this.meetingIds.add(shard.meetingId)
      yield { name: audioPathOf(shard), content: sound, modifiedAt: shard.createdAt }
      this.count++
      this.lengthMs += shard.lengthMs
      await onPacked?.(this)
    }
    const builtAt = new Date()
    const checksums: Record<string, string> = {}
    for (const [name, file] of Object.entries(files)) {
      checksums[name] = await file.finish()
      yield { name, content: file.read(), modifiedAt: builtAt }
    }
    const { count, lengthMs, missing } = this
    const readme = archiveReadme({ ...about, builtAt, count, lengthMs, missing, checksums })
    yield { name: 'README.txt', content: readme, modifiedAt: builtAt }
  }

  async discard(): Promise<void> {
    for (const file of Object.values(this.#files ?? {})) await file.discard()
  }

  /** In their order, the next few on their way. */
  async *#sounds(): AsyncGenerator<{ shard: Shard; sound: Buffer | undefined }> {
    const ahead: { shard: Shard; sound: Promise<Buffer | undefined> }[] = []
    const next = async () => {
      const { shard, sound } = ahead.shift()!
      return { shard, sound: await sound }
    }
    for await (const shard of this.#options.shards) {
      const sound = this.#read(shard)
      // Awaited in its turn; until then a failure must not be unhandled.
      sound.catch(() => undefined)
      ahead.push({ shard, sound })
      if (ahead.length >= READ_AHEAD) yield await next()
    }
    while (ahead.length > 0) yield await next()
  }

  /** Nothing where the meeting was deleted since its shard was found. */
  async #read({ storageKey }: Shard): Promise<Buffer | undefined> {
    try {
      return await buffer(await this.#options.storage.get(storageKey))
    } catch (error) {
      if (error instanceof StorageError && error.reason === 'not_found') return undefined
      throw error
    }
  }
}
