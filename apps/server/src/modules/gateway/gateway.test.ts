import { randomBytes } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { envSchema, errorBodySchema, families } from '@livetap/contract'
import { accessToken } from '@livetap/contract/calls/sign-on'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server'
import { standInUpstream } from './testing/stand-in-upstream'

const outside = {
  LIVETAP_AUTH_ISSUER: 'https://id.example',
  LIVETAP_AUTH_JWKS_URL: 'https://id.example/jwks',
  LIVETAP_AUTH_CLIENT_ID: 'console',
}

test('ACC-19 /env gives every field without authorisation', async () => {
  const server = await testServer({
    env: {
      LIVETAP_DEFAULT_REGION: 'eu',
      LIVETAP_DEFAULT_SITE_ID: '42',
      LIVETAP_DEFAULT_SITE_NAME: 'cisco_contact_center',
      LIVETAP_DEFAULT_PAST_DAYS: '7',
      LIVETAP_SUFFIX_REGIONS: 'e=eu,u=us',
    },
  })
  const response = await fetch(`${server.url}/env`)
  expect(envSchema.parse(await response.json())).toEqual({
    default_client_region: 'eu',
    default_webex_site_id: '42',
    default_webex_site_name: 'cisco_contact_center',
    default_past_days: 7,
    auth_client_id: 'livetap-console',
    auth_client_secret: '',
    auth_broker_host: `${server.url}${families.authBroker}`,
    auth_identity_host: `${server.url}${families.authIdentity}`,
    auth_access_token_path: accessToken.path,
    auth_access_token_url: `${server.url}${pathOf(accessToken)}`,
    auth_scopes: 'openid profile email offline_access',
    gateway_url: `${server.url.replace('http', 'ws')}${pathOf(asrSocket)}`,
    meeting_suffix_to_region: { e: 'eu', u: 'us' },
    webex_api_url: `${server.url}${families.webex}`,
    manuscripts_api_url: `${server.url}${families.manuscripts}`,
    forwarded_families: [],
  })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test('ACC-19 the secret of an outside sign-on is never disclosed', async () => {
  const server = await testServer({ env: { ...outside, LIVETAP_AUTH_CLIENT_SECRET: 'very-secret' } })
  const text = await (await fetch(`${server.url}/env`)).text()
  expect(text).not.toContain('very-secret')
  expect(JSON.parse(text)).toMatchObject({ auth_client_secret: '', auth_broker_host: 'https://id.example' })
})

test('the console is told which families an upstream answers', async () => {
  const server = await testServer({ env: { ...outside, LIVETAP_TRAINABLE_URL: 'https://training.example' } })
  expect(await (await fetch(`${server.url}/env`)).json()).toMatchObject({
    forwarded_families: ['authBroker', 'trainable'],
  })
})

const forwardedFamilies = [
  ['LIVETAP_AUTH_IDENTITY_URL', families.authIdentity],
  ['LIVETAP_PARTNER_API_URL', families.partner],
  ['LIVETAP_BACKEND_API_URL', families.backend],
  ['LIVETAP_TRAINABLE_URL', families.trainable],
  ['LIVETAP_WEBEX_API_URL', families.webex],
  ['LIVETAP_MANUSCRIPTS_URL', families.manuscripts],
  ['LIVETAP_ASR_URL', families.asr],
] as const

test.each(forwardedFamilies)(
  '%s: the family %s goes to the upstream as it came',
  async (variable, prefix) => {
    const upstream = await standInUpstream()
    const server = await testServer({ env: { ...outside, [variable]: `${upstream.url}/base` } })
    const response = await fetch(`${server.url}${prefix}/web/a%2Fb?x=1&x=2`, {
      method: 'PATCH',
      headers: {
        authorization: 'Bearer outside-token',
        cookie: 'session=ours',
        'content-type': 'application/json',
      },
      body: '{"a":1}',
    })
    expect(await response.json()).toEqual({ from: 'upstream' })
    expect(upstream.seen).toHaveLength(1)
    const [seen] = upstream.seen
    expect(seen).toMatchObject({ method: 'PATCH', url: '/base/web/a%2Fb?x=1&x=2' })
    expect(seen!.body.toString()).toBe('{"a":1}')
    expect(seen!.headers).toMatchObject({
      authorization: 'Bearer outside-token',
      'content-type': 'application/json',
      'x-forwarded-for': '127.0.0.1',
      trackingid: response.headers.get('trackingid'),
    })
    expect(seen!.headers.cookie).toBeUndefined()
  },
)

test('a prefix matches whole segments alone', async () => {
  const upstream = await standInUpstream()
  const server = await testServer({ env: { ...outside, LIVETAP_TRAINABLE_URL: upstream.url } })
  await fetch(`${server.url}${families.trainable}_shard/1`)
  await fetch(`${server.url}${families.trainable}x`)
  expect(upstream.seen).toEqual([])
  await fetch(`${server.url}${families.trainable}/shards/1`)
  await fetch(`${server.url}${families.trainable}?q=1`)
  expect(upstream.seen.map(({ url }) => url)).toEqual(['/shards/1', '/?q=1'])
})

const climbingPaths = [
  `${families.partner}/../admin`,
  `${families.partner}/web/%2e%2E/admin`,
  `${families.partner}/..\\admin`,
  `${families.partner}/./x`,
  `${families.partner}/..;/admin`,
  `${families.partner}/web/..;jsessionid=1/admin`,
  `${families.partner}/%2e%2e%3B/admin`,
  `${families.partner}/.;/x`,
  `${families.partner}/web/..;`,
  `${families.partner}/..%2fadmin`,
  `${families.partner}/web%2F%2e%2E%2Fadmin`,
  `${families.partner}/..%5cadmin`,
  `${families.partner.replace('p', '%70')}/admin`,
  `${families.partner.replace('-a', '-%61')}/web/x`,
  `http://elsewhere.example${families.partner}/web/x`,
]

test('a path that climbs out of the upstream, or hides its family, is refused', async () => {
  const upstream = await standInUpstream()
  const server = await testServer({ env: { ...outside, LIVETAP_PARTNER_API_URL: `${upstream.url}/base` } })
  const { hostname, port } = new URL(server.url)
  for (const path of climbingPaths) {
    const status = await new Promise(resolve =>
      requestHttp({ hostname, port, path }, response => resolve(response.resume().statusCode)).end(),
    )
    expect(status, path).toBe(400)
  }
  expect(upstream.seen).toEqual([])
})

test('bodies of any type and size stream through both ways, ranges included', async () => {
  const upstream = await standInUpstream()
  upstream.answer = (request, response, body) => {
    response.statusCode = request.headers.range ? 206 : 200
    response.setHeader('set-cookie', 'theirs=1')
    response.end(body)
  }
  const server = await testServer({ env: { ...outside, LIVETAP_PARTNER_API_URL: upstream.url } })
  const body = new Uint8Array(randomBytes(6_000_000))
  const response = await fetch(`${server.url}${families.partner}/upload/1`, {
    method: 'PUT',
    body,
    headers: { 'content-range': 'bytes 0-5999999/6000000', range: 'bytes=0-' },
  })
  expect(response.status).toBe(206)
  expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true)
  expect(upstream.seen[0]!.headers['content-range']).toBe('bytes 0-5999999/6000000')
  expect(response.headers.get('set-cookie')).toBeNull()
})

test("an upstream's own failure is passed on, and its redirects stay behind the gateway", async () => {
  const upstream = await standInUpstream()
  const server = await testServer({ env: { ...outside, LIVETAP_BACKEND_API_URL: upstream.url } })
  upstream.answer = (_request, response) =>
    response.writeHead(409, { location: `${upstream.url}/there?x=1` }).end('{}')
  const response = await fetch(`${server.url}${families.backend}/x`)
  expect(response.status).toBe(409)
  expect(response.headers.get('location')).toBe(`${families.backend}/there?x=1`)
})

test('ACC-17 an upstream that is down, or silent, is a Server Exception to be tried again', async () => {
  const upstream = await standInUpstream()
  const server = await testServer({
    env: { ...outside, LIVETAP_PARTNER_API_URL: upstream.url, LIVETAP_BACKEND_API_URL: 'http://127.0.0.1:1' },
    upstreamTimeoutMs: 100,
  })
  upstream.answer = () => undefined
  for (const prefix of [families.partner, families.backend]) {
    const response = await fetch(`${server.url}${prefix}/x`, { method: 'POST', body: 'x' })
    const { message, trackingId } = errorBodySchema.parse(await response.json())
    expect(response.status).toBe(503)
    expect(message).toBe('Server Exception')
    expect(trackingId).toBe(response.headers.get('trackingid'))
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('an answer that falls silent in the middle is cut, not left hanging', async () => {
  const upstream = await standInUpstream()
  upstream.answer = (_request, response) => response.writeHead(200, { 'content-length': '100' }).write('half')
  const server = await testServer({
    env: { ...outside, LIVETAP_PARTNER_API_URL: upstream.url },
    upstreamTimeoutMs: 2000,
  })
  const response = await fetch(`${server.url}${families.partner}/web/x`)
  await expect(response.text()).rejects.toThrow()
})

test('a caller who goes away takes the upstream call with it', async () => {
  const upstream = await standInUpstream()
  const gone = new Promise<void>(resolve => {
    upstream.answer = request => void request.socket.once('close', () => resolve())
  })
  const server = await testServer({ env: { ...outside, LIVETAP_PARTNER_API_URL: upstream.url } })
  const call = requestHttp(`${server.url}${families.partner}/slow`).on('error', () => undefined)
  call.end()
  await expect.poll(() => upstream.seen.length).toBe(1)
  call.destroy()
  await gone
})
