import { checkRedis } from '@livetap/contract/calls/choices'
import { expect, test } from 'vitest'
import { callEndpoint } from '../../testing/call-endpoint'
import { testServer } from '../../testing/test-server'

test('ACC-24 the cache check answers', async () => {
  const server = await testServer()
  const response = await callEndpoint(server.url, checkRedis, { headers: server.bearer() })
  expect(await response.json()).toEqual({ status: 'disabled' })
})
