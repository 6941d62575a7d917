import type { TaskContext } from '../../platform/parser-pool/parser-task'
import { entryNameOf } from '../../platform/zip/entry-name'
import { readZip, type ZipEntry } from '../../platform/zip/read-zip'
import { shownName } from '../../platform/zip/shown-name'
import { isTranscriptFile, ReturnedFileError, stemOf, transcriptOf } from './returned-transcript'
import type { ReturnedFile, VendorReturnInput } from './vendor-return-task'

const LIMITS = { entries: 100_000, entryBytes: 1024 * 1024, totalBytes: 512 * 1024 * 1024 }
/** Of one part: the other thread is not to be held up by copying it. */
const MAX_FILES = 200
const MAX_CHARACTERS = 250_000

/** Reads what a vendor sends back; runs in a thread of its own. */
export async function* readVendorReturn(
  { path, fileIds }: VendorReturnInput,
  { reading }: TaskContext,
): AsyncGenerator<ReturnedFile[]> {
  const expected = new Set(fileIds)
  const seen = new Set<string>()
  let files: ReturnedFile[] = []
  let characters = 0
  for await (const entry of readZip(path, LIMITS)) {
    reading(shownName(entry.name))
    const file = await readFile(entry, expected, seen)
    files.push(file)
    characters += 'text' in file ? file.text.length : 0
    if (files.length < MAX_FILES && characters < MAX_CHARACTERS) continue
    yield files
    files = []
    characters = 0
  }
  yield files
}

async function readFile(
  { name, read }: ZipEntry,
  expected: ReadonlySet<string>,
  seen: Set<string>,
): Promise<ReturnedFile> {
  const shown = shownName(name)
  try {
    if (!isTranscriptFile(name)) throw new ReturnedFileError('is not a .txt or .json transcript')
    const fileId = entryNameOf(stemOf(name))
    if (!expected.has(fileId)) throw new ReturnedFileError('names no shard of this project')
    if (seen.has(fileId)) throw new ReturnedFileError('is a second transcript of its shard')
    const text = transcriptOf(name, await read())
    seen.add(fileId)
    return { name: shown, fileId, text }
  } catch (error) {
    if (!(error instanceof ReturnedFileError)) throw error
    return { name: shown, problem: error.message }
  }
}
