import { healthz, readyz } from '@livetap/contract/calls/operations'
import type { HttpServer } from '../http/create-http-server'
import { route } from '../http/route'
import type { Health } from './health'

export function healthRoutes(server: HttpServer, health: Health): void {
  route(server, healthz, async () => ({ status: 'alive' as const }), { rateLimit: false })
  route(
    server,
    readyz,
    async (_request, reply) => {
      const { ready, checks, disk } = await health.readiness()
      if (!ready) reply.code(503).header('retry-after', '5')
      // Reasons can name hosts and folders: the public answer says which part, the log and metrics say why.
      const parts = Object.fromEntries(
        Object.entries(checks).map(([name, result]) => [name, result === 'ok']),
      )
      return { status: ready ? ('ready' as const) : ('not ready' as const), checks: parts, disk }
    },
    { rateLimit: false },
  )
}
