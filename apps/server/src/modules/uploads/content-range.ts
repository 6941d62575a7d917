import { ServiceError } from '../../platform/service-error'

/** What a PUT to an upload says about itself: a chunk with both ends inclusive, or the question how far it got. */
export type ContentRange =
  | { kind: 'chunk'; start: number; end: number; total: number }
  | { kind: 'query'; total: number }

const PATTERN = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15})$/

export function parseContentRange(header: string | undefined): ContentRange {
  const match = PATTERN.exec(header ?? '')
  if (!match)
    throw new ServiceError('invalid', 'content-range: must be "bytes START-END/TOTAL" or "bytes */TOTAL"')
  const total = Number(match[3])
  if (match[1] === undefined) return { kind: 'query', total }
  const [start, end] = [Number(match[1]), Number(match[2])]
  if (end < start || end >= total)
    throw new ServiceError('invalid', `content-range: bytes ${start} to ${end} do not lie within ${total}`)
  return { kind: 'chunk', start, end, total }
}

/** The `Range` header for what is held; none while nothing is. */
export const heldRange = (held: number): Record<string, string> =>
  held > 0 ? { range: `bytes=0-${held - 1}` } : {}
