import { request as requestHttp } from 'node:http'
import { families, routes } from '@livetap/contract'
import { acceptAccountLink, openAccountLink } from '@livetap/contract/calls/accounts'
import { allEndpoints, allSockets } from '@livetap/contract/calls/all'
import { openSharedLink } from '@livetap/contract/calls/shared-links'
import { accessToken, authorize, logout } from '@livetap/contract/calls/sign-on'
import { type Entry, patternOf } from '@livetap/contract/wire/endpoint'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consolePaths } from './platform/http/console/console-paths'
import type { RouteEntry } from './platform/http/entry/entry-guard'
import { SignedUrls } from './platform/signing/signed-urls'
import { Tickets } from './platform/signing/tickets'
import { type TestServer, testServer } from './testing/test-server'

/** What anyone may call, beside the console's own addresses. A line is added only with a reason. */
const publicRoutes = [
  // Files of the console's build.
  'GET /:file',
  'GET /assets/*',
  // Signing in: who calls is not known yet; logout judges the token it is given by itself.
  `GET ${patternOf(authorize)}`,
  `GET ${families.authBroker}/sign-in.css`,
  `GET ${families.authBroker}/sign-in/:uid`,
  // What the console asks before it can sign in, and what a load balancer asks.
  'GET /env',
  'GET /healthz',
  'GET /readyz',
  `GET,POST ${families.authBroker}/*`,
  `POST ${patternOf(accessToken)}`,
  `POST ${patternOf(logout)}`,
  `POST ${families.authBroker}/sign-in/:uid`,
  // One-time links and the links of shares are judged by their own tokens, in the body.
  `POST ${patternOf(acceptAccountLink)}`,
  `POST ${patternOf(openAccountLink)}`,
  `POST ${patternOf(openSharedLink)}`,
]

let server: TestServer
/** With the app's own sign-on, for tokens that only it can judge. */
let real: TestServer
beforeAll(async () => {
  server = await testServer({ env: { LIVETAP_METRICS_TOKEN: 'the-metrics-token' } })
  real = await testServer({ realSignOn: true })
})
afterAll(async () => {
  await server.close()
  await real.close()
})

const named = ({ methods, url }: RouteEntry) => `${[...methods].sort().join(',')} ${url}`
const withoutHead = (route: RouteEntry) => route.methods.join() !== 'HEAD'
const routesOf = (entry: Entry) => server.app.server.routeTable.filter(route => route.entry === entry)
const addressOf = (url: string, value = 'x') => url.replace(/:[^/]+|\*/g, value)

/** The status of one call; a socket's route is called as a socket. */
function attack(
  route: RouteEntry,
  path: string,
  headers: Record<string, string> = {},
  to = server,
): Promise<number> {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  }
  return new Promise((resolve, reject) => {
    const call = requestHttp(to.url + path, {
      method: route.methods.find(method => method !== 'HEAD') ?? 'HEAD',
      headers: { ...(route.websocket && upgrade), ...headers },
      agent: false,
    })
    call.on('response', response => resolve(response.resume().statusCode ?? 0))
    call.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    call.on('error', reject)
    call.end()
  })
}

async function refusedEverywhere(
  entry: Entry,
  trial: (route: RouteEntry) => Promise<number> | Promise<number>[],
) {
  for (const route of routesOf(entry))
    for (const status of await Promise.all([trial(route)].flat()))
      expect([named(route), status]).toEqual([named(route), 401])
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('what is public is exactly this', () => {
  const pages = new Set(consolePaths(Object.values(routes)).map(path => `GET ${path}`))
  const found = routesOf('public').filter(withoutHead).map(named)
  expect(found.filter(name => !pages.has(name)).sort()).toEqual(publicRoutes)
  expect(found.filter(name => pages.has(name)).length).toBe(pages.size)
})

/** Routes that are no calls of the contract. A line is added only with a reason. */
const noCalls = [
  // Files of the console's build, beside its pages.
  'GET /:file',
  'GET /assets/*',
  // The sign-in page, and what the provider answers beside the calls (keys, discovery).
  `GET ${families.authBroker}/sign-in.css`,
  `GET ${families.authBroker}/sign-in/:uid`,
  `GET,POST ${families.authBroker}/*`,
  `POST ${families.authBroker}/sign-in/:uid`,
]

test('every route is a call of the contract, a page or a file, and every call has its route', () => {
  const { routeTable } = server.app.server
  const pages = new Set(consolePaths(Object.values(routes)).map(path => `GET ${path}`))
  const others = routeTable.filter(route => withoutHead(route) && !route.endpoint).map(named)
  expect(others.filter(name => !pages.has(name)).sort()).toEqual(noCalls)

  const answered = routeTable.filter(withoutHead).flatMap(route => route.endpoint ?? [])
  expect([...new Set(answered)].sort()).toEqual(
    [...allEndpoints, ...allSockets].map(({ name }) => name).sort(),
  )
})

test('every route says how it is entered, and most by bearer', () => {
  expect(routesOf('bearer').length).toBeGreaterThan(2)
  expect(routesOf('operator').filter(withoutHead).map(named)).toEqual(['GET /metrics'])
})

test('bearer: a token that is missing, garbled, expired or revoked opens nothing', async () => {
  const expired = server.principals.signIn({ tokenExpiresAt: Date.now() - 1 })
  const revoked = server.principals.signIn()
  server.principals.signOut(revoked)
  await refusedEverywhere('bearer', route => {
    const path = addressOf(route.url)
    return [
      attack(route, path),
      attack(route, path, { authorization: 'garbled' }),
      attack(route, path, { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` }),
      attack(route, path, bearer('garbled')),
      attack(route, path, bearer(expired)),
      attack(route, path, bearer(revoked)),
      attack(route, `${path}?access_token=${server.principals.signIn()}`),
    ]
  })
})

test('bearer: a token with a foreign signature, or without one, opens nothing', async () => {
  const { privateKey } = await generateKeyPair('RS256')
  const claims = { sub: 'u', sid: 's', scope: 'openid', client_id: 'livetap-console' }
  const token = (issuer: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'x' })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
  const [head, body] = (await token(real.url)).split('.')
  const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`
  const forged = [
    await token(real.url),
    await token(`${real.url}${families.authBroker}`),
    none,
    `${head}.${body}.`,
    'a.b.c',
  ]
  for (const route of real.app.server.routeTable.filter(({ entry }) => entry === 'bearer'))
    for (const text of forged) {
      const status = await attack(route, addressOf(route.url), bearer(text), real)
      expect([named(route), status]).toEqual([named(route), 401])
    }
})

test('signed-url: an address unsigned, expired, signed by another, for another thing or in a session that ended opens nothing', async () => {
  const stranger = new SignedUrls('a secret that is not the server’s')
  const sessionId = 'session-1'
  server.principals.signIn({ sessionId })
  await refusedEverywhere('signed-url', route => {
    const path = addressOf(route.url)
    const { signedUrls } = server.app
    const request = { sessionId, lifetimeMs: 60_000 }
    return [
      attack(route, path),
      attack(route, path, server.bearer()),
      attack(route, `${path}?expires=9999999999&signature=${'A'.repeat(43)}`),
      attack(route, signedUrls.sign(path, { ...request, lifetimeMs: -1000 })),
      attack(route, stranger.sign(path, request)),
      attack(route, signedUrls.sign(path, request).replace(path, addressOf(route.url, 'y'))),
      attack(route, signedUrls.sign(path, { ...request, sessionId: 'ended' })),
    ]
  })
})

test('ticket: one missing, garbled, expired, of another server, used, or for another thing opens nothing', async () => {
  const { tickets } = server.app
  const stranger = new Tickets('a secret that is not the server’s', async () => true)
  const sessionId = 'session-1'
  server.principals.signIn({ sessionId })
  await refusedEverywhere('ticket', async route => {
    const path = addressOf(route.url)
    const purpose = route.ticketPurpose ?? ''
    const given = { purpose, resource: 'x', userId: 'u', sessionId }
    const used = tickets.issue(given)
    await tickets.redeem(used, purpose, 'x')
    const bad = [
      'garbled',
      tickets.issue({ ...given, lifetimeMs: -1 }),
      stranger.issue(given),
      used,
      tickets.issue({ ...given, resource: 'y' }),
      tickets.issue({ ...given, purpose: 'other' }),
      tickets.issue({ ...given, sessionId: 'ended' }),
    ]
    const statuses = [await attack(route, path), await attack(route, path, server.bearer())]
    for (const text of bad) statuses.push(await attack(route, `${path}?ticket=${text}`))
    return statuses.find(status => status !== 401) ?? 401
  })
})

test('operator: from elsewhere only with the token', async () => {
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' }
  await refusedEverywhere('operator', route => [
    attack(route, route.url, elsewhere),
    attack(route, route.url, { ...elsewhere, ...bearer('the-wrong-token!!') }),
    attack(route, route.url, { ...elsewhere, ...server.bearer() }),
    attack(route, route.url, { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }),
  ])
  const [metrics] = routesOf('operator')
  expect(await attack(metrics!, '/metrics')).toBe(200)
  expect(await attack(metrics!, '/metrics', { ...elsewhere, ...bearer('the-metrics-token') })).toBe(200)
})
