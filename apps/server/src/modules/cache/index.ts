export { type CacheModule, cacheModule } from './cache.module'
export type { RedisStatus } from './redis-status'
