import { ServiceError } from '../../platform/service-error'
import type { MeetingPosition } from './search.store'

const encode = (parts: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** Behind which meeting the next page begins. */
export const cursorOfMeeting = ({ best, startedAt, id }: MeetingPosition) => encode([best, startedAt, id])

/** Behind which moment of a meeting. */
export const cursorOfMoment = ({ startMs, id }: { startMs: number; id: string }) => encode([startMs, id])

export function readMeetingCursor(cursor: string): MeetingPosition {
  const [best, startedAt, id] = read(cursor)
  if (typeof best === 'number' && typeof startedAt === 'string' && typeof id === 'string')
    if (!Number.isNaN(Date.parse(startedAt.replace(' ', 'T').replace(/\+(\d\d)$/, '+$1:00'))))
      return { best, startedAt, id }
  throw ofAnotherSearch()
}

export function readMomentCursor(cursor: string): { startMs: number; id: string } {
  const [startMs, id] = read(cursor)
  if (Number.isSafeInteger(startMs) && typeof id === 'string') return { startMs: startMs as number, id }
  throw ofAnotherSearch()
}

function read(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(parts) && !JSON.stringify(parts).includes('\\u0000')) return parts
  } catch {
    // Refused below.
  }
  throw ofAnotherSearch()
}

const ofAnotherSearch = () => new ServiceError('invalid', 'cursor: does not belong to this search')
