export { type CacheModule, cacheModule } from './cache.module'
export { type RedisStatus, redisStatus } from './redis-status'
