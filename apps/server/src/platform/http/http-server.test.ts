import { errorBodySchema } from '@livetap/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('ACC-17 an unknown path is a Client Exception with a tracking id', async () => {
  const response = await fetch(`${server.url}/nowhere`)
  const body = errorBodySchema.parse(await response.json())
  expect(response.status).toBe(404)
  expect(body.message).toBe('Client Exception')
  expect(body.trackingId).toBe(response.headers.get('trackingid'))
})

test('the server is alive and ready', async () => {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  const ready = await fetch(`${server.url}/readyz`)
  expect(await ready.json()).toEqual({ status: 'ready', checks: { database: true, storage: true } })
})
