import type { IncomingHttpHeaders } from 'node:http'
import { KEY_PREFIX, LINK_PREFIX } from '../../own-tokens'
import { bearerCandidates } from './bearer-token'

/** Anywhere in the header, however it is written: what is no bearer here may be one elsewhere. */
const written = new RegExp(`(?:^|[\\s,;:="'])(${KEY_PREFIX}|${LINK_PREFIX})`, 'i')

/** Which of the tokens that mean something here alone a request carries. */
export function ownTokenOf(
  headers: IncomingHttpHeaders,
  isSocket: boolean,
): 'key' | 'opened link' | undefined {
  const given = [headers.authorization ?? '', ...bearerCandidates(headers, isSocket)]
  const prefix = given.map(text => written.exec(text)?.[1]?.toLowerCase()).find(found => found !== undefined)
  if (prefix === undefined) return undefined
  return prefix === KEY_PREFIX ? 'key' : 'opened link'
}
