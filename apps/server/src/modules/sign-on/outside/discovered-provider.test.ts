import { families } from '@livetap/contract'
import { accessToken, authorize, logout, usersMe } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { UnsecuredJWT } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testServer } from '../../../testing/test-server'
import { newKey, type OidcProvider, oidcProvider } from '../testing/oidc-provider'
import { DiscoveredProvider } from './discovered-provider'

async function inFrontOf(provider: OidcProvider, env: Record<string, string> = {}) {
  const server = await testServer({
    realSignOn: true,
    env: {
      LIVETAP_AUTH_ISSUER: provider.issuer,
      LIVETAP_AUTH_CLIENT_ID: 'livetap',
      LIVETAP_AUTH_CLIENT_SECRET: 'a secret of two',
      LIVETAP_AUTH_AUDIENCE: 'livetap',
      LIVETAP_AUTH_ROLES: 'admin=owners,host=staff',
      ...env,
    },
  })
  const me = async (token: string) => {
    const answer = await fetch(server.url + pathOf(usersMe), {
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  return { server, me }
}

test('an issuer is enough: its document names the endpoints, and the groups of a token give the role', async () => {
  const provider = await oidcProvider()
  const { server, me } = await inFrontOf(provider)
  const { status, body } = await me(await provider.token({ email: 'ada@corp.example', groups: ['staff'] }))
  expect([status, body]).toMatchObject([200, { id: 'u-1', role: 'host' }])
  expect((await me(await provider.token({ groups: ['staff', 'owners'] }))).body).toMatchObject({
    role: 'admin',
  })
  expect((await me(await provider.token({ groups: ['others'] }))).body).toMatchObject({ role: 'viewer' })
  expect(provider.asked('/.well-known/openid-configuration')).toBe(1)

  const env = (await (await fetch(`${server.url}/env`)).json()) as { auth_broker_host: string }
  expect(env.auth_broker_host).toBe(`${server.url}${families.authBroker}`)
  const sent = await fetch(`${server.url}${pathOf(authorize)}?state=s%26t&scope=a%20b`, {
    redirect: 'manual',
  })
  expect(sent.status).toBe(302)
  const location = new URL(sent.headers.get('location')!)
  expect(location.origin + location.pathname).toBe(`${provider.issuer}/sign-in`)
  expect(Object.fromEntries(location.searchParams)).toEqual({ tenant: 't1', state: 's&t', scope: 'a b' })
})

test('the secret goes to the token endpoint as its document wants it, and never as the browser sent it', async () => {
  for (const methods of [['client_secret_post'], undefined]) {
    const provider = await oidcProvider()
    provider.document = { token_endpoint_auth_methods_supported: methods }
    const { server } = await inFrontOf(provider)
    const answer = await fetch(server.url + pathOf(accessToken), {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'authorization_code', code: 'c', client_secret: 'guess' }),
    })
    expect(await answer.json()).toMatchObject({ access_token: 'a' })
    const { authorization, form } = provider.seen.find(({ url }) => url === '/tokens')!
    if (methods) {
      expect(form).toMatchObject({ client_id: 'livetap', client_secret: 'a secret of two' })
    } else {
      expect(form).toEqual({ grant_type: 'authorization_code', code: 'c' })
      const given = Buffer.from(authorization!.replace('Basic ', ''), 'base64').toString()
      expect(given.split(':').map(decodeURIComponent)).toEqual(['livetap', 'a secret of two'])
    }
  }
})

test('logout ends the token at its provider', async () => {
  const provider = await oidcProvider()
  const { server } = await inFrontOf(provider)
  const token = await provider.token()
  const end = (headers: Record<string, string>) =>
    fetch(server.url + pathOf(logout), { method: 'POST', headers })
  expect((await end({ authorization: `Bearer ${token}` })).status).toBe(200)
  expect(provider.seen.find(({ url }) => url === '/end')?.form).toMatchObject({ token })
  expect((await end({})).status).toBe(401)
})

test('what is configured wins over what the document names', async () => {
  const provider = await oidcProvider()
  const { server, me } = await inFrontOf(provider, { LIVETAP_AUTH_ACCESS_TOKEN_PATH: '/own/tokens' })
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: 'c' })
  const answer = await fetch(server.url + pathOf(accessToken), { method: 'POST', body })
  expect(await answer.json()).toMatchObject({ access_token: 'own' })
  expect((await me(await provider.token())).status).toBe(200)

  const configured = await oidcProvider()
  const { me: asked } = await inFrontOf(configured, {
    LIVETAP_AUTH_JWKS_URL: `${configured.issuer}/public-keys`,
  })
  expect((await asked(await configured.token())).status).toBe(200)
  expect(configured.asked('/.well-known/openid-configuration')).toBe(0)
})

test('a token of another issuer, audience or key, an expired one and one without a signature are refused', async () => {
  const provider = await oidcProvider()
  const { me } = await inFrontOf(provider)
  expect((await me(await provider.token())).status).toBe(200)
  const stranger = { ...(await newKey('first')) }
  const unsigned = new UnsecuredJWT({ iss: provider.issuer, aud: 'livetap', sub: 'u-1' })
    .setExpirationTime('5m')
    .encode()
  const refused = {
    'of another issuer': await provider.token({ iss: 'https://evil.example' }),
    'for another audience': await provider.token({ aud: 'another-client' }),
    expired: await provider.token({}, { expiresIn: '-10s' }),
    'of another key by the same name': await provider.token({}, { key: stranger }),
    'of no known key': await provider.token({}, { key: await newKey('unknown') }),
    'without a signature': unsigned,
    'of no form': 'a.b.c',
  }
  for (const [kind, token] of Object.entries(refused))
    expect([kind, (await me(token)).status]).toEqual([kind, 401])
})

test('opaque tokens are asked about where the document says, and their audience counts too', async () => {
  const provider = await oidcProvider()
  const { me } = await inFrontOf(provider)
  provider.introspection = { active: true, sub: 'u-2', aud: ['livetap'], groups: ['staff'] }
  expect((await me('opaque-1')).body).toMatchObject({ id: 'u-2', role: 'host' })
  provider.introspection = { active: true, sub: 'u-2', aud: 'another-client' }
  expect((await me('opaque-2')).status).toBe(401)
  provider.introspection = { active: false }
  expect((await me('opaque-3')).status).toBe(401)
})

test('a key that the provider exchanges is taken, and tokens of the one it gave up are refused', async () => {
  const provider = await oidcProvider()
  const { me } = await inFrontOf(provider)
  const old = provider.keys[0]!
  expect((await me(await provider.token())).status).toBe(200)
  provider.keys = [await newKey('second')]
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(Date.now() + 60_000)
  expect((await me(await provider.token())).status).toBe(200)
  expect((await me(await provider.token({}, { key: old }))).status).toBe(401)
})

test('a provider that is away at the start is 503, and is found without a restart when it is back', async () => {
  const provider = await oidcProvider()
  provider.isAway = true
  const { me, server } = await inFrontOf(provider)
  const token = await provider.token()
  expect((await me(token)).status).toBe(503)
  const sent = await fetch(`${server.url}${pathOf(authorize)}?state=s`, { redirect: 'manual' })
  expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '5'])
  provider.isAway = false
  await expect.poll(async () => (await me(token)).status).toBe(200)
})

test('a provider that goes away later is missed by no one whose key is known', async () => {
  const provider = await oidcProvider()
  const { me } = await inFrontOf(provider)
  const token = await provider.token()
  expect((await me(token)).status).toBe(200)
  provider.isAway = true
  expect((await me(token)).status).toBe(200)
})

const log = { warn: () => undefined, info: () => undefined }

test('a document is read once for all who wait, kept where reading it again fails, and read again in time', async () => {
  const provider = await oidcProvider()
  let now = 0
  const discovered = new DiscoveredProvider({
    issuer: provider.issuer,
    clientId: 'livetap',
    clientSecret: undefined,
    log,
    ticks: () => now,
  })
  const asked = () => provider.asked('/.well-known/openid-configuration')
  provider.isAway = true
  const crowd = await Promise.allSettled(Array.from({ length: 20 }, () => discovered.document()))
  expect(crowd.every(({ status }) => status === 'rejected')).toBe(true)
  await expect(discovered.document()).rejects.toMatchObject({ status: 503 })
  expect(asked()).toBe(1)
  provider.isAway = false
  now += 1000
  await discovered.document()
  await discovered.document()
  expect(asked()).toBe(2)
  provider.isAway = true
  now += 3_600_000
  expect((await discovered.document()).issuer).toBe(provider.issuer)
  await expect.poll(asked).toBe(3)
  provider.isAway = false
  provider.document = { jwks_uri: `${provider.issuer}/other-keys` }
  now += 1000
  await expect.poll(async () => (await discovered.document()).jwks).toBe(`${provider.issuer}/other-keys`)
})

test.each([
  ['another issuer', { issuer: 'https://evil.example' }],
  ['no address of tokens', { token_endpoint: undefined }],
  ['an address of another kind', { jwks_uri: 'file:///etc/passwd' }],
])('a document that names %s is not used', async (_what, document) => {
  const provider = await oidcProvider()
  provider.document = document
  const discovered = new DiscoveredProvider({
    issuer: provider.issuer,
    clientId: 'livetap',
    clientSecret: undefined,
    log,
  })
  await expect(discovered.document()).rejects.toMatchObject({ status: 503 })
})
