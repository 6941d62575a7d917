import { randomUUID } from 'node:crypto'
import { type Conference, conferenceSchema } from '@livetap/contract'
import {
  cancelConference,
  getConference,
  listConferences,
  openConference,
  scheduleConference,
} from '@livetap/contract/calls/conferencing'
import { createMeeting, dropMeeting } from '@livetap/contract/calls/live-meetings'
import { lookUpConference, lookUpConferenceNumber, meetingsData } from '@livetap/contract/calls/lookups'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import { drainNode } from '@livetap/contract/calls/system'
import { type Endpoint, pathOf } from '@livetap/contract/wire/endpoint'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../platform/db/migrate'
import { migrations } from '../../platform/db/migrations'
import { createLog } from '../../platform/log/log'
import { callEndpoint, type TestCall } from '../../testing/call-endpoint'
import { emptyDatabase } from '../../testing/database/test-database'
import { pastMeeting, utteranceAt } from '../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../testing/test-server'

const ann = { userId: 'user-1', userName: 'user@example.com', emails: ['user@example.com'] }
const bob = { userId: 'user-2', userName: 'bob@example.com', emails: ['bob@example.com'] }

function clientOf(server: TestServer, user = ann) {
  const headers = server.bearer(user)
  const call = (endpoint: Endpoint, input: TestCall = {}) =>
    callEndpoint(server.url, endpoint, { ...input, headers })
  const read = async (endpoint: Endpoint, input: TestCall = {}) => {
    const answer = await call(endpoint, input)
    expect([endpoint.name, answer.status]).toEqual([endpoint.name, 200])
    return (await answer.json()) as Record<string, unknown>
  }
  return {
    call,
    read,
    list: async (query: TestCall['query'] = {}) =>
      ((await read(listConferences, { query })) as { items: Conference[] }).items,
    status: async (endpoint: Endpoint, input: TestCall = {}) => (await call(endpoint, input)).status,
    create: async () =>
      (await read(createMeeting, {
        query: { client_region: 'us' },
        body: { start_at_utc: new Date().toISOString(), title: 'Stand-up' },
      })) as { id: string; number: string },
  }
}

const env = { LIVETAP_DEFAULT_REGION: 'us', LIVETAP_SUFFIX_REGIONS: 'us=us' }

test('MTG-03 MTG-06 a user lists the live and past meetings of that user alone; another e-mail is refused', async () => {
  const server = await testServer({ env })
  const [host, other] = [clientOf(server), clientOf(server, bob)]
  const live = await host.create()
  await other.create()
  const pastId = await pastMeeting(server)

  const live1 = { meetingType: 'meeting', state: 'inProgress', participantEmail: 'User@Example.com' }
  const running = await host.list(live1)
  expect(running).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{32}_I_[0-9a-f]{18}$/),
      title: 'Stand-up',
      meetingNumber: live.number,
      meetingSeriesId: running[0]!.id.slice(0, 32),
      meetingType: 'meeting',
      state: 'inProgress',
      start: expect.any(String),
      sipAddress: `${live.number}@cisco-webex.127.0.0.1`,
      hostEmail: 'user@example.com',
      webLink: `${server.url}/webex_meeting/${running[0]!.id}`,
    },
  ])
  expect(live.number).toMatch(/^2\d{10}$/)
  const [past, ...more] = await host.list({
    state: 'ended',
    from: '2026-03-01T00:00:00Z',
    to: '2026-04-01T00:00:00Z',
  })
  expect(more).toEqual([])
  expect(past).toMatchObject({ start: '2026-03-04T05:06:07.000Z', end: '2026-03-04T05:07:37.000Z' })
  expect(await host.list({ state: 'ended', to: '2026-03-04T05:06:07Z' })).toEqual([])
  expect(await other.list({ state: 'ended' })).toEqual([])
  expect((await other.list()).map(({ hostEmail }) => hostEmail)).toEqual(['bob@example.com'])
  for (const query of [{ participantEmail: 'bob@example.com' }, { hostEmail: 'bob@example.com' }])
    expect(await host.status(listConferences, { query: { ...live1, ...query } })).toBe(403)

  // One by one: by its series and number, or by its id, which every signed-in user may know.
  const single = {
    max: 1,
    from: '2026-03-01T00:00:00Z',
    meetingSeriesId: past!.meetingSeriesId,
    meetingNumber: '123 456-789',
  }
  expect((await host.list(single)).map(({ id }) => id)).toEqual([past!.id])
  const got = conferenceSchema.parse(await other.read(getConference, { params: { id: past!.id } }))
  expect(got).toMatchObject({ state: 'ended', meetingNumber: '123456789' })
  expect(await other.status(getConference, { params: { id: 'nobody' } })).toBe(404)
  expect(
    await host.read(lookUpConference, {
      params: { webexId: past!.id },
      query: { start: past!.start, end: past!.end },
    }),
  ).toEqual({ VOICEA_MEETING_ID: pastId })
  expect(
    await host.status(lookUpConference, {
      params: { webexId: past!.id },
      query: { end: '2026-01-01T00:00:00Z' },
    }),
  ).toBe(404)

  await host.read(dropMeeting, { params: { id: live.id } })
  expect(await host.list(live1)).toEqual([])
  expect(await host.status(deleteMeeting, { params: { id: pastId } })).toBe(204)
  expect(await host.list({ to: '2026-04-01T00:00:00Z' })).toEqual([])
})

test('MTG-02 MTG-06 a long list comes in pages: every meeting once, newest first, as the Link headers lead', async () => {
  const server = await testServer({ env })
  const host = clientOf(server)
  // Many begin at the same moment, and finer than a millisecond: a page must neither skip nor repeat.
  await server.app.database.pool.query(`
    insert into meeting (id, title, host_user_id, host_email, site_id, site_name, conference_id, source, region, enable_ensemble,
        sharder, trainable_shard_percent, status, started_at)
      select 'm' || n, 'Meeting ' || n, 'user-1', 'user@example.com', '1', 'site', 'c' || n, 'upload', 'us', true, 'vadmarker', 0,
        'CallEnded', timestamptz '2026-02-01' + (n / 10) * interval '1.5 milliseconds' from generate_series(1, 250) n`)
  const seen: Conference[] = []
  const pages: number[] = []
  let next: string | undefined =
    server.url + pathOf(listConferences, {}, { state: 'ended', max: 100, from: '2026-01-31T00:00:00Z' })
  while (next) {
    const answer: Response = await fetch(next, { headers: server.bearer(ann) })
    const { items } = (await answer.json()) as { items: Conference[] }
    pages.push(items.length)
    seen.push(...items)
    next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(pages).toEqual([100, 100, 50])
  expect(new Set(seen.map(({ id }) => id)).size).toBe(250)
  expect(seen[0]).toMatchObject({ id: 'c250' })
  const starts = seen.map(({ start }) => Date.parse(start!))
  expect(starts).toEqual([...starts].sort((a, b) => b - a))
  expect(new Set(seen.map(({ meetingNumber }) => meetingNumber)).size).toBe(250)
  expect(await host.list()).toHaveLength(10)
  for (const query of [{ max: 101 }, { after: 'made-up' }, { state: 'odd' }, { from: 'yesterday' }])
    expect(await host.status(listConferences, { query })).toBe(422)
})

test('MTG-05 the meetings of a number: transcripts, recording, start; the running one answers a lookup first', async () => {
  const server = await testServer({ env })
  const host = clientOf(server, bob)
  const spoken = [utteranceAt(0, 'we ship on Friday'), utteranceAt(2_000, 'good')]
  const id = await pastMeeting(server, { utterances: spoken, audio: Buffer.from('fLaC sound') })
  const silent = await pastMeeting(server)
  const query = { meeting_number: '123 456 789', start: '2026-03-01T00:00:00Z', end: '2026-03-05T00:00:00Z' }
  const found = (await host.read(meetingsData, { query })) as { meetings_data: Record<string, unknown>[] }
  const one = found.meetings_data.find(row => row.VOICEA_MEETING_ID === id)
  expect(one).toEqual({
    VOICEA_MEETING_ID: id,
    webex_meeting_id: expect.stringContaining('_I_'),
    timestamp: '2026-03-04T05:06:07.000Z',
    transcripts_length: 2,
    audio_url: expect.any(String),
  })
  expect(found.meetings_data.find(row => row.VOICEA_MEETING_ID === silent)).toMatchObject({
    audio_url: null,
    transcripts_length: 0,
  })
  const recording = await fetch(new URL(String(one?.audio_url), server.url))
  expect(recording.headers.get('content-disposition')).toContain(`${id}.flac`)
  expect(await recording.text()).toBe('fLaC sound')
  // Without dates: the last days, in which none of them was held.
  expect(await host.read(meetingsData, { query: { meeting_number: '123456789' } })).toEqual({
    meetings_data: [],
  })
  expect(await host.status(meetingsData)).toBe(422)

  const newer = await clientOf(server).create()
  await server.app.database.pool.query(
    "update meeting set number = '123456789', started_at = '2026-01-01' where id = $1",
    [newer.id],
  )
  const byNumber = { params: { number: '123456789' } }
  expect(await host.read(lookUpConferenceNumber, byNumber)).toEqual({ VOICEA_MEETING_ID: newer.id })
  expect(await host.status(lookUpConferenceNumber, { params: { number: '5' } })).toBe(404)
})

test('a meeting is scheduled, opened once however often it is asked for, held again under its number, and removed', async () => {
  const server = await testServer({ env })
  const [host, other] = [clientOf(server), clientOf(server, bob)]
  const [start, end] = ['2030-01-07T09:00:00.000Z', '2030-01-07T10:00:00.000Z']
  const body = { title: 'Planning', start, end }
  const series = conferenceSchema.parse(await host.read(scheduleConference, { body }))
  expect(series).toMatchObject({
    ...body,
    meetingType: 'meetingSeries',
    state: 'active',
    canOpen: true,
    hostEmail: 'user@example.com',
  })
  const params = { id: series.id }
  expect(await host.status(scheduleConference, { body: { ...body, end: start } })).toBe(422)
  expect(await host.list({ meetingType: 'meetingSeries' })).toEqual([series])
  expect(await host.list()).toEqual([series])
  expect(await other.list()).toEqual([])
  for (const endpoint of [openConference, cancelConference]) {
    expect(await other.status(endpoint, { params })).toBe(403)
    expect(await host.status(endpoint, { params: { id: 'nobody' } })).toBe(404)
  }
  expect(await host.status(lookUpConference, { params: { webexId: series.id } })).toBe(404)

  const opened = await Promise.all(Array.from({ length: 5 }, () => host.read(openConference, { params })))
  const ids = new Set(opened.map(answer => String(answer.VOICEA_MEETING_ID)))
  expect(ids.size).toBe(1)
  const [first] = [...ids]
  const [meeting, ...more] = await host.list()
  expect(more).toEqual([])
  expect(meeting).toMatchObject({
    title: 'Planning',
    state: 'inProgress',
    meetingNumber: series.meetingNumber,
    meetingSeriesId: series.id,
  })
  expect(await host.read(lookUpConferenceNumber, { params: { number: series.meetingNumber } })).toEqual({
    VOICEA_MEETING_ID: first,
  })
  await host.read(dropMeeting, { params: { id: first! } })
  const again = (await host.read(openConference, { params })) as { VOICEA_MEETING_ID: string }
  expect(again.VOICEA_MEETING_ID).not.toBe(first)
  expect(await host.read(lookUpConference, { params: { webexId: series.id } })).toEqual(again)
  expect(await host.list({ meetingSeriesId: series.id, meetingType: 'meeting' })).toHaveLength(2)
  expect(await host.status(cancelConference, { params })).toBe(204)
  expect(await host.list({ meetingType: 'meetingSeries' })).toEqual([])
  expect(await host.list()).toHaveLength(2)
})

test('a scheduled meeting that no node takes is refused with a time to ask again', async () => {
  const server = await testServer({ env })
  const host = clientOf(server)
  const body = { title: 'Planning', start: '2030-01-07T09:00:00.000Z', end: '2030-01-07T10:00:00.000Z' }
  const { id } = conferenceSchema.parse(await host.read(scheduleConference, { body }))
  await host.read(drainNode, { params: { pod: server.app.identity.pod }, body: { draining: true } })
  const refused = await host.call(openConference, { params: { id } })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(JSON.stringify(await refused.json())).toContain('Every node is being drained')
})

test('meetings of an older installation get their conferencing record', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const older = migrations.filter(({ id }) => id < '0080')
  await migrate(url, older, createLog('silent'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const insert = `insert into meeting (id, title, host_user_id, host_email, site_id, site_name, number, source, region, enable_ensemble,
    sharder, trainable_shard_percent, status, started_at) values ($1, $1, 'user-1', 'user@example.com', '1', 'site', $2, 'upload', 'us',
    true, 'vadmarker', 0, $3, '2026-01-05T10:00:00Z')`
  const ids = Array.from({ length: 3 }, () => randomUUID())
  await client.query(insert, [ids[0], '', 'CallEnded'])
  await client.query(insert, [ids[1], '777', 'CallStarted'])
  await client.query(insert, [ids[2], '', 'CallStarted'])
  await client.end()
  const server = await testServer({ env: { ...env, DATABASE_URL: url } })
  const host = clientOf(server)
  const items = await host.list()
  expect(items.map(({ title }) => title).sort()).toEqual([...ids].sort())
  expect(new Set(items.map(({ id }) => id)).size).toBe(3)
  expect(items.find(({ title }) => title === ids[1])?.meetingNumber).toBe('777')
  for (const { id, title, meetingNumber } of items) {
    expect(meetingNumber).toMatch(/^(777|2\d{10})$/)
    expect(await host.read(lookUpConference, { params: { webexId: id } })).toEqual({
      VOICEA_MEETING_ID: title,
    })
    expect(await host.read(lookUpConferenceNumber, { params: { number: meetingNumber } })).toEqual({
      VOICEA_MEETING_ID: title,
    })
  }
  await server.close()
})
