import type { Conference } from '@livetap/contract'
import { listConferences } from '@livetap/contract/calls/conferencing'
import { lookUpConference, lookUpConferenceNumber } from '@livetap/contract/calls/lookups'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { ApiClient } from '../api-client'
import { loadConferences, lookUpMeetingId } from './conference-calls'

type Answer = { status?: number; body: unknown; headers?: Record<string, string> }

function clientOf(answers: (url: URL) => Answer) {
  const asked: string[] = []
  const api = new ApiClient({
    origin: 'http://gateway.test',
    token: () => 'tok',
    fetch: async input => {
      const url = new URL(String(input))
      asked.push(url.pathname + url.search)
      const { status = 200, body, headers = {} } = answers(url)
      return new Response(JSON.stringify(body), { status, headers })
    },
  })
  return { api, asked }
}

const signal = new AbortController().signal
const items = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `c${from + n}`, unknownField: true }))

test('MTG-06 pages are followed by their Link through our own gateway until there are enough', async () => {
  const { api, asked } = clientOf(url => {
    const offset = Number(url.searchParams.get('offset') ?? 0)
    const link = `<https://provider.test/v1/meetings?max=100&state=ended&offset=${offset + 100}>; rel="next"`
    return { body: { items: items(offset, 100) }, headers: { link } }
  })
  const pages: number[] = []
  const onPage = (soFar: Conference[]) => pages.push(soFar.length)
  const found = await loadConferences(api, { state: 'ended' }, 250, signal, onPage)
  expect(pages).toEqual([100, 200])
  expect(found.map(({ id }) => id)).toEqual(items(0, 250).map(({ id }) => id))
  expect(asked).toEqual([
    pathOf(listConferences, {}, { state: 'ended', max: 100 }),
    pathOf(listConferences, {}, { max: 100, state: 'ended', offset: 100 }),
    pathOf(listConferences, {}, { max: 100, state: 'ended', offset: 200 }),
  ])
})

test('a provider whose pages lead in a circle is left', async () => {
  const link = '<https://provider.test/v1/meetings?offset=0>; rel="next"'
  const { api, asked } = clientOf(() => ({ body: { items: items(0, 2) }, headers: { link } }))
  expect(await loadConferences(api, {}, 99, signal)).toHaveLength(2)
  expect(asked).toHaveLength(2)
})

test('429 is asked again after Retry-After; one that wants too long, and any other failure, is final', async () => {
  const answers: Answer[] = [
    { status: 429, body: { message: 'slow down' }, headers: { 'retry-after': '0' } },
    { body: { items: items(0, 1) } },
  ]
  const busy = clientOf(() => answers.shift()!)
  expect(await loadConferences(busy.api, {}, 1, signal)).toHaveLength(1)
  expect(busy.asked).toHaveLength(2)
  for (const refusal of [
    { status: 429, body: {}, headers: { 'retry-after': '3600' } },
    { status: 500, body: {} },
  ]) {
    const refused = clientOf(() => refusal)
    await expect(loadConferences(refused.api, {}, 1, signal)).rejects.toMatchObject({
      status: refusal.status,
    })
    expect(refused.asked).toHaveLength(1)
  }
})

test('MTG-06 an ended conference is looked up by its id and times, any other by its number; 404 is no id', async () => {
  const one = { id: 'w/1', meetingNumber: '25', start: '2026-03-01T09:00:00Z', end: '2026-03-01T10:00:00Z' }
  const { api, asked } = clientOf(url =>
    url.pathname.endsWith('/404') ? { status: 404, body: {} } : { body: { VOICEA_MEETING_ID: 'm-1' } },
  )
  const lookUp = (more: Partial<Conference>) => lookUpMeetingId(api, { ...one, state: '', ...more }, signal)
  expect(await lookUp({ state: 'ended' })).toBe('m-1')
  expect(await lookUp({ state: 'inProgress' })).toBe('m-1')
  expect(await lookUp({ state: 'active', meetingNumber: '404' })).toBeNull()
  expect(await lookUp({ state: 'active', meetingNumber: '' })).toBeNull()
  expect(asked).toEqual([
    pathOf(lookUpConference, { webexId: 'w/1' }, { start: one.start, end: one.end }),
    pathOf(lookUpConferenceNumber, { number: '25' }),
    pathOf(lookUpConferenceNumber, { number: '404' }),
  ])
})
