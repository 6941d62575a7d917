import { families } from '@livetap/contract'
import { accessToken, authorize, logout } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server'
import { standInUpstream } from './testing/stand-in-upstream'

type SignOnCall = typeof authorize | typeof accessToken | typeof logout

async function signOnWithOwnPaths() {
  const upstream = await standInUpstream()
  const server = await testServer({
    env: {
      LIVETAP_AUTH_BROKER_URL: upstream.url,
      LIVETAP_AUTH_ISSUER: upstream.url,
      LIVETAP_AUTH_JWKS_URL: `${upstream.url}/jwks`,
      LIVETAP_AUTH_CLIENT_ID: 'console',
      LIVETAP_AUTH_CLIENT_SECRET: 'very-secret',
      LIVETAP_AUTH_AUTHORIZE_PATH: '/authorize',
      LIVETAP_AUTH_ACCESS_TOKEN_PATH: '/token',
      LIVETAP_AUTH_LOGOUT_PATH: '/revoke',
    },
  })
  return { upstream, server, at: (endpoint: SignOnCall) => server.url + pathOf(endpoint) }
}

test('the browser is sent to the sign-on itself, regardless of what its path is called', async () => {
  const { server, upstream, at } = await signOnWithOwnPaths()
  const env = (await (await fetch(`${server.url}/env`)).json()) as { auth_broker_host: string }
  expect(env.auth_broker_host).toBe(`${server.url}${families.authBroker}`)
  const response = await fetch(`${at(authorize)}?state=s&code_challenge=c`, { redirect: 'manual' })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe(`${upstream.url}/authorize?state=s&code_challenge=c`)
  expect(upstream.seen).toEqual([])
})

test('the gateway adds the secret to the token request', async () => {
  const { upstream, at } = await signOnWithOwnPaths()
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'c1',
    client_secret: 'guess',
    client_id: 'x',
  })
  const response = await fetch(at(accessToken), { method: 'POST', body: form })
  expect(await response.json()).toEqual({ from: 'upstream' })
  expect(upstream.seen[0]).toMatchObject({ method: 'POST', url: '/token' })
  expect(Object.fromEntries(new URLSearchParams(upstream.seen[0]!.body.toString()))).toEqual({
    grant_type: 'authorization_code',
    code: 'c1',
    client_id: 'console',
    client_secret: 'very-secret',
  })
})

test('only a form of a sensible size is taken for a token request', async () => {
  const { upstream, at } = await signOnWithOwnPaths()
  const post = async (body: string, type: string) =>
    (await fetch(at(accessToken), { method: 'POST', body, headers: { 'content-type': type } })).status
  expect(await post('{}', 'application/json')).toBe(415)
  expect(await post('a='.padEnd(100_000, 'x'), 'application/x-www-form-urlencoded')).toBe(413)
  expect(upstream.seen).toEqual([])
})

test('logout takes the access token to the sign-on', async () => {
  const { upstream, at } = await signOnWithOwnPaths()
  await fetch(at(logout), { method: 'POST', headers: { authorization: 'Bearer t' } })
  expect(upstream.seen[0]).toMatchObject({ url: '/revoke', headers: { authorization: 'Bearer t' } })
})
