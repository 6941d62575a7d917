import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** They describe one connection, not the message. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
]
const ownToUs = [
  'transfer-encoding',
  'expect',
  'host',
  'cookie',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
]
const neverSent = new Set([...hopByHop, ...ownToUs, 'x-forwarded-proto'])
/** Cookies would be set for our own origin; the protections are ours to give. */
const neverPassedOn = new Set([...hopByHop, 'set-cookie', 'transfer-encoding', 'strict-transport-security'])

/** The caller's headers, its authorisation among them, without the cookies of our own origin. */
export function upstreamHeaders(request: FastifyRequest): OutgoingHttpHeaders {
  return {
    ...without(request.headers, neverSent),
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
    trackingid: request.id,
    ...(request.span?.traceparent && { traceparent: request.span.traceparent }),
  }
}

export const answerHeaders = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => {
  const { 'content-security-policy': _policy, ...rest } = without(headers, neverPassedOn)
  return rest
}

function without(headers: IncomingHttpHeaders, names: ReadonlySet<string>): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map(name => name.trim().toLowerCase())
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !names.has(name) && !named.includes(name)),
  )
}
