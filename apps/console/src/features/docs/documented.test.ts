import { allEndpoints, allSockets } from '@livetap/contract/calls/all'
import { asyncApiSchema, openApiSchema } from '@livetap/contract/calls/docs/schemas'
import { asyncApiDocument } from '@livetap/contract/docs/asyncapi'
import { openApiDocument } from '@livetap/contract/docs/openapi'
import { expect, test } from 'vitest'
import { callGroups, socketRows } from './documented'

const options = { version: '1.0.0', origin: 'http://livetap.example' }
const openApi = openApiSchema.parse(openApiDocument(allEndpoints, options))
const asyncApi = asyncApiSchema.parse(asyncApiDocument(allSockets, options))

test('calls are listed by family with how they are entered, and a search leaves those that hold it', () => {
  const groups = callGroups(openApi, '')
  expect(groups.flatMap(({ rows }) => rows).length).toBe(allEndpoints.length)
  expect(groups.map(({ family }) => family)).toContain('partner')
  const found = callGroups(openApi, 'METRICS').flatMap(({ rows }) => rows)
  expect(found.map(({ call, entry }) => [call.operationId, entry])).toEqual([
    ['prometheusMetrics', 'metricsToken or this machine'],
  ])
  expect(callGroups(openApi, 'nothing like it')).toEqual([])
})

test('sockets say which messages come from whom, and are found by a message', () => {
  expect(socketRows(asyncApi, '').map(({ name }) => name)).toEqual(['hotword', 'asr'])
  const [hotword] = socketRows(asyncApi, 'eva_wake')
  expect(hotword).toMatchObject({ name: 'hotword', entry: 'ticket', fromClient: ['command', 'audio'] })
  expect(hotword?.fromServer).toContain('eva_wake')
})
