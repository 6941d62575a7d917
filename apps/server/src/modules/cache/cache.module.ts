import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import { cacheRoutes } from './cache.routes'
import { redisStatus } from './redis-status'

export type CacheModule = ReturnType<typeof cacheModule>

export const cacheModule = ({ config }: Platform) => ({
  status: () => redisStatus(config.redisUrl),
  routes: (server: HttpServer) => cacheRoutes(server, config.redisUrl),
})
