import { prometheusMetrics } from '@livetap/contract/calls/operations'
import type { HttpServer } from '../http/create-http-server'
import { route } from '../http/route'
import type { Metrics } from './metrics'

export function metricsRoutes(server: HttpServer, metrics: Metrics): void {
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.requestSeconds.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
  })
  route(server, prometheusMetrics, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
}
