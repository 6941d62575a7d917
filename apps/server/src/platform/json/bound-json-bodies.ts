import type { FastifyInstance } from 'fastify'
import { tooLarge } from '../http/errors'
import { hasMoreValues } from './count-values'

/** Several times what any call of the contract needs that is read here. */
const MAX_VALUES = 50_000

/**
 * A body within its limit of bytes can still hold half a million values, and each costs far more than its byte: by their
 * number it is refused before it is parsed.
 */
export function boundJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (hasMoreValues(body, MAX_VALUES)) done(tooLarge(`The body has more than ${MAX_VALUES} values`))
    else parse(request, body, done)
  })
}
