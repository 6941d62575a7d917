import type { Readable } from 'node:stream'

export interface StoredObject {
  key: string
  size: number
  modifiedAt: Date
}

/** Both ends inclusive, as in a Range header. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Recordings and what is made of them, by key ('meetings/ID/audio.flac'). A put is all or nothing: a reader sees
 * the old object or the new one, and what was acknowledged survives a crash.
 */
export interface Storage {
  put(key: string, content: Readable | Uint8Array): Promise<StoredObject>
  /** Throws StorageError 'not_found', or 'bad_range' when the object ends before the range starts. */
  get(key: string, range?: ByteRange): Promise<Readable>
  stat(key: string): Promise<StoredObject | undefined>
  /** In order of their keys. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** Nothing happens when there is no such object. */
  delete(key: string): Promise<void>
  /** Rejects when objects cannot be written now. */
  check(): Promise<void>
  /** Where a program can read the object as a file, if it is one on this machine. */
  localPath?(key: string): string
}

export class StorageError extends Error {
  override readonly name = 'StorageError'

  constructor(
    readonly reason: 'bad_key' | 'not_found' | 'bad_range' | 'full' | 'unavailable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export const full = (cause?: unknown) =>
  new StorageError('full', 'There is no space left on the disk of the server', { cause })

/** An object whose write ran into the end of the disk, or of a quota. */
export const isFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/
const MAX_KEY_LENGTH = 512
const MAX_SEGMENT_LENGTH = 200

/** Segments never start with a dot, so a key can neither climb out of its folder nor name a hidden file. */
export function assertKey(key: string): void {
  const fits =
    key.length <= MAX_KEY_LENGTH && key.split('/').every(segment => segment.length <= MAX_SEGMENT_LENGTH)
  if (!fits || !KEY.test(key)) throw new StorageError('bad_key', 'not a storage key')
}

/** A prefix is a key, or a key that ends in '/', or nothing. */
export function assertPrefix(prefix: string): void {
  if (prefix !== '') assertKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix)
}
