import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../memory-storage.test-support'
import { TokenCache } from './token-cache'

const token = {
  access_token: 'a',
  refresh_token: 'r',
  token_type: 'Bearer',
  expires_in: 600,
  refresh_token_expires_in: 3600,
}

function cacheAt(start: number) {
  const clock = { now: start }
  const storage = memoryStorage()
  return { clock, storage, cache: new TokenCache(storage, () => clock.now) }
}

describe('TokenCache', () => {
  test('ACC-07 keeps the token fields and a timestamp under the fixed key', () => {
    const { storage, cache } = cacheAt(5_000)
    cache.write(token)
    expect(JSON.parse(storage.getItem('livetap.token')!)).toEqual({ token, timestamp: 5_000 })
    expect(cache.read()).toEqual({ token, timestamp: 5_000 })
  })

  test('ACC-07 a token is used while its age is below expires_in', () => {
    const { clock, cache } = cacheAt(0)
    const cached = cache.write(token)
    clock.now = 599_999
    expect(cache.fitness(cached)).toBe('usable')
    clock.now = 600_000
    expect(cache.fitness(cached)).toBe('refreshable')
  })

  test('ACC-08 older than the refresh lifetime it is expired', () => {
    const { clock, cache } = cacheAt(0)
    const cached = cache.write(token)
    clock.now = 3_599_999
    expect(cache.fitness(cached)).toBe('refreshable')
    clock.now = 3_600_000
    expect(cache.fitness(cached)).toBe('expired')
  })

  test('ACC-08 without a refresh token nothing can be refreshed', () => {
    const { clock, cache } = cacheAt(0)
    const { refresh_token: _, ...bare } = token
    const cached = cache.write(bare)
    clock.now = 600_000
    expect(cache.fitness(cached)).toBe('expired')
  })

  test('ACC-09 both lifetimes default to the maximum safe integer', () => {
    const { clock, storage, cache } = cacheAt(0)
    storage.setItem('livetap.token', JSON.stringify({ token: { access_token: 'a' }, timestamp: 0 }))
    const cached = cache.read()!
    expect(cached.token.expires_in).toBe(Number.MAX_SAFE_INTEGER)
    expect(cached.token.refresh_token_expires_in).toBe(Number.MAX_SAFE_INTEGER)
    clock.now = 4_000_000_000_000
    expect(cache.fitness(cached)).toBe('usable')
  })

  test('ACC-07 a clock that jumps back ends no session', () => {
    const { clock, cache } = cacheAt(1_000_000)
    const cached = cache.write(token)
    clock.now = 10
    expect(cache.fitness(cached)).toBe('usable')
  })

  test('ACC-07 foreign or broken content counts as no token', () => {
    const { storage, cache } = cacheAt(0)
    for (const content of [
      '',
      '{',
      'null',
      '[]',
      '{"token":{},"timestamp":1}',
      '{"token":{"access_token":"a"}}',
    ]) {
      storage.setItem('livetap.token', content)
      expect(cache.read()).toBeNull()
    }
  })
})
