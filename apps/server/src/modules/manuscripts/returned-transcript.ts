import { basename, extname } from 'node:path/posix'
import { z } from 'zod'

/** Why a file of a return cannot be used; the message can be shown. */
export class ReturnedFileError extends Error {
  override readonly name = 'ReturnedFileError'
  readonly reason = 'unusable'
}

const MAX_TEXT = 20_000
const jsonSchema = z.union([
  z.object({ transcript: z.string() }),
  z.object({ text: z.string() }).transform(({ text }) => ({ transcript: text })),
])

/** What names the shard that a file is about: its name without folders and ending. */
export const stemOf = (name: string): string => basename(name, extname(name))

export const isTranscriptFile = (name: string): boolean =>
  ['.txt', '.json'].includes(extname(name).toLowerCase()) &&
  !name.split('/').some(part => part.startsWith('.') || part === '__MACOSX')

/** The text of a `.txt`, or of the field `transcript` (or `text`) of a `.json`. */
export function transcriptOf(name: string, content: Buffer): string {
  const decoded = decode(content)
  const text = (extname(name).toLowerCase() === '.json' ? fromJson(decoded) : decoded)
    .replace(/\s+/g, ' ')
    .trim()
  if (text === '') throw new ReturnedFileError('holds no text')
  if (text.length > MAX_TEXT) throw new ReturnedFileError(`holds more than ${MAX_TEXT} characters`)
  return text
}

function decode(content: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
    if (!text.includes('\0')) return text
  } catch {
    // Said below.
  }
  throw new ReturnedFileError('is not text in UTF-8')
}

function fromJson(text: string): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ReturnedFileError('is not JSON')
  }
  const read = jsonSchema.safeParse(value)
  if (!read.success) throw new ReturnedFileError('has no field transcript')
  return read.data.transcript
}
