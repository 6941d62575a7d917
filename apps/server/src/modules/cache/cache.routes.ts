import { families } from '@livetap/contract'
import { z } from 'zod'
import type { HttpServer } from '../../platform/http/create-http-server'
import { redisStatus } from './redis-status'

const redisStatusSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('disabled') }),
  z.object({ status: z.literal('ok'), latency_ms: z.number() }),
  z.object({ status: z.literal('unreachable'), reason: z.string() }),
])

export function cacheRoutes(server: HttpServer, redisUrl: string | undefined): void {
  server.get(
    `${families.partner}/check_redis_cache_status`,
    { config: { entry: 'bearer' }, schema: { response: { 200: redisStatusSchema } } },
    async () => redisStatus(redisUrl),
  )
}
