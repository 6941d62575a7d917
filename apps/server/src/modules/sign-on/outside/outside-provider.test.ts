import { usersMe } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { Events, type MutableResponse, OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../testing/database/test-database'
import { BROKER_PREFIX, brokerPaths } from '../broker/broker-paths'
import { type SignOnServer, startSignOnServer } from '../testing/sign-on-server'
import { introspectionAuthenticator } from './introspection-authenticator'

/** Not our own code: other paths than ours, and other claims. */
let provider: OAuth2Server
let issuer: string
let database: TestDatabase
beforeAll(async () => {
  provider = new OAuth2Server(undefined, undefined, {
    endpoints: { jwks: '/keys/public', introspect: '/opaque/check', token: '/t', authorize: '/a' },
  })
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
  const { port } = provider.address()
  issuer = `http://127.0.0.1:${port}`
  provider.issuer.url = issuer
  database = await testDatabase()
})
afterAll(async () => {
  await provider.stop()
  await database.drop()
})

const me = (server: SignOnServer, token: string) =>
  fetch(`${server.origin}${pathOf(usersMe)}`, {
    headers: { authorization: `Bearer ${token}` },
  })

const outside = (more: Record<string, string>) =>
  startSignOnServer(database, {
    LIVETAP_AUTH_BROKER_URL: issuer,
    LIVETAP_AUTH_ISSUER: issuer,
    LIVETAP_AUTH_CLIENT_ID: 'livetap at somebody’s',
    LIVETAP_AUTH_CLIENT_SECRET: 'their secret',
    LIVETAP_AUTH_ACCESS_TOKEN_PATH: '/t',
    LIVETAP_AUTH_AUTHORIZE_PATH: '/a',
    ...more,
  })

describe('signed tokens, by the keys the provider publishes', () => {
  let server: SignOnServer
  beforeAll(async () => {
    server = await outside({ LIVETAP_AUTH_JWKS_URL: `${issuer}/keys/public` })
  })
  afterAll(() => server.stop())

  const token = (claims: Record<string, unknown>, expiresIn = 300) =>
    provider.issuer.buildToken({
      expiresIn,
      scopesOrTransform: (_header, payload) => Object.assign(payload, claims),
    })

  test('ACC-21 its claims name the user', async () => {
    const answer = await me(
      server,
      await token({ sub: 'u-17', preferred_username: 'ada', email: 'ada@corp.example' }),
    )
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      id: 'u-17',
      userName: 'ada',
      emails: [{ value: 'ada@corp.example' }],
    })
    const bare = await me(server, await token({ sub: 'u-18' }))
    expect(await bare.json()).toMatchObject({ id: 'u-18', userName: 'u-18', emails: [] })
  })

  test('run out, of another issuer, signed by another key, or naming no user: refused', async () => {
    const stranger = new OAuth2Server()
    await stranger.issuer.keys.generate('RS256')
    stranger.issuer.url = issuer
    for (const bad of [
      await token({ sub: 'u-17' }, -10),
      await token({ sub: 'u-17', iss: 'https://evil.example' }),
      await token({}),
      await stranger.issuer.buildToken({
        scopesOrTransform: (_header, payload) => Object.assign(payload, { sub: 'u-17' }),
      }),
      'opaque',
    ])
      expect((await me(server, bad)).status).toBe(401)
  })

  test('the embedded broker and its page are not there', async () => {
    expect((await fetch(`${server.origin}${BROKER_PREFIX}${brokerPaths.signInStyle}`)).status).toBe(404)
    expect((await fetch(`${server.origin}${BROKER_PREFIX}${brokerPaths.jwks}`)).status).toBe(404)
    expect(server.signOn.firstAccount).toBeUndefined()
  })

  test('keys that cannot be read are not the caller’s mistake', async () => {
    const closed = await outside({ LIVETAP_AUTH_JWKS_URL: 'http://127.0.0.1:9/keys' })
    const answer = await me(closed, await token({ sub: 'u-17' }))
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    await closed.stop()
  })
})

describe('opaque tokens, by introspection', () => {
  let server: SignOnServer
  let body: Record<string, unknown>
  let statusCode: number
  const asked: (string | undefined)[] = []
  const answerWith = (response: MutableResponse, request: { headers: { authorization?: string } }) => {
    asked.push(request.headers.authorization)
    Object.assign(response, { body, statusCode })
  }
  beforeAll(async () => {
    provider.service.on(Events.BeforeIntrospect, answerWith)
    server = await outside({ LIVETAP_AUTH_INTROSPECTION_URL: `${issuer}/opaque/check` })
  })
  beforeEach(() => {
    asked.length = 0
    statusCode = 200
    body = { active: true, user_id: 'u-9', username: 'grace', emails: ['grace@corp.example'] }
  })
  afterAll(() => server.stop())

  test('ACC-21 the provider is asked with our credentials, and its answer names the user', async () => {
    const answer = await me(server, 'opaque-1')
    expect(await answer.json()).toMatchObject({
      id: 'u-9',
      userName: 'grace',
      emails: [{ value: 'grace@corp.example' }],
    })
    const credentials = Buffer.from(asked[0]!.replace('Basic ', ''), 'base64').toString()
    expect(credentials.split(':').map(decodeURIComponent)).toEqual(['livetap at somebody’s', 'their secret'])
  })

  test('a known token is not asked about again at once, an unknown one is refused', async () => {
    await me(server, 'opaque-2')
    await me(server, 'opaque-2')
    expect(asked).toHaveLength(1)
    body = { active: false }
    expect((await me(server, 'opaque-3')).status).toBe(401)
    body = { active: true, sub: 'u-9', exp: Math.floor(Date.now() / 1000) - 5 }
    expect((await me(server, 'opaque-4')).status).toBe(401)
    body = { active: true, sub: 'u-9', iss: 'https://evil.example' }
    expect((await me(server, 'opaque-5')).status).toBe(401)
  })

  test('a provider that is down gives 503, and nothing of that is remembered', async () => {
    statusCode = 500
    expect((await me(server, 'opaque-6')).status).toBe(503)
    statusCode = 200
    expect((await me(server, 'opaque-6')).status).toBe(200)
  })

  test('an answer is kept for seconds: a token ended at its provider is out soon, one refused too early is in', async () => {
    let now = 0
    const options = {
      url: `${issuer}/opaque/check`,
      issuer: undefined,
      clientId: 'c',
      clientSecret: undefined,
    }
    const authenticator = introspectionAuthenticator({ ...options, ticks: () => now })
    expect(await authenticator.authenticate('opaque-7')).not.toBeNull()
    body = { active: false }
    expect(await authenticator.authenticate('opaque-7')).not.toBeNull()
    now += 30_000
    expect(await authenticator.authenticate('opaque-7')).toBeNull()
    body = { active: true, sub: 'u-9' }
    now += 2000
    expect(await authenticator.authenticate('opaque-7')).not.toBeNull()
  })
})
