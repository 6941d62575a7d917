import { healthz, prometheusMetrics, readyz } from '@livetap/contract/calls/operations'
import type { FastifyInstance } from 'fastify'
import type { TraceSpan, Tracing } from '../tracing/tracing'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call of the contract, where traces are made. */
    span: TraceSpan | undefined
  }
}

/** They come every few seconds, and would be most of the traces. */
const PROBES: readonly object[] = [healthz, readyz, prometheusMetrics]

/** A span for each call of the contract, which goes on with the caller's trace. Pages, files, health and metrics have none, and sockets have their own. */
export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  server.decorateRequest('span', undefined)
  if (!tracing.isOn) return
  server.addHook('onRequest', (request, _reply, done) => {
    const { url, config } = request.routeOptions
    const { endpoint } = config
    if (!endpoint || !('method' in endpoint) || PROBES.includes(endpoint)) return done()
    const { traceparent } = request.headers
    request.span = tracing.start(`${request.method} ${url}`, {
      parent: typeof traceparent === 'string' ? traceparent : null,
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': url,
        'livetap.tracking_id': request.id,
      },
    })
    tracing.within(request.span, done)
  })
  // Reading a body leaves what the request ran in.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.span) tracing.within(request.span, done)
    else done()
  })
  server.addHook('onResponse', async (request, { statusCode }) => {
    request.span?.set({ 'http.response.status_code': statusCode })
    request.span?.end(statusCode >= 500 ? { fault: String(statusCode) } : {})
  })
  server.addHook('onRequestAbort', async request => request.span?.end({ fault: 'aborted' }))
}
