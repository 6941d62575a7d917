import { defineEndpoint } from '../../wire/endpoint'
import { choicesSchema, enginesAnswerSchema, redisStatusSchema } from './schemas'

/** What this deployment offers. */

const partner = { family: 'partner', entry: 'bearer' } as const

export const getChoices = defineEndpoint({
  ...partner,
  name: 'getChoices',
  action: 'account.use',
  summary: 'What the pickers offer: regions, sites, sources, languages',
  method: 'GET',
  path: '/web/choices',
  answer: choicesSchema,
})

export const listEngines = defineEndpoint({
  ...partner,
  name: 'listEngines',
  action: 'account.use',
  summary: 'The recognition engines, and why one cannot be used',
  method: 'GET',
  path: '/web/engines',
  answer: enginesAnswerSchema,
})

export const checkRedis = defineEndpoint({
  ...partner,
  name: 'checkRedis',
  action: 'system.read',
  summary: 'Whether the Redis cache answers',
  method: 'GET',
  path: '/check_redis_cache_status',
  answer: redisStatusSchema,
})
