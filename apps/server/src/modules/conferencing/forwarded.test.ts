import { getConference, listConferences, openConference } from '@livetap/contract/calls/conferencing'
import { createMeeting } from '@livetap/contract/calls/live-meetings'
import { lookUpConference, lookUpConferenceNumber } from '@livetap/contract/calls/lookups'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { callEndpoint, type TestCall } from '../../testing/call-endpoint'
import { testServer } from '../../testing/test-server'
import { standInUpstream } from '../gateway/testing/stand-in-upstream'
import { standInProvider } from './testing/stand-in-provider'

const outsideSignOn = {
  LIVETAP_AUTH_ISSUER: 'https://id.example',
  LIVETAP_AUTH_JWKS_URL: 'https://id.example/jwks',
  LIVETAP_AUTH_CLIENT_ID: 'console',
}

test('MTG-06 a meeting made for a conference of another provider is found by the provider’s ids; one assistant is enough', async () => {
  const upstream = await standInUpstream()
  const server = await testServer({ env: { ...outsideSignOn, LIVETAP_WEBEX_API_URL: `${upstream.url}/v1` } })
  const headers = server.bearer()
  const conference = { id: 'their-id', number: '2512 345 6780', series: 'their-series' }
  const create = () =>
    callEndpoint(server.url, createMeeting, {
      headers,
      query: { client_region: 'us' },
      body: { start_at_utc: new Date().toISOString(), conference },
    })
  const made = await create()
  expect(made.status).toBe(200)
  const { id } = (await made.json()) as { id: string }
  const found = async (endpoint: Endpoint, params: Record<string, string>) =>
    await (await callEndpoint(server.url, endpoint, { headers, params })).json()
  const ours = { VOICEA_MEETING_ID: id }
  expect(await found(lookUpConference, { webexId: 'their-id' })).toEqual(ours)
  expect(await found(lookUpConference, { webexId: 'their-series' })).toEqual(ours)
  expect(await found(lookUpConferenceNumber, { number: '25123456780' })).toEqual(ours)
  expect(await (await create()).json()).toMatchObject({ id })

  // Where this installation is the provider, it gives the ids.
  const own = await testServer()
  const refused = await callEndpoint(own.url, createMeeting, {
    headers: own.bearer(),
    query: { client_region: 'us' },
    body: { start_at_utc: new Date().toISOString(), conference },
  })
  expect(refused.status).toBe(422)
})

test('MTG-06 with LIVETAP_WEBEX_API_URL the provider answers by itself: token, pages, 429 and errors pass as they are', async () => {
  const upstream = await standInUpstream()
  upstream.answer = standInProvider()
  const server = await testServer({ env: { ...outsideSignOn, LIVETAP_WEBEX_API_URL: `${upstream.url}/v1` } })
  const call = (endpoint: Endpoint, input: TestCall = {}) =>
    callEndpoint(server.url, endpoint, { headers: { authorization: 'Bearer outside-token' }, ...input })
  // Another's e-mail: the provider decides, not we.
  const query = { state: 'ended', participantEmail: 'somebody@example.com', max: 2 }
  const busy = await call(listConferences, { query })
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '1'])
  const first = await call(listConferences, { query })
  expect(upstream.seen.at(-1)?.url).toBe(
    '/v1/meetings?state=ended&participantEmail=somebody%40example.com&max=2',
  )
  const { items } = listConferences.answer.parse(await first.json())
  expect(items).toHaveLength(2)
  expect(items[0]).toMatchObject({
    state: 'ended',
    meetingNumber: '25123456780',
    hostEmail: 'john.andersen@example.com',
  })
  const link = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1]
  const next = Object.fromEntries(new URL(link!).searchParams)
  const last = await call(listConferences, { query: next })
  expect(listConferences.answer.parse(await last.json()).items).toHaveLength(1)
  expect(last.headers.get('link')).toBeNull()

  const unknown = await call(getConference, { params: { id: 'nobody' } })
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toMatchObject({ trackingId: expect.stringMatching(/^ROUTER_/) })
  expect((await call(openConference, { params: { id: 'x' } })).status).toBe(404)
  expect((await call(listConferences, { headers: {} })).status).toBe(401)
})
