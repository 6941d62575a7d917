import type { VendorTagsAnswer } from '@livetap/contract'
import { readZip } from '../../../platform/zip/read-zip'
import { shownName } from '../../../platform/zip/zip-error'
import { decodeText } from './decode-text'
import { TranscriptFileError, transcriptReader } from './spoken-texts'
import { TagCounter } from './tag-counter'

/** One entry is held in memory at a time, as text and as JSON. */
const LIMITS = { entries: 50_000, entryBytes: 16 * 1024 * 1024, totalBytes: 512 * 1024 * 1024 }
const MAX_SKIPPED_NAMES = 100

/** Counts the tags of a zip of vendor transcripts. */
export async function tagsOfZip(path: string): Promise<VendorTagsAnswer> {
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
    const content = await entry.read()
    try {
      for (const text of textsOf(decodeText(content))) counter.add(entry.name, text)
    } catch (error) {
      if (error instanceof TranscriptFileError)
        throw new TranscriptFileError(`${shownName(entry.name)} ${error.message}`, { cause: error })
      throw error
    }
    read++
  }
  return { tags: counter.result(), files_read: read, files_skipped: left, skipped }
}
