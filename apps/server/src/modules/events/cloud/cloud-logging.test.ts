import { createVerify, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { metrics } from '@livetap/contract'
import { meetingStats, meetingStatsUrl } from '@livetap/contract/calls/diagnostics'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../../platform/config/config'
import { createLog } from '../../../platform/log/log'
import { callEndpoint } from '../../../testing/call-endpoint'
import { testDatabase } from '../../../testing/database/test-database'
import { testServer } from '../../../testing/test-server'
import { STAGES } from '../../pipeline/stage-outputs'
import { PipelineClient } from '../../pipeline/testing/pipeline-client'
import { SCRIPT_PERIOD_MS, scriptedTools } from '../../pipeline/testing/scripted-tools'
import { humWav } from '../../pipeline/testing/test-sound'
import type { LogEntry } from '../event-rows'
import { EventsStore } from '../events.store'
import { LedgerStore } from '../ledger/ledger.store'
import { LedgerSeal } from '../ledger/ledger-hash'
import { CloudForwarder } from './cloud-forwarder'
import type { CloudLogEntry } from './cloud-log-entry'
import { CloudLogging } from './cloud-logging'
import { CloudOutboxStore } from './cloud-outbox.store'

const PROJECT = 'support-desk-7'
const PAGE = 2

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString())
}

/** Google Cloud Logging's `entries:write` and `entries:list`: keeps by insert id, filters by equality and time, answers in pages. */
async function cloudStandIn() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kept = new Map<string, CloudLogEntry & { logName: string }>()
  const state = { isRefusing: false, pages: 0 }
  const isSigned = (header: string | undefined) => {
    const [head, claims, signature] = (header ?? '').replace('Bearer ', '').split('.')
    return createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature!, 'base64url')
  }
  const passes = (entry: CloudLogEntry & { logName: string }, filter: string) =>
    filter.split(' AND ').every(term => {
      const [, name, sign, quoted] = /^([\w.]+)(>=|<=|=)(".*")$/.exec(term)!
      const value = JSON.parse(quoted!)
      if (name === 'timestamp') return sign === '>=' ? entry.timestamp >= value : entry.timestamp <= value
      if (name === 'logName') return entry.logName === value
      return entry.labels[name!.replace('labels.', '')] === value
    })
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const body = await bodyOf(request)
    if (!isSigned(request.headers.authorization)) return answer(401, { error: { message: 'no token' } })
    if (state.isRefusing) return answer(503, { error: { message: 'try later' } })
    if (request.url === '/v2/entries:write') {
      const { logName, entries } = body as { logName: string; entries: CloudLogEntry[] }
      for (const entry of entries) kept.set(entry.insertId, { ...entry, logName })
      return answer(200, {})
    }
    state.pages += 1
    const { filter, pageToken = '0' } = body as { filter: string; pageToken?: string }
    const found = [...kept.values()]
      .filter(entry => passes(entry, filter))
      .toSorted((one, other) => (one.timestamp < other.timestamp ? 1 : -1))
    const from = Number(pageToken)
    answer(200, {
      entries: found.slice(from, from + PAGE),
      nextPageToken: found.length > from + PAGE ? String(from + PAGE) : undefined,
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
  const folder = await mkdtemp(join(tmpdir(), 'livetap-cloud-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const credentials = join(folder, 'key.json')
  await writeFile(
    credentials,
    JSON.stringify({
      client_email: 'livetap@example.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }),
  )
  const env = {
    LIVETAP_GCP_PROJECT: PROJECT,
    LIVETAP_GCP_LOGGING_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GOOGLE_APPLICATION_CREDENTIALS: credentials,
  }
  return { env, kept, state }
}

test('STA-06 STA-07 with a Google Cloud project entries go there, statistics come from there, and the link is the Logs Explorer’s', async () => {
  const cloud = await cloudStandIn()
  const server = await testServer({ env: cloud.env })
  const headers = server.bearer()
  const record = server.app.events.recorder.of('m 1')
  for (let second = 0; second < 5; second += 1)
    record.log('finalSent', { count: second + 1 }, new Date(Date.UTC(2026, 2, 1, 8, 0, second)))
  server.app.events.recorder.of('another').log('finalSent', { count: 100 })
  const query = {
    metricName: metrics.finalSent.name,
    searchFields: 'count',
    startTime: new Date(Date.UTC(2026, 2, 1)).toUTCString(),
  }
  const read = (endTime?: string) =>
    callEndpoint(server.url, meetingStats, {
      params: { id: 'm 1' },
      query: { ...query, endTime },
      headers,
    })
  expect(await (await read()).json()).toEqual({
    count: 15,
    values: [1, 2, 3, 4, 5].map(count => ({ count, timestamp: `2026-03-01T08:00:0${count - 1}.000Z` })),
  })
  expect(cloud.state.pages).toBe(3)
  expect((await (await read('Sun, 01 Mar 2026 08:00:01 GMT')).json()).count).toBe(3)

  // What the database holds is not asked: the project's log is the truth now.
  cloud.kept.clear()
  expect(await (await read()).json()).toEqual({ count: 0, values: [] })

  const link = await callEndpoint(server.url, meetingStatsUrl, { params: { id: 'm 1' }, query, headers })
  const url = new URL((await link.json()).url)
  expect(url.origin).toBe('https://console.cloud.google.com')
  expect(url.searchParams.get('project')).toBe(PROJECT)
  expect(decodeURIComponent(url.pathname)).toContain(`labels.livetap_meeting="m 1"`)

  cloud.state.isRefusing = true
  const refused = await read()
  expect(refused.status).toBe(503)
  expect((await refused.json()).errors[0].description).toMatch(/^Google Cloud Logging answered 503/)
})

test('STA-06 the statistics of an uploaded recording are found in the project’s log', async () => {
  const cloud = await cloudStandIn()
  const server = await testServer({ env: cloud.env, speech: scriptedTools() })
  const client = new PipelineClient(server)
  const id = await client.upload('hum.wav', humWav(SCRIPT_PERIOD_MS / 1000))
  expect(await client.settled(id)).toMatchObject({ status: 'CallEnded' })
  const answer = await callEndpoint(server.url, meetingStats, {
    params: { id },
    query: {
      metricName: metrics.stageFinished.name,
      searchFields: 'stage',
      startTime: new Date(0).toUTCString(),
    },
    headers: server.bearer(),
  })
  const { values } = (await answer.json()) as { values: { stage: string }[] }
  expect(values.map(({ stage }) => stage)).toEqual([...STAGES])
})

test('an entry leaves for the cloud after its commit, never after a rollback, and once', async () => {
  const cloud = await cloudStandIn()
  const server = await testServer({ env: cloud.env })
  const { store, recorder } = server.app.events
  const { kysely } = server.app.database
  const entry = (count: number): LogEntry => ({ metric: 'finalSent', fields: { count } })
  await kysely
    .transaction()
    .execute(async tx => {
      await store.within(tx).record('m 1', { logs: [entry(1)] })
      await recorder.written()
      expect(cloud.kept.size).toBe(0)
      throw new Error('taken back')
    })
    .catch((error: Error) => expect(error.message).toBe('taken back'))
  await kysely.transaction().execute(tx => store.within(tx).record('m 1', { logs: [entry(2)] }))
  await recorder.written()
  expect([...cloud.kept.values()].map(({ jsonPayload }) => jsonPayload.count)).toEqual([2])
})

test('what a process left unsent is sent by the next one', async () => {
  const cloud = await cloudStandIn()
  cloud.state.isRefusing = true
  const { kysely } = await testDatabase()
  const ledger = new LedgerStore(kysely, { seal: new LedgerSeal('a secret of the tests') })
  const store = new EventsStore(kysely, { ledger, pod: 'pod-1', isForwarded: true })
  const outbox = new CloudOutboxStore(kysely)
  const config = loadConfig({ ...cloud.env, LIVETAP_DATA: tmpdir() }, '/').cloudLogging!
  const forwarder = () =>
    new CloudForwarder({ outbox, cloud: new CloudLogging(config), log: createLog('silent') })
  const before = forwarder()
  before.start()
  await store.record('m 1', { logs: [{ metric: 'finalSent', fields: { count: 3 } }] })
  await before.sent(AbortSignal.timeout(200))
  await before.stop()
  expect(cloud.kept.size).toBe(0)

  cloud.state.isRefusing = false
  const after = forwarder()
  after.start()
  onTestFinished(() => after.stop())
  await after.sent(AbortSignal.timeout(60_000))
  expect([...cloud.kept.keys()]).toEqual([expect.stringMatching(/^pod-1-\d+$/)])
  expect(await outbox.newest()).toBeUndefined()
})
