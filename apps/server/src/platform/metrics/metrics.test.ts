import { readFileSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server'
import { Metrics } from './metrics'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { LIVETAP_METRICS_TOKEN: 'key-for-numbers', LIVETAP_CAPACITY: '3' } })
})
afterAll(() => server.close())

const withToken = { authorization: 'Bearer key-for-numbers' }

/** As a collector that knows the machine by another address than browsers do. */
const askAs = (host: string, path: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const outgoing = requestHttp(server.url + path, { headers: { ...headers, host } }, answer => {
      answer.resume()
      resolve(answer.statusCode!)
    })
    outgoing.on('error', reject).end()
  })

test('what an operator is alerted by is in /metrics', async () => {
  const text = await (await fetch(`${server.url}/metrics`, { headers: withToken })).text()
  const value = (series: string) =>
    Number(
      text
        .split('\n')
        .find(line => line.startsWith(`${series} `))
        ?.split(' ')[1],
    )
  expect(value('livetap_ready{check="database"}')).toBe(1)
  expect(value('livetap_ready{check="storage"}')).toBe(1)
  expect(value('livetap_disk_free_bytes{folder="data"}')).toBeGreaterThan(0)
  expect(value('livetap_recording_capacity')).toBe(3)
  expect(value('livetap_recordings_waiting')).toBe(0)
  expect(value('livetap_recordings_failed')).toBe(0)
  expect(value('livetap_nodes{role="all",state="working"}')).toBe(1)
  expect(value('livetap_nodes{role="all",state="silent"}')).toBe(0)
  expect(Math.abs(value('livetap_clock_offset_seconds'))).toBeLessThan(10)
  expect(text).toMatch(/^livetap_build_info\{version="[^"]+",role="all"\} 1$/m)
})

test('every metric that the alerts, the dashboard and the autoscalers name is answered', async () => {
  const text = await (await fetch(`${server.url}/metrics`, { headers: withToken })).text()
  const answered = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(match => match[1]!))
  const files = ['prometheus/alerts.yaml', 'grafana/livetap.json', 'kubernetes/base/autoscalers.yaml']
  const named = files.flatMap(path => {
    const url = new URL(`../../../../../deploy/${path}`, import.meta.url)
    return readFileSync(url, 'utf8').match(/\b(livetap|process|nodejs)_\w+/g) ?? []
  })
  const base = (name: string) => (answered.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''))
  expect(new Set(named).size).toBeGreaterThan(20)
  expect([...new Set(named.map(base))].filter(name => !answered.has(name))).toEqual([])
})

test('a collector that shows the token is answered under every name; without it the name must be ours', async () => {
  expect(await askAs('10.0.0.7:8080', '/metrics', withToken)).toBe(200)
  expect(await askAs('10.0.0.7:8080', '/metrics', { authorization: 'Bearer another-key' })).toBe(401)
  expect(await askAs('10.0.0.7:8080', '/metrics', {})).toBe(421)
  expect(await askAs('10.0.0.7:8080', '/env', withToken)).toBe(421)
})

test('a value that cannot be read is missing, and the rest is answered', async () => {
  const metrics = new Metrics()
  metrics.gauges('broken', 'fails', [], async () => {
    throw new Error('no database')
  })
  metrics.gauges('whole', 'works', ['part'], async () => [[{ part: 'one' }, 7]])
  const text = await metrics.registry.metrics()
  expect(text).toContain('whole{part="one"} 7')
  expect(text).not.toMatch(/^broken /m)
  metrics.close()
})
