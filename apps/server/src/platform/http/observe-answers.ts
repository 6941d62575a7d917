import type { Endpoint } from '@livetap/contract/wire/endpoint'
import type { FastifyInstance } from 'fastify'

export interface Answered {
  endpoint: Endpoint
  status: number
  /** Of JSON answers; undefined for empty ones, streams and texts. */
  body?: unknown
}
export type OnAnswer = (answer: Answered) => void

/** Shows every answer of the contract's calls to an observer; pages and files are no calls, and what another user answers is not ours. */
export function observeAnswers(server: FastifyInstance, onAnswer: OnAnswer): void {
  const bodies = new WeakMap<object, unknown>()
  server.addHook('preSerialization', async (request, _reply, body) => {
    bodies.set(request, body)
    return body
  })
  // What a handler made JSON of by itself passes no serialisation.
  server.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json')
    if (isJson && !bodies.has(request) && ArrayBuffer.isView(payload))
      bodies.set(request, JSON.parse(Buffer.from(payload as Uint8Array).toString()))
    return payload
  })
  server.addHook('onResponse', async (request, { statusCode: status }) => {
    const { endpoint, unread } = request.routeOptions.config
    if (!endpoint || !('method' in endpoint) || unread || request.method === 'HEAD') return
    onAnswer({ endpoint, status, body: bodies.get(request) })
  })
}
