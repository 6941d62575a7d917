import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { envSchema, liveAddressAnswerSchema } from '@livetap/contract'
import { getChoices } from '@livetap/contract/calls/choices'
import { createMeeting, liveAddress } from '@livetap/contract/calls/live-meetings'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { callEndpoint } from '../../testing/call-endpoint'
import { type TestServer, testServer } from '../../testing/test-server'

interface Answer {
  status: number
  policy: string
  body: string
}

/** As a caller that uses another name for the server. */
function askAs(
  host: string,
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = requestHttp(url, { method, headers: { ...headers, host } }, async answer => {
      let body = ''
      for await (const chunk of answer) body += chunk
      resolve({
        status: answer.statusCode!,
        policy: String(answer.headers['content-security-policy']),
        body,
      })
    })
    outgoing.on('error', reject).end()
  })
}

describe('without a public address', () => {
  let server: TestServer
  let port: string
  beforeAll(async () => {
    server = await testServer()
    port = new URL(server.url).port
  })
  afterAll(() => server.close())

  test.each(['/', '/env', '/metrics', pathOf(getChoices), '/nowhere'])(
    'ACC-19 a foreign name gets 421 at %s, and is copied nowhere',
    async path => {
      for (const host of ['evil.example', `evil.example:${port}`, `localhost.evil.example:${port}`]) {
        const { status, policy, body } = await askAs(host, server.url + path, server.bearer())
        expect(status).toBe(421)
        expect(policy + body).not.toContain('evil')
      }
    },
  )

  test.each([
    '::',
    '[::]',
    '[',
    ':',
    '[::1',
    'a b',
    '127.0.0.1:x',
    '@',
    '::1',
    'localhost:99999',
    '127.0.0.1:99999',
  ])('a Host that is no name, %s, is refused and is no failure of the server', async host => {
    for (const path of ['/', '/env', '/nowhere'])
      expect([400, 421]).toContain((await askAs(host, server.url + path)).status)
  })

  test('a foreign name gets no further by naming ours as forwarded', async () => {
    for (const header of ['x-forwarded-host', 'forwarded']) {
      const own = header === 'forwarded' ? `host=127.0.0.1:${port}` : `127.0.0.1:${port}`
      expect((await askAs('evil.example', `${server.url}/env`, { [header]: own })).status).toBe(421)
    }
    const said = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const { status, body } = await askAs(`127.0.0.1:${port}`, `${server.url}/env`, said)
    expect(status).toBe(200)
    expect(envSchema.parse(JSON.parse(body)).gateway_url).toBe(`ws://127.0.0.1:${port}${pathOf(asrSocket)}`)
  })

  test('a foreign name is no obstacle for a probe', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect((await askAs('10.0.0.7', server.url + path)).status).toBe(200)
  })

  test.each(['localhost', '127.0.0.1', '[::1]'])(
    'LIV-05 %s is the same place: addresses and policy carry the name that the browser used',
    async name => {
      const host = `${name}:${port}`
      const created = await callEndpoint(server.url, createMeeting, {
        query: { client_region: 'us' },
        headers: server.bearer(),
        body: { start_at_utc: '2026-03-04T05:06:07.000Z', enable_ensemble: false },
      })
      const { id } = (await created.json()) as { id: string }
      const live = await askAs(host, server.url + pathOf(liveAddress, { id }), server.bearer())
      const { live_addr } = liveAddressAnswerSchema.parse(JSON.parse(live.body))
      expect(new URL(live_addr).host).toBe(host)
      const env = envSchema.parse(JSON.parse((await askAs(host, `${server.url}/env`)).body))
      expect(env.gateway_url).toBe(`ws://${host}${pathOf(asrSocket)}`)
    },
  )
})

test('with a public address only that and the node’s own are answered', async () => {
  const server = await testServer({
    env: {
      LIVETAP_PUBLIC_URL: 'https://livetap.example',
      LIVETAP_NODE_URL: 'https://node-1.livetap.example',
    },
  })
  const { port } = new URL(server.url)
  const statusAs = async (host: string) => (await askAs(host, `${server.url}/env`)).status
  for (const host of [
    'livetap.example',
    'LIVETAP.example:443',
    'node-1.livetap.example',
    `127.0.0.1:${port}`,
  ])
    expect([host, await statusAs(host)]).toEqual([host, 200])
  for (const host of [`localhost:${port}`, 'livetap.example.evil.example', 'livetap.example:8443'])
    expect([host, await statusAs(host)]).toEqual([host, 421])
})

test('with a public address the proxy of this machine is believed about the caller, not about the name', async () => {
  const env = { LIVETAP_PUBLIC_URL: 'https://livetap.example' }
  const server = await testServer({ env, consoleFolder: builtConsole() })
  const proxied = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
  const page = await askAs('livetap.example', `${server.url}/`, proxied)
  expect(page.status).toBe(200)
  expect(page.policy).toContain('wss://livetap.example')
  const forged = { ...proxied, 'x-forwarded-host': 'livetap.example' }
  expect((await askAs('evil.example', `${server.url}/env`, forged)).status).toBe(421)
})

test.each([
  ['127.0.0.0/8', 200],
  ['loopback', 200],
  ['10.0.0.0/8,::1', 421],
])('a proxy within %s gives the name that the browser used: %i', async (named, status) => {
  const server = await testServer({
    env: { LIVETAP_PUBLIC_URL: 'https://livetap.example', LIVETAP_TRUSTED_PROXIES: named },
  })
  const proxied = { 'x-forwarded-host': 'livetap.example', 'x-forwarded-proto': 'https' }
  expect((await askAs('backend.internal', `${server.url}/env`, proxied)).status).toBe(status)
})

function builtConsole(): string {
  const folder = mkdtempSync(join(tmpdir(), 'livetap-console-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  return folder
}
