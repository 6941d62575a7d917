import type { Entry } from 'yauzl'
import { ServiceError } from '../service-error'
import { shownName } from './shown-name'

export interface ZipLimits {
  entries: number
  /** Unpacked. */
  entryBytes: number
  totalBytes: number
}

const MAX_NAME_LENGTH = 1_000

const FILE_TYPE = 0o170000
const REGULAR = 0o100000
const LINK = 0o120000

/** Text packs ten to fifty times smaller; a bomb a thousand times. Small entries may do as they like. */
const MAX_RATIO = 200
const RATIO_FROM_BYTES = 1024 * 1024

/** Throws unless the entry is a plain file of a size that can be read. Its path was checked by the library. */
export function assertPlainEntry(entry: Entry, { entryBytes }: ZipLimits): void {
  const name = shownName(entry.fileName)
  if (entry.fileName.includes('�') || entry.fileName.includes('\0'))
    throw new ServiceError('bad_name', `The name ${name} is not in a known encoding`)
  if (entry.fileName.length > MAX_NAME_LENGTH)
    throw new ServiceError('bad_name', `The name ${name} has more than ${MAX_NAME_LENGTH} characters`)
  if (entry.isEncrypted()) throw new ServiceError('encrypted', `${name} is encrypted`)
  // Zero where the program that packed it knows no types.
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE
  if (type === LINK) throw new ServiceError('link', `${name} is a link`)
  if (type !== 0 && type !== REGULAR) throw new ServiceError('link', `${name} is not a file`)
  if (!entry.canDecodeFileData())
    throw new ServiceError('damaged', `${name} is packed by a method that is not known here`)
  if (entry.uncompressedSize > entryBytes)
    throw new ServiceError('too_large', `${name} unpacks to more than ${entryBytes} bytes`)
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
  if (entry.uncompressedSize > RATIO_FROM_BYTES && ratio > MAX_RATIO)
    throw new ServiceError('bomb', `${name} unpacks to ${Math.round(ratio)} times its size`)
}
