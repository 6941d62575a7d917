import { getAsyncApi, getOpenApi } from '@livetap/contract/calls/docs'
import { asyncApiSchema, openApiSchema } from '@livetap/contract/calls/docs/schemas'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('both documents are handed out to a signed-in caller, under the name it used', async () => {
  const headers = server.bearer()
  const calls = await fetch(server.url + pathOf(getOpenApi), { headers })
  const openApi = openApiSchema.parse(await calls.json())
  expect(openApi).toMatchObject({ openapi: '3.1.0', servers: [{ url: server.url }] })
  const sockets = await fetch(server.url + pathOf(getAsyncApi), { headers })
  const asyncApi = asyncApiSchema.parse(await sockets.json())
  expect(asyncApi).toMatchObject({
    asyncapi: '3.0.0',
    servers: { gateway: { host: new URL(server.url).host } },
  })
})
