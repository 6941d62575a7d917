import { defineEndpoint } from '../../wire/endpoint'
import { asyncApiSchema, openApiSchema } from './schemas'

/** What the wire is, for programs; the `/docs` screen reads both. */

const documents = { family: 'origin', entry: 'bearer', method: 'GET' } as const

export const getOpenApi = defineEndpoint({
  ...documents,
  name: 'getOpenApi',
  action: 'account.use',
  summary: 'Every call, as OpenAPI 3.1',
  path: '/docs/openapi.json',
  answer: openApiSchema,
})

export const getAsyncApi = defineEndpoint({
  ...documents,
  name: 'getAsyncApi',
  action: 'account.use',
  summary: 'Every socket, as AsyncAPI 3',
  path: '/docs/asyncapi.json',
  answer: asyncApiSchema,
})
