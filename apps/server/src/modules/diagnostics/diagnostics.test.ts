import { metrics, siteUsageAnswerSchema, vmcTimeStatsOf } from '@livetap/contract'
import {
  audioLedgers,
  ledgerChain,
  logHistogram,
  meetingStats,
  meetingStatsUrl,
  perSiteUsage,
  searchLogs,
} from '@livetap/contract/calls/diagnostics'
import { setHotwordStatus } from '@livetap/contract/calls/live-meetings'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import { type Endpoint, pathOf } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { callEndpoint } from '../../testing/call-endpoint'
import { pastMeeting } from '../../testing/meetings/past-meeting'
import { testServer } from '../../testing/test-server'
import { tone } from '../live-room/testing/live-client'
import { LiveHost } from '../live-room/testing/live-host'
import { sentences } from '../live-room/testing/spoken-script'

async function read<E extends Endpoint & { answer: z.ZodType }>(
  host: { url: string; headers: Record<string, string> },
  endpoint: E,
  path: string,
): Promise<z.output<E['answer']>> {
  const response = await fetch(`${host.url}${path}`, { headers: host.headers })
  expect(response.status).toBe(200)
  return endpoint.answer.parse(await response.json()) as z.output<E['answer']>
}

test('STA-07 STA-06 STA-09 what a live meeting did is read from the logs: counts, asked fields, a range of UTC dates', async () => {
  const began = new Date()
  const live = await LiveHost.start({ segments: sentences('we ship on Friday', 'that is settled') })
  const { id, client } = await live.meetingWithClient()
  const setRecording = (recording: boolean) =>
    live.call(setHotwordStatus, { params: { id }, body: { recording } })
  client.speak(tone(1200))
  await client.until('transcript_final_result')
  expect((await setRecording(false)).ok).toBe(true)
  expect((await setRecording(true)).ok).toBe(true)
  await live.drop(id)
  await live.untilEnded(id)
  await live.server.app.events.recorder.written()
  for (const table of ['log_event', 'ledger_event', 'ledger_person']) {
    const { rows } = await live.server.app.database.pool.query(`select * from ${table}`)
    expect(rows.length, table).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/ship on Friday|that is settled/i)
  }

  const host = { url: live.server.url, headers: live.headers }
  const stats = (metric: keyof typeof metrics, query: Record<string, string> = {}) => {
    const path = pathOf(meetingStats, { id }, { metricName: metrics[metric].name, ...query })
    return read(host, meetingStats, path)
  }
  const startTime = began.toUTCString()
  const created = await stats('meetingCreated', { startTime, searchFields: 'timestamp' })
  expect(created).toEqual({ count: 1, values: [{ timestamp: expect.any(String) }] })
  const finals = await stats('finalSent', { startTime })
  expect(finals.count).toBe(finals.values.reduce((sum, { count }) => sum + Number(count), 0))
  expect(finals.count).toBeGreaterThan(0)
  expect(await stats('meetingEndReason', { searchFields: 'meeting_end_reason' })).toMatchObject({
    values: [{ meeting_end_reason: 'dropped' }],
  })
  const totals = await stats('vmcTimeStats', { searchFields: 'message' })
  expect(Object.keys(totals.values[0]!).sort()).toEqual(['message', 'timestamp'])
  expect(vmcTimeStatsOf(String(totals.values[0]!.message))).toBeDefined()

  const pod = String((await stats('roomCreated', { searchFields: 'pod_name' })).values[0]!.pod_name)
  const range = { start_time: began.toISOString(), end_time: new Date().toISOString() }
  expect((await stats('hotwordPod', { ...range, pod_name: pod })).count).toBe(1)
  expect(await stats('hotwordPod', { ...range, podName: 'another' })).toEqual({ count: 0, values: [] })
  const before = new Date(began.getTime() - 60_000).toISOString()
  expect(await stats('meetingCreated', { startTime: before, endTime: before })).toEqual({
    count: 0,
    values: [],
  })

  const query = { metricName: metrics.roomCreated.name, startTime: began.toISOString() }
  const { url } = await read(host, meetingStatsUrl, pathOf(meetingStatsUrl, { id }, query))
  const address = new URL(url, live.server.url)
  expect(address.pathname).toBe('/logs')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ meeting: id, metric: query.metricName })

  const { ledger_events } = await read(host, audioLedgers, pathOf(audioLedgers, { id }))
  expect(ledger_events.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['meeting_created', 'hotword_status_changed', 'meeting_ended']),
  )
  const switched = ledger_events.find(({ name }) => name === 'hotword_status_changed')!
  expect(switched.eventFields).toContainEqual(expect.objectContaining({ name: 'recording', value: 'false' }))
  const chain = await read(host, ledgerChain, pathOf(ledgerChain, { id }))
  expect(chain).toEqual({ events: ledger_events.length, breaks: [], tombstone: null })
  await live.server.app.database.pool.query('delete from ledger_event where meeting = $1 and number = 2', [
    id,
  ])
  expect((await read(host, ledgerChain, pathOf(ledgerChain, { id }))).breaks).toEqual([
    { number: 2, problem: 'removed' },
  ])
  for (const { eventFields } of ledger_events)
    expect(eventFields.map(({ name }) => name)).toContain('timestamp')
})

test('nothing found is an empty answer; a range that is no date, an unknown cursor and a missing name are 422', async () => {
  const server = await testServer()
  const headers = server.bearer()
  const get = async (path: string) => {
    const response = await fetch(`${server.url}${path}`, { headers })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const named = { metricName: 'monitoring-none' }
  expect(await get(pathOf(meetingStats, { id: 'nobody' }, named))).toEqual({
    status: 200,
    body: { count: 0, values: [] },
  })
  expect((await get(pathOf(audioLedgers, { id: 'nobody' }))).body).toEqual({ ledger_events: [] })
  for (const path of [
    pathOf(meetingStats, { id: 'x' }),
    pathOf(meetingStats, { id: 'x' }, { ...named, startTime: 'soon' }),
    pathOf(searchLogs, {}, { before: 'x' }),
    pathOf(searchLogs, {}, { severity: 'LOUD' }),
    pathOf(perSiteUsage),
    pathOf(perSiteUsage, {}, { client_region: 'us', start_date: '1' }),
  ])
    expect((await get(path)).status, path).toBe(422)
})

test('USE-01 usage counts the meetings of a region by site and UTC day, deleted ones too', async () => {
  const server = await testServer()
  const headers = server.bearer()
  const kept = await pastMeeting(server)
  const deleted = await pastMeeting(server)
  const removed = await callEndpoint(server.url, deleteMeeting, { params: { id: deleted }, headers })
  expect(removed.status).toBe(204)
  const usage = async (query: Record<string, string>) => {
    const response = await fetch(`${server.url}${pathOf(perSiteUsage, {}, query)}`, { headers })
    return siteUsageAnswerSchema.parse(await response.json()).per_site_stats
  }
  const day = { start_date: '2026-03-04', end_date: '2026-03-04' }
  expect(kept).not.toBe(deleted)
  expect(await usage({ client_region: 'us', ...day })).toEqual([
    { date: '2026-03-04', webex_site_name: 'cisco_webex', count: 2 },
  ])
  expect(await usage({ client_region: 'us', start_date: '2026-03-05', end_date: '2026-03-05' })).toEqual([])
  expect(await usage({ client_region: 'eu', ...day })).toEqual([])
})

test('the log explorer pages backwards and filters by text, severity and service', async () => {
  const server = await testServer()
  const headers = server.bearer()
  const record = server.app.events.recorder.of('m1')
  const start = Date.parse('2026-03-04T05:06:07.000Z')
  for (let index = 0; index < 5; index++)
    record.log('clientJoined', { name: `reader ${index}` }, new Date(start + Math.floor(index / 2)))
  record.log('meetingEndReason', { meeting_end_reason: 'failed', stage: 'probe' }, new Date(start + 9))
  const search = (query: Record<string, string | number>) =>
    read({ url: server.url, headers }, searchLogs, pathOf(searchLogs, {}, { from: '2026-03-01', ...query }))

  const names: string[] = []
  let before: string | null = ''
  while (before !== null) {
    const page: { entries: { message: string }[]; next: string | null } = await search({
      meeting: 'm1',
      metric: metrics.clientJoined.name,
      limit: 2,
      before,
    })
    names.push(...page.entries.map(({ message }) => message.slice(-1)))
    before = page.next
  }
  expect(names).toEqual(['4', '3', '2', '1', '0'])
  expect((await search({ text: 'READER 3' })).entries).toHaveLength(1)
  expect((await search({ text: 'probe' })).entries).toHaveLength(1)
  expect((await search({ text: "it's \\ 'quoted' :* & ! (" })).entries).toEqual([])
  // A word of thousands of entries and one of a few: the newest first in either case.
  await server.app.database.pool.query(
    `insert into log_event (meeting, metric, service, pod, time, severity, message, fields)
     select 'm2', 'walrus', 'wrapi', 'pod', $1::timestamptz + n * interval '1 ms', 'INFO',
       'walrus ' || n || case when n % 1000 = 1 then ' quokka' else '' end, '{}'
     from generate_series(1, 2500) as n`,
    [new Date(start)],
  )
  const messages = async (query: Record<string, string | number>) =>
    (await search(query)).entries.map(({ message }) => message)
  expect(await messages({ text: 'walrus', limit: 2 })).toEqual(['walrus 2500', 'walrus 2499'])
  expect(await messages({ text: 'quok', limit: 2 })).toEqual(['walrus 2001 quokka', 'walrus 1001 quokka'])
  const range = { from: '2026-03-04T05:06:00Z', to: '2026-03-04T05:07:00Z', meeting: 'm1' }
  const path = pathOf(logHistogram, {}, range)
  expect(await read({ url: server.url, headers }, logHistogram, path)).toEqual({
    step_ms: 1000,
    buckets: [
      { time: '2026-03-04T05:06:07.000Z', severity: 'ERROR', count: 1 },
      { time: '2026-03-04T05:06:07.000Z', severity: 'INFO', count: 5 },
    ],
  })
  // The stretches are as short as what was found allows, however wide the range is.
  const wide = { ...range, from: '2026-03-01T00:00:00Z', to: '2026-03-30T00:00:00Z' }
  const found = await read({ url: server.url, headers }, logHistogram, pathOf(logHistogram, {}, wide))
  expect(found.step_ms).toBe(1000)
  expect((await search({ severity: 'ERROR', service: 'wrapi' })).entries).toMatchObject([
    { meeting: 'm1', fields: { meeting_end_reason: 'failed', stage: 'probe' } },
  ])
})
