import { families } from '@livetap/contract'
import { allEndpoints, allSockets } from '@livetap/contract/calls/all'
import { patternOf } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { upstreamVariables } from '../../platform/config/upstream-variables'
import { testServer } from '../../testing/test-server'

const calls = [...allEndpoints, ...allSockets.map(socket => ({ ...socket, method: 'GET' as const }))]

/** The names of the calls and sockets that have a route of their own on a server with these variables. */
async function answeredHere(env: Record<string, string>): Promise<string[]> {
  const { server } = (await testServer({ env })).app
  return calls
    .filter(call => server.hasRoute({ method: call.method, url: patternOf(call) }))
    .map(({ name }) => name)
}

const outside = {
  LIVETAP_AUTH_ISSUER: 'https://id.example',
  LIVETAP_AUTH_JWKS_URL: 'https://id.example/jwks',
  LIVETAP_AUTH_CLIENT_ID: 'console',
}

test('without an upstream every call and socket of the contract is answered here', async () => {
  expect(await answeredHere({})).toEqual(calls.map(({ name }) => name))
})

test.each(Object.keys(families).filter(family => family !== 'authBroker') as (keyof typeof families)[])(
  'with an upstream for %s this server answers the calls of all other families, and none of that one',
  async family => {
    // A forwarded family has a route at its bare prefix; the socket there would be a second one, with which no server starts.
    const isBare = (call: (typeof calls)[number]) => patternOf(call) === families[family]
    const others = calls.filter(
      call => (call.family !== family || isBare(call)) && call.family !== 'authBroker',
    )
    const here = await answeredHere({ ...outside, [upstreamVariables[family]]: 'http://127.0.0.1:9' })
    // An outside sign-on has these three by another name; the browser or the gateway translates them.
    expect(here.toSorted()).toEqual(
      [...others.map(({ name }) => name), 'authorize', 'accessToken', 'logout'].toSorted(),
    )
  },
)
