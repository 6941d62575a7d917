import { choicesSchema, families } from '@livetap/contract'
import type { TranslationDesk } from '@livetap/speech'
import { z } from 'zod'
import type { Config } from '../../platform/config/config'
import type { HttpServer } from '../../platform/http/create-http-server'
import { choicesOf } from './choices'
import { redisStatus } from './redis-status'

const config = { entry: 'bearer' } as const

const redisStatusSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('disabled') }),
  z.object({ status: z.literal('ok'), latency_ms: z.number() }),
  z.object({ status: z.literal('unreachable'), reason: z.string() }),
])

export function choicesRoutes(
  server: HttpServer,
  settings: Config,
  translation: Pick<TranslationDesk, 'pairs'>,
): void {
  server.get(
    `${families.partner}/web/choices`,
    { config, schema: { response: { 200: choicesSchema } } },
    async () => choicesOf(settings, new Set((await translation.pairs()).map(pair => pair.to))),
  )
  server.get(
    `${families.partner}/check_redis_cache_status`,
    { config, schema: { response: { 200: redisStatusSchema } } },
    async () => redisStatus(settings.redisUrl),
  )
}
