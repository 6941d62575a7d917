import type { IncomingHttpHeaders } from 'node:http'

const PREFIX = 'bearer.'

/** The tokens a request may mean: of its header, or of a socket's sub-protocols (plain, or in base64url). */
export function bearerCandidates(headers: IncomingHttpHeaders, isSocket: boolean): string[] {
  const header = /^Bearer +([\x21-\x7e]+)$/i.exec(headers.authorization ?? '')?.[1]
  if (header) return [header]
  if (!isSocket) return []
  const value = (headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map(part => part.trim())
    .find(part => part.startsWith(PREFIX))
    ?.slice(PREFIX.length)
  if (!value) return []
  const decoded = Buffer.from(value, 'base64url').toString('latin1')
  return /^[\x21-\x7e]+$/.test(decoded) ? [value, decoded] : [value]
}
