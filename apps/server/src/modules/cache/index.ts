export { cacheModule } from './cache.module'
