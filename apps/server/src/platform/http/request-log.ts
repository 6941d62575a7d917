import type { FastifyInstance } from 'fastify'

/** One line a request, by its route's pattern: the address itself may carry a ticket or a signature. */
export function installRequestLog(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const level = reply.statusCode >= 500 ? 'warn' : 'debug'
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request answered',
    )
  })
}
