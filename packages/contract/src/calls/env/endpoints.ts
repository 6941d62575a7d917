import { defineEndpoint } from '../../wire/endpoint'
import { envSchema } from './schemas'

export const getEnv = defineEndpoint({
  name: 'getEnv',
  summary: 'What the console needs to know of its deployment',
  family: 'origin',
  entry: 'public',
  method: 'GET',
  path: '/env',
  answer: envSchema,
})
