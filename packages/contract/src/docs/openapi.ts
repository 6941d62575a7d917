import type { z } from 'zod'
import { type Endpoint, type Entry, errorsOf, paramsSchema, patternOf, statusOf } from '../wire/endpoint'
import { errorBodySchema } from '../wire/errors'
import { type JsonSchema, jsonSchemaOf } from './json-schema'

const schemaOf = (schema: z.ZodType): JsonSchema => jsonSchemaOf(schema, 'draft-2020-12')

const failures = {
  400: 'The request cannot be read',
  401: 'Not signed in, or the address or the ticket is not valid',
  403: 'It belongs to another user, or the caller may not do this: the description names the action',
  404: 'There is no such thing',
  409: 'The state of the thing forbids it',
  413: 'The body is too large',
  415: 'The type of the body is not taken',
  416: 'The range lies outside',
  421: 'The request was made under a name that is not this server’s',
  422: 'A value fails its schema; the description names the field',
  429: 'Too many requests; Retry-After says when to come again',
  500: 'Something went wrong on the server',
  503: 'Something it needs does not answer; Retry-After says when to come again',
} as const satisfies Record<number, string>

const security: Record<Entry, Record<string, string[]>[]> = {
  bearer: [{ bearer: [] }],
  'signed-url': [{ signature: [] }],
  ticket: [{ ticket: [] }],
  operator: [{ metricsToken: [] }, {}],
  public: [],
}

/** The rest of a path has no name on the wire; a document needs one. */
const REST = 'key'
const nameOf = (param: string) => (param === '*' ? REST : param)

/** Every call of the gateway. `origin` is where the caller reaches it. */
export function openApiDocument(endpoints: readonly Endpoint[], { version, origin }: DocumentOptions) {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {}
  for (const endpoint of endpoints) {
    const path = patternOf(endpoint)
      .split('/')
      .map(part => (part === '*' ? `{${REST}}` : part.replace(/^:(.*)$/, '{$1}')))
      .join('/')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Livetap',
      version,
      description:
        'Meetings, transcripts and recordings. Every family is answered here or forwarded upstream.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: origin }],
    tags: [...new Set(endpoints.map(({ family }) => family))].map(name => ({ name })),
    paths,
    components: {
      schemas: { Error: schemaOf(errorBodySchema) },
      responses: Object.fromEntries(
        Object.entries(failures).map(([status, description]) => [
          `E${status}`,
          {
            description,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'Not needed from the same machine' },
        signature: {
          type: 'apiKey',
          in: 'query',
          name: 'signature',
          description: 'Part of the addresses that other calls hand out, with `expires`',
        },
        ticket: { type: 'apiKey', in: 'query', name: 'ticket', description: 'Opens once' },
      },
    },
  }
}

export interface DocumentOptions {
  version: string
  origin: string
}

function operation(endpoint: Endpoint) {
  const { name, summary, family, entry, body, bodyType } = endpoint
  const parameters = [
    ...parametersIn('path', paramsSchema(endpoint)),
    ...parametersIn('query', endpoint.query),
    ...parametersIn('header', endpoint.headers),
  ]
  return {
    operationId: name,
    summary,
    tags: [family],
    security: security[entry],
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody:
      body || bodyType
        ? {
            required: body !== undefined,
            content: { [bodyType ?? 'application/json']: body ? { schema: schemaOf(body) } : {} },
          }
        : undefined,
    responses: responses(endpoint),
  }
}

function parametersIn(place: 'path' | 'query' | 'header', schema: z.ZodObject | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, described]) => ({
    name: nameOf(name),
    in: place,
    required: place === 'path' || required.includes(name),
    schema: described,
  }))
}

function responses(endpoint: Endpoint): Record<string, JsonSchema> {
  const { answer, answerType, otherAnswers = {} } = endpoint
  const type = answerType ?? 'application/json'
  const content = answer ? { [type]: { schema: schemaOf(answer) } } : answerType ? { [type]: {} } : undefined
  return {
    [statusOf(endpoint)]: { description: content ? 'The answer' : 'Done', content },
    ...Object.fromEntries(
      Object.entries(otherAnswers).map(([status, description]) => [status, { description }]),
    ),
    ...Object.fromEntries(
      errorsOf(endpoint).map(status => [status, { $ref: `#/components/responses/E${status}` }]),
    ),
  }
}
