import { z } from 'zod'
import type { HttpServer } from '../http/create-http-server'
import type { Health } from './health'

const unlimited = { rateLimit: false } as const

export function healthRoutes(server: HttpServer, health: Health): void {
  server.get(
    '/healthz',
    {
      config: { entry: 'public', ...unlimited },
      schema: { response: { 200: z.object({ status: z.literal('alive') }) } },
    },
    async () => ({ status: 'alive' as const }),
  )
  server.get('/readyz', { config: { entry: 'public', ...unlimited } }, async (_request, reply) => {
    const { ready, checks, disk } = await health.readiness()
    if (!ready) reply.code(503).header('retry-after', '5')
    // Reasons can name hosts and folders: the public answer says which part, the log and metrics say why.
    const parts = Object.fromEntries(Object.entries(checks).map(([name, result]) => [name, result === 'ok']))
    return { status: ready ? 'ready' : 'not ready', checks: parts, disk }
  })
}
