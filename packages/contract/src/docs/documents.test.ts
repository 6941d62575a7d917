import { schemasWithoutId } from '@asyncapi/specs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { allEndpoints, allSockets } from '../calls/all'
import { asyncApiSchema, openApiSchema } from '../calls/docs/schemas'
import { asyncApiDocument } from './asyncapi'
import { openApiDocument } from './openapi'

const options = { version: '1.2.3', origin: 'https://livetap.example' }
const json = <T>(value: T): T => JSON.parse(JSON.stringify(value))

test('the OpenAPI document is valid OpenAPI 3.1 and holds every call', async () => {
  const document = json(openApiDocument(allEndpoints, options))
  const validator = new Validator()
  const { valid, errors } = await validator.validate(document)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')

  const operations = Object.values(openApiSchema.parse(document).paths).flatMap(path => Object.values(path))
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    allEndpoints.map(({ name }) => name).sort(),
  )
  for (const [path, item] of Object.entries(document.paths))
    for (const { parameters = [] } of Object.values(item) as {
      parameters?: { in: string; name: string }[]
    }[])
      expect(parameters.filter(one => one.in === 'path').map(one => `{${one.name}}`)).toEqual(
        path.match(/\{[^}]+\}/g) ?? [],
      )
})

test('an invalid document is refused by the same validator', async () => {
  const document = json(openApiDocument(allEndpoints, options)) as Record<string, unknown>
  const { valid } = await new Validator().validate({
    ...document,
    paths: { '/x': { get: { responses: 7 } } },
  })
  expect(valid).toBe(false)
})

const validateAsyncApi = () =>
  new Ajv({ strict: false, validateFormats: false }).compile(schemasWithoutId['3.0.0'])

test('the AsyncAPI document is valid AsyncAPI 3 and holds every message of every socket', () => {
  const document = json(asyncApiDocument(allSockets, options))
  const validate = validateAsyncApi()
  validate(document)
  expect(validate.errors).toBeNull()

  const { channels, operations } = asyncApiSchema.parse(document)
  const said = Object.keys(channels.hotword!.messages)
  expect(said).toEqual(
    expect.arrayContaining(['command', 'audio', 'transcript_final_result', 'pong', 'status_changed']),
  )
  expect(Object.keys(channels.asr!.messages)).toEqual(['config', 'audio', 'answer'])
  for (const { messages } of Object.values(operations))
    for (const { $ref } of messages) {
      const [, , name, , key] = $ref!.split('/')
      expect(channels[name!]!.messages).toHaveProperty(key!)
    }
  expect(validate({ ...document, channels: { x: { messages: 7 } } })).toBe(false)
})
