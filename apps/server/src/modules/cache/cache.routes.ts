import { checkRedis } from '@livetap/contract/calls/choices'
import type { HttpServer } from '../../platform/http/create-http-server'
import { route } from '../../platform/http/route'
import { redisStatus } from './redis-status'

export function cacheRoutes(server: HttpServer, redisUrl: string | undefined): void {
  route(server, checkRedis, async () => redisStatus(redisUrl))
}
