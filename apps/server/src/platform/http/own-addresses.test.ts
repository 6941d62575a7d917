import { request as requestHttp } from 'node:http'
import { envSchema, liveAddressAnswerSchema } from '@livetap/contract'
import { asrSocket } from '@livetap/contract/endpoints/asr-socket'
import { getChoices } from '@livetap/contract/endpoints/choices'
import { pathOf } from '@livetap/contract/endpoints/endpoint'
import { createMeeting, liveAddress } from '@livetap/contract/endpoints/live-meetings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
