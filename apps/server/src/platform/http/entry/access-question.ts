import type { Target } from '@livetap/contract/wire/actions'
import type { FastifyRequest } from 'fastify'
import type { AccessQuestion } from '../../access'

/** What the contract says of the request's call; undefined for pages and files. */
export function questionOf(request: FastifyRequest): AccessQuestion | undefined {
  const { endpoint } = request.routeOptions.config
  if (!endpoint?.action) return undefined
  const { action, on, name } = endpoint
  return { action, target: on && targetOf(request, on), call: name, address: request.ip }
}

function targetOf({ params, query }: FastifyRequest, { kind, from, name }: Target) {
  const value = ((from === 'params' ? params : query) as Record<string, unknown>)[name]
  return { kind, id: typeof value === 'string' ? value : '' }
}
