import { vmcTimeStatsOf } from '@livetap/contract'
import { setHotwordStatus } from '@livetap/contract/calls/live-meetings'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import { describe, expect, test, vi } from 'vitest'
import { endsOf } from '../../../testing/meetings/ends-of'
import { type LiveClient, silence, tone } from '../testing/live-client'
import { LiveHost } from '../testing/live-host'
import { sentences } from '../testing/spoken-script'

const passed = (ms: number) => {
  const since = Date.now()
  return vi.waitFor(() => expect(Date.now() - since).toBeGreaterThanOrEqual(ms), {
    interval: 20,
    timeout: ms + 10_000,
  })
}

/** How often the room, as the assistant's client, was up, connected, joined, left and out. */
async function vmcOf(host: LiveHost, id: string) {
  const metrics = (await host.metrics(id)).map(({ metric }) => metric)
  const count = (name: string) => metrics.filter(metric => metric === `monitoring-${name}`).length
  return {
    up: count('voicea-client-up'),
    connected: count('connected-to-mercury'),
    joined: count('successfully-joined-meeting'),
    left: count('leave-the-meeting-because'),
    out: count('voicea-client-out'),
  }
}

async function totalsOf(host: LiveHost, id: string) {
  const entry = (await host.metrics(id)).find(({ metric }) => metric === 'monitoring-vmc-time-stats')!
  expect(vmcTimeStatsOf(entry.message)).toEqual(entry.fields)
  return vmcTimeStatsOf(entry.message)!
}

const secret = { LIVETAP_SECRET: 'one secret for both nodes' }

async function twoNodes() {
  const one = await LiveHost.start({ segments: sentences('we ship on Friday') }, { env: secret })
  const { databaseUrl, storage } = one.server.app.config
  const folder = storage.kind === 'folder' ? storage.folder : ''
  const env = { ...secret, DATABASE_URL: databaseUrl!, LIVETAP_STORAGE: folder }
  return { one, two: await LiveHost.start({}, { env }, one) }
}

describe('the room as the assistant’s client', () => {
  test('is up, connected, joined, left and out once each, however often it is left, filled again and moved', async () => {
    const { one, two } = await twoNodes()
    const { id, client } = await one.meetingWithClient()
    // A client is let in before the room's milestones are written.
    await vi.waitFor(async () =>
      expect(await vmcOf(one, id)).toEqual({ up: 1, connected: 1, joined: 0, left: 0, out: 0 }),
    )
    client.speak(tone(1280), { startMs: 0 })
    await client.until('transcript_final_result')
    client.close()
    await vi.waitFor(async () =>
      expect((await one.ledger(id)).map(({ name }) => name)).toContain('client_left'),
    )
    const again = await one.join(id)
    again.speak(tone(640))
    again.command('ping')
    await again.until('pong')
    await vi.waitFor(async () =>
      expect((await one.ledger(id)).map(({ name }) => name)).toContain('room_refilled'),
    )
    await one.server.app.liveRoom.service.close()
    await one.server.app.nodes.own.stop()
    const moved = await two.join(id)
    moved.speak(tone(640))
    moved.command('ping')
    await moved.until('pong')
    await one.server.app.events.recorder.written()
    await two.drop(id)

    expect(await vmcOf(two, id)).toEqual({ up: 1, connected: 1, joined: 1, left: 1, out: 1 })
    const metrics = await two.metrics(id)
    const joined = metrics.find(({ metric }) => metric === 'monitoring-successfully-joined-meeting')!
    expect(joined.message).toContain('host@example.com')
    const left = metrics.find(({ metric }) => metric === 'monitoring-leave-the-meeting-because')!
    expect(left.message).toBe('leave the meeting because dropped')
    const [from, to] = [one, two].map(({ server }) => server.app.identity.pod)
    const ledger = await two.ledger(id)
    const rooms = ledger.filter(({ name }) => name.startsWith('room_'))
    expect(rooms.map(({ name, fields: { timestamp, ...rest } }) => [name, rest])).toEqual([
      ['room_opened', { pod_name: from }],
      ['room_refilled', { name: 'host@example.com' }],
      ['room_reopened', { pod_name: to, from_pod_name: from }],
    ])
    const created = metrics.filter(({ metric }) => metric === 'monitoring-pod-creations-hotword')
    expect(created.map(({ pod, fields }) => [pod, fields.pod_name])).toEqual([
      [from, from],
      [to, to],
    ])
    for (const { fields } of ledger) expect(fields).toHaveProperty('timestamp')
    // There is no portal here, and so it has no figures.
    expect(metrics.map(({ metric }) => metric)).not.toContain('monitoring-portal-pod-metrics')
  })

  test('one that no one spoke in never joined, so it neither left nor was out', async () => {
    const host = await LiveHost.start()
    const { id } = await host.meetingWithClient()
    await host.drop(id)
    expect(await vmcOf(host, id)).toEqual({ up: 1, connected: 1, joined: 0, left: 0, out: 0 })
  })

  test('one that no one ever opened leaves its end and nothing else', async () => {
    const host = await LiveHost.start()
    const id = await host.createMeeting()
    await host.drop(id)
    expect(await vmcOf(host, id)).toEqual({ up: 0, connected: 0, joined: 0, left: 0, out: 0 })
    const metrics = (await host.metrics(id)).map(({ metric }) => metric)
    expect(metrics).not.toContain('monitoring-vmc-time-stats')
    expect((await endsOf(host.server, id)).reasons).toEqual(['dropped'])
  })

  test('a process has one name: in its log entries, on its meetings and in the registry of nodes', async () => {
    const host = await LiveHost.start()
    const { id } = await host.meetingWithClient()
    const { identity, database } = host.server.app
    expect(identity.pod).toMatch(/^.+-[0-9a-f]{8}$/)
    expect(new Set((await host.metrics(id)).map(({ pod }) => pod))).toEqual(new Set([identity.pod]))
    expect((await database.pool.query('select pod from live_meeting')).rows).toEqual([{ pod: identity.pod }])
    expect((await database.pool.query('select pod from node')).rows).toEqual([{ pod: identity.pod }])
  })
})

/** Resolves when the room has it. */
async function said(client: LiveClient, ms: number, startMs: number) {
  const pongs = client.of('pong').length
  client.speak(tone(ms), { startMs })
  client.command('ping')
  await client.until('pong', pongs + 1)
}

test('the totals are sums of what was recorded, transcribed and off, over a move to another node', async () => {
  const { one, two } = await twoNodes()
  const { id, client } = await one.meetingWithClient()
  // No more than the time that passes: what follows on the other node lies behind it.
  await said(client, 2000, 0)
  await one.call(setHotwordStatus, { params: { id }, body: { recording: false } })
  await client.until('status_changed')
  await said(client, 1000, 2000)
  const muffed = span(async () => {
    client.command('enable_earmuffs')
    await client.until('earmuffs_enabled')
  })
  await muffed.result
  await passed(2000)
  const closed = span(() => one.server.app.liveRoom.service.close())
  await closed.result
  await one.server.app.nodes.own.stop()
  // No one is there: nothing is recorded.
  await passed(1500)
  const joined = span(() => two.join(id))
  const other = await joined.result
  await said(other, 1000, 0)
  const on = span(async () => {
    await two.call(setHotwordStatus, { params: { id }, body: { recording: true, assistant: true } })
    await other.until('status_changed')
  })
  await on.result
  await said(other, 4000, 1000)
  await two.drop(id)
  const totals = await totalsOf(two, id)
  expect(totals).toMatchObject({
    total_recording_time_in_seconds: 6,
    total_live_transcription_time_in_seconds: 8,
  })
  const off = [between(muffed, closed), between(joined, on)]
  const sum = (bound: 'min' | 'max') => off.reduce((all, period) => all + period[bound], 0) / 1000
  expect(totals.total_assistant_disabled_time_in_seconds).toBeGreaterThanOrEqual(Math.floor(sum('min')))
  expect(totals.total_assistant_disabled_time_in_seconds).toBeLessThanOrEqual(Math.ceil(sum('max')))
})

interface Span<T> {
  result: Promise<T>
  began: number
  ended: () => number
}

/** What takes effect at some moment while it runs. */
function span<T>(work: () => Promise<T>): Span<T> {
  const began = Date.now()
  let ended = Number.NaN
  const result = work().finally(() => {
    ended = Date.now()
  })
  return { result, began, ended: () => ended }
}

/** How long something was on that one thing started and the other one ended: on a slow machine, less sharply known. */
const between = (start: Span<unknown>, end: Span<unknown>) => ({
  min: Math.max(0, end.began - start.ended()),
  max: end.ended() - start.began,
})

test('what is on is in the database while it lasts: a process that is killed takes no more than its last moment', async () => {
  const host = await LiveHost.start()
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(1000))
  const saved = async () => {
    await host.server.app.liveRoom.service.look()
    const query = 'select kind, to_ms - from_ms as ms from live_period where meeting_id = $1 order by kind'
    return (await host.server.app.database.pool.query(query, [id])).rows as { kind: string; ms: number }[]
  }
  await vi.waitFor(async () => {
    const periods = await saved()
    expect(periods.map(({ kind }) => kind)).toEqual(['recording', 'transcription'])
    for (const { ms } of periods) expect(ms).toBeGreaterThan(300)
  })
})

test('the engine’s start is the time that it took to be ready, not to recognize', async () => {
  const host = await LiveHost.start({ segments: sentences('we ship on Friday') })
  let ready = () => {}
  host.engine.ready = new Promise(resolve => {
    ready = resolve
  })
  const { id, client } = await host.meetingWithClient()
  const askedAt = Date.now()
  client.speak(tone(640))
  await vi.waitFor(() => expect(host.engine.opened).toHaveLength(1))
  await passed(300)
  ready()
  client.speak(tone(640))
  await client.until('transcript_final_result')
  const tookMs = Date.now() - askedAt
  const started = (await host.metrics(id)).find(
    ({ metric }) => metric === 'monitoring-nutcracker-started-hotword',
  )!
  expect(started.fields.elapsedMs).toBeGreaterThanOrEqual(300)
  expect(started.fields.elapsedMs).toBeLessThanOrEqual(tookMs)
})

describe('the end of a running meeting', () => {
  test('dropped: one end, its hang-up, and success at the meeting’s own end', async () => {
    const host = await LiveHost.start()
    const { id } = await host.meetingWithClient()
    await host.drop(id)
    await host.drop(id)
    expect(await endsOf(host.server, id)).toMatchObject({
      ledger: [{ reason: 'dropped', by: 'host@example.com' }],
      reasons: ['dropped'],
      completed: 1,
    })
    const metrics = await host.metrics(id)
    const { startedAt, endedAt } = await host.server.app.meetings.service.get(id)
    const completed = metrics.find(
      ({ metric }) => metric === 'monitoring-meeting-completed-successfully-hotword',
    )!
    expect(completed.time).toEqual(endedAt)
    for (const { time } of metrics) expect(time.getTime()).toBeGreaterThanOrEqual(startedAt.getTime())
  })

  test('abandoned: one end, success, and no one hung up', async () => {
    const host = await LiveHost.start({}, { liveRoomLimits: { abandonedMs: 500, sweepMs: 50 } })
    const { id, client } = await host.meetingWithClient()
    client.close()
    await host.untilEnded(id)
    expect(await endsOf(host.server, id)).toMatchObject({
      ledger: [{ reason: 'abandoned' }],
      reasons: ['abandoned'],
      completed: 1,
    })
    const metrics = (await host.metrics(id)).map(({ metric }) => metric)
    expect(metrics).not.toContain('monitoring-hang-up-reason-wrapi')
  })

  test('deleted while it ran: an end without success, and the room is out', async () => {
    const host = await LiveHost.start()
    const { id, client } = await host.meetingWithClient()
    client.speak(silence(200))
    await vi.waitFor(async () => expect((await vmcOf(host, id)).joined).toBe(1))
    expect((await host.call(deleteMeeting, { params: { id } })).status).toBe(204)
    expect(await endsOf(host.server, id)).toMatchObject({
      ledger: [{ reason: 'deleted', by: 'host@example.com' }],
      reasons: ['deleted'],
      completed: 0,
    })
    expect(await vmcOf(host, id)).toMatchObject({ left: 1, out: 1 })
  })
})
