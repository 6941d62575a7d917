import { metrics, type StatsAnswer, texts, unwrittenMetrics, vmcTimeStatsMessage } from '@livetap/contract'
import { expect, test } from 'vitest'
import { ApiClient } from '../api-client'
import { ledgerWindow, matchesLedger, sortLedger } from './ledger-events'
import { PastStats } from './past-stats'
import { statsAsText } from './stats-as-text'

const startMs = Date.parse('2026-03-04T05:06:07.000Z')
const at = (second: number) => new Date(startMs + second * 1000).toISOString()

const one = (second: number, fields: object = {}): StatsAnswer => ({
  count: 1,
  values: [{ timestamp: at(second), ...fields }],
})

const vmc = {
  total_recording_time_in_seconds: 40,
  total_live_transcription_time_in_seconds: 35,
  total_assistant_disabled_time_in_seconds: 5,
}

const logs: Record<string, StatsAnswer> = {
  [metrics.meetingCreated.name]: one(0),
  [metrics.meetingCompleted.name]: one(60),
  [metrics.hangUpReason.name]: one(60, { meeting_end_reason: 'dropped' }),
  [metrics.roomCreated.name]: {
    count: 2,
    values: [
      { timestamp: at(1), elapsedMs: 250, pod_name: 'pod-a' },
      { timestamp: at(20), elapsedMs: 1500, pod_name: 'pod-b' },
    ],
  },
  [metrics.finalSent.name]: {
    count: 7,
    values: [
      { timestamp: at(3), count: 3 },
      { timestamp: at(9), count: 4 },
    ],
  },
  [metrics.vmcTimeStats.name]: one(60, { message: vmcTimeStatsMessage(vmc) }),
  [metrics.hotwordPod.name]: one(1, { hotwordCreationAbsoluteMs: 1200, hotwordCreationElapsedMs: 300 }),
}

/** Every row of the document, in its order; the meeting's id is above them. */
const labels = [
  ...['Start time', 'End time', 'End reason', 'Recording duration (sec)'],
  ...['Hotword started at', 'Hotword duration (sec)', 'Nutcracker started at', 'Nutcracker duration (sec)'],
  ...['Nutcracker live pod name', 'Nutcracker image name'],
  ...['Transcript utterances generated', 'Transcript utterances enhanced'],
  ...['Enhanced start time', 'Enhanced end time', 'Highlights generated', 'Meeting deleted time'],
  ...['VMC up at', 'VMC connected to Mercury at', 'VMC joined message', 'VMC joined time'],
  ...['VMC total recording time (sec)', 'VMC total live transcription time (sec)'],
  ...['VMC total assistant disabled time (sec)', 'VMC leave reason', 'VMC left time'],
  ...['Glados portal creation absolute (sec)', 'Glados portal creation elapsed (sec)'],
  ...['Glados hotword creation absolute (sec)', 'Glados hotword creation elapsed (sec)'],
]

/** A server with these logs, and the order in which it was asked. */
function setUp(
  known: Record<string, StatsAnswer> = logs,
  failing: readonly string[] = [],
  endMs: number | null = startMs + 90_000,
) {
  const asked: URL[] = []
  const api = new ApiClient({
    origin: 'http://livetap.test',
    token: () => 'secret',
    fetch: async input => {
      const url = new URL(String(input))
      const metric = url.searchParams.get('metricName')!
      if (url.pathname.endsWith('/url')) return Response.json({ url: `/logs?metric=${metric}` })
      asked.push(url)
      if (failing.includes(metric)) return Response.json({ message: 'Server Exception' }, { status: 500 })
      return Response.json(known[metric] ?? { count: 0, values: [] })
    },
  })
  const stats = new PastStats({ api, meetingId: 'm1', startMs, endMs: endMs ?? undefined })
  const row = (id: string) => stats.getSnapshot().rows.find(one => one.id === id)!
  return { stats, asked, row, names: () => asked.map(url => url.searchParams.get('metricName')) }
}

test('STA-01 STA-02 the start is asked first, then the end, then the rest; each row has its values and its link', async () => {
  const { stats, row, names } = setUp()
  expect(stats.getSnapshot().rows.every(({ loading }) => loading)).toBe(true)
  await stats.start()
  expect(names().slice(0, 2)).toEqual([metrics.meetingCreated.name, metrics.meetingCompleted.name])
  const { rows, phase } = stats.getSnapshot()
  expect(phase).toBe('ready')
  expect(rows.map(({ label }) => label)).toEqual(labels)
  expect(rows.every(({ loading, url }) => !loading && url?.startsWith('/logs?metric='))).toBe(true)
  expect(row('start').values).toEqual([{ at: at(0) }])
  expect(row('hotword-start').values).toEqual([{ at: at(1) }, { at: at(20) }])
  expect(row('hotword-duration').values).toEqual([{ text: '0.25' }, { text: '1.5' }])
  expect(row('transcripts').values).toEqual([{ text: '7' }])
  expect(row('hotword-absolute').values).toEqual([{ text: '1.2' }])
})

test('STA-01 the end time is that of the meeting, also where its recording was processed at another time', async () => {
  const processed = await (async () => {
    const { stats, row } = setUp({ ...logs, [metrics.meetingCompleted.name]: one(5, { end_time: at(75) }) })
    await stats.start()
    return row('end').values
  })()
  expect(processed).toEqual([{ at: at(75) }])
  const { stats, row } = setUp()
  await stats.start()
  expect(row('end').values).toEqual([{ at: at(60) }])
})

test('STA-05 what was not found says so, the hang-up reason stands in for the end reason', async () => {
  const { stats, row } = setUp()
  await stats.start()
  expect(row('end-reason').values).toEqual([{ text: 'dropped' }])
  expect(row('image').values).toEqual([{ text: texts.stats.valueNotFound }])
  expect(row('deleted').values).toEqual([{ text: texts.stats.notDeleted }])
  const { [metrics.hangUpReason.name]: _, ...without } = logs
  const other = setUp(without)
  await other.stats.start()
  expect(other.row('end-reason').values).toEqual([{ text: texts.stats.noReason }])
})

test('STA-06 the totals of the client are taken out of its message', async () => {
  const { stats, row } = setUp()
  await stats.start()
  expect(row('vmc-recording').values).toEqual([{ text: '40' }])
  expect(row('vmc-transcription').values).toEqual([{ text: '35' }])
  expect(row('vmc-disabled').values).toEqual([{ text: '5' }])
})

test('STA-07 STA-09 dates travel as UTC strings: start and end where the document says so, spelled with underscores for pods', async () => {
  const { stats, asked } = setUp({
    ...logs,
    // Processed later than it ended.
    [metrics.meetingCompleted.name]: one(70, { end_time: at(60) }),
  })
  await stats.start()
  const query = (metric: string) =>
    Object.fromEntries(asked.find(url => url.searchParams.get('metricName') === metric)!.searchParams)
  const common = (metric: string, searchFields: string) => ({ metricName: metric, searchFields })
  const { meetingCreated, meetingCompleted, roomCreated, engineStarted, hotwordPod } = metrics
  expect(query(meetingCreated.name)).toEqual({
    ...common(meetingCreated.name, 'timestamp'),
    startTime: at(0),
    endTime: at(90),
  })
  expect(query(meetingCompleted.name)).toEqual({
    ...common(meetingCompleted.name, 'timestamp,end_time'),
    startTime: at(0),
  })
  for (const { name } of [roomCreated, engineStarted])
    expect(query(name)).toMatchObject({ startTime: at(0), endTime: at(70) })
  expect(query(hotwordPod.name)).toEqual({
    ...common(hotwordPod.name, 'hotwordCreationAbsoluteMs,hotwordCreationElapsedMs'),
    start_time: at(0),
    end_time: at(70),
    pod_name: 'pod-a',
  })
  expect(query(unwrittenMetrics.portalPod.name)).toMatchObject({ end_time: at(70), pod_name: 'pod-a' })
  // It may be deleted, enhanced or highlighted long after its end.
  for (const { name } of [metrics.meetingDeleted, metrics.transcriptEnhanced, metrics.highlightSent])
    expect(query(name)).not.toHaveProperty('endTime')
  for (const url of asked)
    for (const name of ['startTime', 'endTime', 'start_time', 'end_time'])
      if (url.searchParams.has(name)) expect(url.searchParams.get(name)).toMatch(/^\d{4}-.+Z$/)
})

test('STA-07 an address without an end asks up to later than now, whose clock may be behind the server’s', async () => {
  const { stats, asked } = setUp(logs, [], null)
  await stats.start()
  const { searchParams } = asked[0]!
  expect(searchParams.get('startTime')).toBe(at(0))
  expect(Date.parse(searchParams.get('endTime')!)).toBeGreaterThan(Date.now())
})

test.each([metrics.meetingCreated.name, metrics.meetingCompleted.name])(
  'STA-02 without %s the meeting was not found, and nothing more is asked',
  async missing => {
    const { [missing]: _, ...rest } = logs
    const { stats, names } = setUp(rest)
    await stats.start()
    expect(stats.getSnapshot()).toMatchObject({
      phase: 'failed',
      error: { message: texts.stats.notInLogs },
    })
    expect(names().length).toBeLessThanOrEqual(2)
  },
)

test('STA-02 a start that cannot be looked up is a meeting that was not found; any other row only says so itself', async () => {
  const lost = setUp(logs, [metrics.meetingCreated.name])
  await lost.stats.start()
  expect(lost.stats.getSnapshot()).toMatchObject({
    phase: 'failed',
    error: { message: texts.stats.notInLogs },
  })
  const { stats, row } = setUp(logs, [metrics.finalSent.name, metrics.roomCreated.name])
  await stats.start()
  expect(stats.getSnapshot().phase).toBe('ready')
  expect(row('transcripts')).toMatchObject({ loading: false, values: [{ text: texts.stats.valueNotFound }] })
  expect(row('vmc-recording').values).toEqual([{ text: '40' }])
})

test('the verdict is made of the answers, and of none that failed', async () => {
  const spoken = {
    [metrics.clientJoined.name]: one(2, { message: 'joined' }),
    [metrics.finalSent.name]: {
      count: 3,
      values: [900, 2100, 40_000].map((behind_ms, second) => ({
        timestamp: at(second),
        count: 1,
        behind_ms,
      })),
    },
  }
  const { stats } = setUp({ ...logs, ...spoken })
  expect(stats.getSnapshot().verdict).toBeUndefined()
  await stats.start()
  expect(stats.getSnapshot().verdict).toEqual({
    tone: 'good',
    text: 'Ended normally after 1 min; text 2 s behind; nothing lost',
  })
  const cut = { [metrics.socketClosed.name]: one(15, { code: 1006 }) }
  const other = setUp({ ...logs, ...spoken, ...cut }, [metrics.engineRefused.name, metrics.finalSent.name])
  await other.stats.start()
  expect(other.stats.getSnapshot().verdict).toEqual({
    tone: 'warning',
    text: 'Ended normally after 1 min; 1 connection broke',
  })
  const lost = setUp(logs, [metrics.meetingCompleted.name])
  await lost.stats.start()
  expect(lost.stats.getSnapshot().verdict).toBeUndefined()
})

test('a table for a ticket holds what was found, a line each', async () => {
  const { stats } = setUp()
  await stats.start()
  const text = statsAsText('m1', stats.getSnapshot().rows, moment => moment)
  expect(text.split('\n').slice(0, 3)).toEqual([
    'Meeting id: m1',
    `Start time: ${at(0)}`,
    `End time: ${at(60)}`,
  ])
  expect(text).not.toContain(texts.stats.valueNotFound)
})

test('the stations of a meeting are in the order of time: its room twice, first and last text, a cut, enhanced, deleted', async () => {
  const closed: StatsAnswer = {
    count: 2,
    values: [
      { timestamp: at(15), code: 1006 },
      { timestamp: at(59), code: 1000 },
    ],
  }
  const enhanced: StatsAnswer = {
    count: 7,
    values: [
      { timestamp: at(61), phase: 'started' },
      { timestamp: at(70), phase: 'ended' },
    ],
  }
  const { stats } = setUp({
    ...logs,
    [metrics.socketClosed.name]: closed,
    [metrics.clientJoined.name]: one(2, { message: 'joined' }),
    [metrics.transcriptEnhanced.name]: enhanced,
    [metrics.meetingDeleted.name]: one(80),
  })
  await stats.start()
  expect(stats.getSnapshot().life).toEqual([
    { label: 'Created', at: at(0) },
    { label: 'Room up', at: at(1) },
    { label: 'First sound', at: at(2) },
    { label: 'First text', at: at(3) },
    { label: 'Last text', at: at(9) },
    { label: 'Cut', at: at(15) },
    { label: 'Room up again', at: at(20) },
    { label: 'Ended', at: at(60) },
    { label: 'Enhancing', at: at(61) },
    { label: 'Enhanced', at: at(70) },
    { label: 'Deleted', at: at(80) },
  ])
})

test('LED-01 LED-02 events are in the order of time, with a window of a day either side of the first', () => {
  const event = (id: string, second: number) => ({
    id,
    name: `event_${id}`,
    createdAt: at(second),
    eventFields: [{ id: `${id}-by`, name: 'by', value: 'Ada' }],
  })
  const events = sortLedger([event('b', 5), event('a', 0)])
  expect(events.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(ledgerWindow(events)).toEqual({
    start_ms: String(startMs - 86_400_000),
    end_ms: String(startMs + 86_400_000),
  })
  expect(ledgerWindow([])).toBeUndefined()
  expect(matchesLedger(events[0]!, 'EVENT_A')).toBe(true)
  expect(matchesLedger(events[0]!, 'ada')).toBe(true)
  expect(matchesLedger(events[0]!, 'bob')).toBe(false)
})
