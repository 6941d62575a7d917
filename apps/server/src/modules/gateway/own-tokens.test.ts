import { once } from 'node:events'
import { families } from '@livetap/contract'
import { accessToken, logout } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { familyNames, upstreamVariables } from '../../platform/config/upstream-variables'
import { KEY_PREFIX, LINK_PREFIX } from '../../platform/own-tokens'
import { type TestServer, testServer } from '../../testing/test-server'
import { type StandInUpstream, standInUpstream } from './testing/stand-in-upstream'

const random = 'b3duLXRva2VuLW9mLXRoaXMtaW5zdGFsbGF0aW9u'
const own = [KEY_PREFIX + random, LINK_PREFIX + random]

async function everythingForwarded(): Promise<{ server: TestServer; upstream: StandInUpstream }> {
  const upstream = await standInUpstream()
  const env = Object.fromEntries(familyNames.map(name => [upstreamVariables[name], upstream.url]))
  const server = await testServer({ env: { ...env, LIVETAP_AUTH_CLIENT_ID: 'console' } })
  return { server, upstream }
}

/** As a bearer is written, and as none is: an upstream may read it all the same. */
const spellings = (token: string) => [
  `Bearer ${token}`,
  `bearer  ${token} `,
  token,
  `Bearer ${token} x`,
  `Token ${token}`,
]

test('a key or the token of a link never reaches an upstream, by no family and however it is written', async () => {
  const { server, upstream } = await everythingForwarded()
  const addresses = [
    ...Object.values(families).map(prefix => ['GET', `${prefix}/anything`] as const),
    ['POST', pathOf(accessToken)] as const,
    ['POST', pathOf(logout)] as const,
  ]
  for (const [method, address] of addresses)
    for (const authorization of own.flatMap(spellings)) {
      const answer = await fetch(server.url + address, { method, headers: { authorization } })
      expect([address, authorization, answer.status]).toEqual([address, authorization, 401])
    }
  expect(upstream.seen).toEqual([])

  await fetch(`${server.url}${families.partner}/anything`, { headers: { authorization: `Bearer ${random}` } })
  expect(upstream.seen).toMatchObject([{ headers: { authorization: `Bearer ${random}` } }])
})

test('nor by a socket, in its header or its sub-protocols', async () => {
  const { server, upstream } = await everythingForwarded()
  const address = `${server.url.replace('http', 'ws')}${families.asr}/anything`
  const status = async (protocols: string[], headers: Record<string, string>) => {
    const socket = new WebSocket(address, protocols, { headers })
    socket.on('error', () => undefined)
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    socket.terminate()
    return response.statusCode
  }
  for (const token of own) {
    expect(await status([], { authorization: `Bearer ${token}` })).toBe(401)
    expect(await status(['p', `bearer.${token}`], {})).toBe(401)
    expect(await status(['p', `bearer.${Buffer.from(token).toString('base64url')}`], {})).toBe(401)
  }
  expect(upstream.sockets).toEqual([])

  const twin = new WebSocket(address, ['p', `bearer.${random}`])
  await once(twin, 'open')
  twin.terminate()
  expect(upstream.sockets).toHaveLength(1)
})
