import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const acceptable = /^[A-Za-z0-9._:-]{8,100}$/

export const newTrackingId = () => randomUUID()

/** A caller's own id is kept, so that one call can be followed through several servers. */
export function trackingIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers.trackingid
  return typeof given === 'string' && acceptable.test(given) ? given : newTrackingId()
}
