import type { ByteRange } from '../storage/storage'

export type RequestedRange =
  | { kind: 'whole' }
  | { kind: 'part'; range: ByteRange }
  /** It asks for bytes the object does not have. */
  | { kind: 'outside' }

/**
 * Reads a Range header. What is not understood, or asks for several ranges, is answered with the whole object, as
 * the standard allows.
 */
export function requestedRange(header: string | undefined, size: number): RequestedRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'whole' }
  const [first, last] = [match[1]!, match[2]!]
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0
      ? { kind: 'outside' }
      : { kind: 'part', range: { start: size - length, end: size - 1 } }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  return start >= size ? { kind: 'outside' } : { kind: 'part', range: { start, end } }
}
