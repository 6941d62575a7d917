import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server'
import { Health } from './health'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('/healthz says alive, /readyz asks every part', async () => {
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'alive' })
  const ready = await fetch(`${server.url}/readyz`)
  expect(ready.status).toBe(200)
  expect(await ready.json()).toMatchObject({ status: 'ready', checks: { database: true, storage: true } })
})

test('a part that fails makes the server not ready; why stays inside', async () => {
  server.app.health.add('engine', async () => {
    throw new Error('10.0.0.7 refused')
  })
  const response = await fetch(`${server.url}/readyz`)
  const text = await response.text()
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(JSON.parse(text).checks).toMatchObject({ database: true, engine: false })
  expect(text).not.toContain('10.0.0.7')
})

test('a part that does not answer is not ready', async () => {
  const health = new Health(20)
  health.add('silent', () => new Promise(() => {}))
  expect(await health.readiness()).toEqual({
    ready: false,
    checks: { silent: 'no answer in time' },
    disk: 'ok',
  })
})

test('/metrics speaks Prometheus, by route pattern and never by address', async () => {
  await fetch(`${server.url}/past/meeting-of-somebody`)
  const text = await (await fetch(`${server.url}/metrics`)).text()
  expect(text).toMatch(
    /livetap_http_request_seconds_count\{method="GET",route="\/past\/:p2",status="\d+"\} 1/,
  )
  expect(text).toContain('process_cpu_seconds_total')
  expect(text).not.toContain('meeting-of-somebody')
})

test('the container is healthy when it can work, not when it merely lives', () => {
  const dockerfile = readFileSync(new URL('../../../../../Dockerfile', import.meta.url), 'utf8')
  expect(dockerfile).toMatch(/^HEALTHCHECK .*\/readyz'/m)
})

test('a metrics token of other letters and the same length is refused, not an error', async () => {
  const other = await testServer({ env: { LIVETAP_METRICS_TOKEN: 'key-for-numbers' } })
  const ask = async (given: string) =>
    (await fetch(`${other.url}/metrics`, { headers: { authorization: `Bearer ${given}` } })).status
  expect(await ask('key-for-numbers')).toBe(200)
  expect(await ask('key-för-nümbers')).toBe(401)
})
