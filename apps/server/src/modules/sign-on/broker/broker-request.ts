import type { IncomingMessage } from 'node:http'
import type { Broker } from './broker'

/**
 * The provider builds addresses and picks cookie flags from the request's host and protocol. Both are replaced by an origin of our
 * own, so a forged Host or X-Forwarded header reaches no redirect and no cookie.
 */
export function pinOrigin(request: IncomingMessage, { origins }: Broker): void {
  const asked = origins.find(origin => new URL(origin).host === request.headers.host)
  const { host, protocol } = new URL(asked ?? origins[0]!)
  request.headers['x-forwarded-host'] = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
}

/** The provider believes the forwarded address: it gets the caller's, as the server itself has judged it. */
export function pinAddress(request: IncomingMessage, address: string): void {
  request.headers['x-forwarded-for'] = address
}

/** A form of another site may post here, but never with our origin: browsers always say where a POST comes from. */
export function isOwnOrigin(request: IncomingMessage, { origins }: Broker): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && origin !== 'null') return origins.includes(origin)
  return site === 'same-origin'
}
