import type { VendorTagsAnswer } from '@livetap/contract'
import type { TaskContext } from '../../../platform/parser-pool/parser-task'
import { ServiceError } from '../../../platform/service-error'
import { readZip } from '../../../platform/zip/read-zip'
import { shownName } from '../../../platform/zip/shown-name'
import { decodeText } from './decode-text'
import { transcriptReader } from './spoken-texts'
import { TagCounter } from './tag-counter'

/** One entry is held in memory at a time, as bytes and as text. */
const LIMITS = { entries: 50_000, entryBytes: 16 * 1024 * 1024, totalBytes: 512 * 1024 * 1024 }
const MAX_SKIPPED_NAMES = 100

/** Counts the tags of a zip of vendor transcripts; runs in a thread of its own. */
export async function* tagsOfZip(
  { path }: { path: string },
  { reading }: TaskContext,
): AsyncGenerator<Uint8Array> {
  const counter = new TagCounter()
  const skipped: string[] = []
  let read = 0
  let left = 0
  for await (const entry of readZip(path, LIMITS)) {
    const textsOf = transcriptReader(entry.name)
    if (!textsOf) {
      left++
      if (skipped.length < MAX_SKIPPED_NAMES) skipped.push(shownName(entry.name))
      continue
    }
    reading(shownName(entry.name))
    const content = await entry.read()
    try {
      for (const text of textsOf(decodeText(content))) counter.add(entry.name, text)
    } catch (error) {
      throw error instanceof ServiceError ? withName(entry.name, error) : error
    }
    read++
  }
  const answer: VendorTagsAnswer = { tags: counter.result(), files_read: read, files_skipped: left, skipped }
  yield Buffer.from(JSON.stringify(answer))
}

const withName = (name: string, cause: Error) =>
  new ServiceError('invalid', `${shownName(name)} ${cause.message}`, { cause })
