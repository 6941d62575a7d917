import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RefusedToken, refusedTokenOf } from '../refused-token'

const refused = new WeakMap<FastifyRequest, RefusedToken>()

/** The token for which a request was refused. */
export const refusedTokenOfRequest = (request: FastifyRequest): RefusedToken | undefined =>
  refused.get(request)

export function observeRefusedTokens(
  server: FastifyInstance,
  onRefused?: (token: RefusedToken) => void,
): void {
  server.addHook('onError', async (request, _reply, error) => {
    const token = refusedTokenOf(error)
    if (!token) return
    refused.set(request, token)
    onRefused?.(token)
  })
}
