import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../../platform/http/errors'
import { answerHeaders, upstreamHeaders } from './forward-headers'
import type { Upstream } from './upstream'

export interface Forwarding {
  upstream: Upstream
  address: URL
  /** Instead of the caller's own. */
  body?: { text: string; headers: OutgoingHttpHeaders }
}

type Body = Readable | string | undefined

/** Streams both ways: neither the caller's body nor the upstream's is ever held whole. */
export async function forwardHttp(
  request: FastifyRequest,
  reply: FastifyReply,
  { upstream, address, body }: Forwarding,
) {
  const headers = { ...upstreamHeaders(request), ...body?.headers }
  const content: Body = body?.text ?? (request.body as Readable | undefined)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())

  const answer = await ask(request, upstream, address, headers, content, gone.signal)
  const passed = answerHeaders(answer.headers)
  if (passed.location) passed.location = upstream.ownAddress(String(passed.location))
  reply.code(answer.statusCode ?? 502).headers(passed)
  return reply.send(watched(answer, upstream.timeoutMs))
}

async function ask(
  request: FastifyRequest,
  upstream: Upstream,
  address: URL,
  headers: OutgoingHttpHeaders,
  content: Body,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt++) {
    const outgoing = upstream.open(
      address,
      { method: request.method, headers, signal },
      content !== undefined,
    )
    try {
      return await new Promise<IncomingMessage>((resolve, reject) => {
        outgoing.once('response', resolve)
        outgoing.once('error', reject)
        outgoing.once('timeout', () => outgoing.destroy(new Error('no answer in time')))
        if (content === undefined || typeof content === 'string') outgoing.end(content)
        else pipeline(content, outgoing).catch(reject)
      })
    } catch (error) {
      // A kept connection that the upstream closed meanwhile says nothing about the upstream.
      if (attempt === 1 && content === undefined && outgoing.reusedSocket && !signal.aborted) continue
      request.log.warn({ upstream: upstream.family, reason: (error as Error).message }, 'upstream failed')
      throw unavailable(`${upstream.prefix} cannot be reached now`)
    }
  }
}

/** Ends an answer that stops in the middle. Silence counts only while the caller is ready for more. */
function watched(answer: IncomingMessage, timeoutMs: number): Readable {
  const out = new PassThrough()
  answer.setTimeout(timeoutMs, () => {
    if (!out.writableNeedDrain) answer.destroy(new Error('the upstream fell silent'))
  })
  pipeline(answer, out).catch(() => out.destroy())
  return out
}
