import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server'

test('ACC-24 check_redis_cache_status answers', async () => {
  const server = await testServer()
  const response = await fetch(`${server.url}/partner-api/check_redis_cache_status`, {
    headers: server.bearer(),
  })
  expect(await response.json()).toEqual({ status: 'disabled' })
})
