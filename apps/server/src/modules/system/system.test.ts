import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { metrics } from '@livetap/contract'
import { clusterCapacities } from '@livetap/contract/calls/capacities'
import { drainNode, systemHistory, systemState } from '@livetap/contract/calls/system'
import { EngineRegistry } from '@livetap/speech'
import { ScriptedEngine } from '@livetap/speech/testing'
import { expect, test, vi } from 'vitest'
import { callEndpoint } from '../../testing/call-endpoint'
import { logMessages } from '../../testing/log-messages'
import { testServer } from '../../testing/test-server'
import { PipelineClient } from '../pipeline/testing/pipeline-client'
import { humWav } from '../pipeline/testing/test-sound'

test('ACC-24 the system page knows what works, who is there, what was lost and what failed; a node can be drained', async () => {
  const server = await testServer({ nodeTimes: { heartbeatMs: 50, silentMs: 10_000 } })
  const headers = server.bearer({ userName: 'operator@example.com' })
  const state = async () => {
    const response = await callEndpoint(server.url, systemState, { headers })
    expect(response.status).toBe(200)
    return systemState.answer.parse(await response.json())
  }
  server.app.events.recorder
    .of('m1')
    .log('meetingEndReason', { meeting_end_reason: 'failed', stage: 'probe' })
  const first = await state()
  const check = (name: string) => first.checks.find(one => one.name === name)
  expect(check('database')).toEqual({ name: 'database', ok: true, detail: 'answers' })
  expect(check('cache')).toEqual({ name: 'cache', ok: true, detail: 'not configured', off: true })
  expect(first.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(first.disk[0]!.total_bytes).toBeGreaterThan(0)
  expect(first.errors).toMatchObject([{ meeting: 'm1', message: 'meeting ended: failed' }])
  expect(first.nodes).toMatchObject([
    { pod: server.app.identity.pod, draining: false, log_loss: { log: 0, ledger: 0 } },
  ])

  const notInTheCatalogue = { count: 'one' } as never
  server.app.events.recorder.of('m1').log('highlightSent', notInTheCatalogue)
  await vi.waitFor(async () =>
    expect((await state()).nodes[0]!.log_loss).toMatchObject({ log: 1, ledger: 0 }),
  )

  const { pod } = server.app.identity
  const drain = (params: { pod: string }, draining: boolean) =>
    callEndpoint(server.url, drainNode, { params, body: { draining }, headers })
  expect((await drain({ pod }, true)).status).toBe(200)
  expect((await drain({ pod: 'nobody' }, true)).status).toBe(404)
  await vi.waitFor(() => expect(server.app.nodes.own.isDraining).toBe(true))
  const capacities = await callEndpoint(server.url, clusterCapacities, { headers })
  expect(Object.values((await capacities.json()) as object)).toMatchObject([{ callsAvailability: 0 }])
  expect((await drain({ pod }, false)).status).toBe(200)
  await vi.waitFor(() => expect(server.app.nodes.own.isDraining).toBe(false))
  expect(await logMessages(server)).toEqual([`${pod} drains`, `${pod} takes work again`])
})

test('the system page remembers six hours, minute by minute: memory, queue, errors and speed; gaps stay gaps', async () => {
  const server = await testServer({ nodeTimes: { heartbeatMs: 50, silentMs: 10_000 } })
  const headers = server.bearer()
  const { pod } = server.app.identity
  const { pool } = server.app.database
  const history = async () =>
    systemHistory.answer.parse(await (await callEndpoint(server.url, systemHistory, { headers })).json())
  await vi.waitFor(async () => expect((await history()).samples).toHaveLength(1))
  const [now] = (await history()).samples
  expect(now).toMatchObject({ pod, queue: 0, errors: 0, speed: null })
  expect(now!.memory_bytes).toBeGreaterThan(1_000_000)

  // Two minutes of an hour ago, with nothing between, and one that is too old.
  await pool.query(
    `insert into node_sample (pod, at, memory_bytes, queue)
       select $1, date_trunc('minute', clock_timestamp()) - ago, 5000, 2
       from unnest(array[interval '60 minutes', interval '58 minutes', interval '7 hours']) as ago`,
    [pod],
  )
  // A minute in which a call was recognised.
  await pool.query(
    `insert into node_sample (pod, at, memory_bytes, queue, live_sound_ms, live_work_ms)
       values ($1, date_trunc('minute', clock_timestamp()) - interval '56 minutes', 5000, 0, 30000, 6000)`,
    [pod],
  )
  const entry = `insert into log_event (meeting, metric, service, pod, time, severity, message, fields)
    select 'm1', $2, 'pipeline', $1, date_trunc('minute', clock_timestamp()) - interval '60 minutes', $3, '', $4::jsonb`
  await pool.query(entry, [pod, 'failed-on-purpose', 'ERROR', '{}'])
  await pool.query(entry, [pod, metrics.recordingDuration.name, 'INFO', '{"recordingDurationInSeconds": 60}'])
  const finished = '{"stage": "recognition", "elapsedMs": 20000}'
  await pool.query(entry, [pod, metrics.stageFinished.name, 'INFO', finished])
  const { samples } = await history()
  expect(samples.slice(0, -1)).toMatchObject([
    { pod, queue: 2, memory_bytes: 5000, errors: 1, speed: 3 },
    { pod, queue: 2, memory_bytes: 5000, errors: 0, speed: null },
    { pod, queue: 0, memory_bytes: 5000, errors: 0, speed: 5 },
  ])
})

test('ACC-24 the system page counts the recordings that wait, names the engines, and shows a storage that fails', async () => {
  const engine = new ScriptedEngine({})
  const server = await testServer({
    env: { LIVETAP_ROLE: 'gateway' },
    engines: new EngineRegistry([engine]),
  })
  const client = new PipelineClient(server)
  const state = async () => systemState.answer.parse(await (await client.call(systemState)).json())
  const storage = async () => (await state()).checks.find(({ name }) => name === 'storage')
  expect(await state()).toMatchObject({ queue: 0, engines: [{ name: engine.name, available: true }] })
  expect(await storage()).toEqual({ name: 'storage', ok: true, detail: 'answers' })
  // A gateway processes no recordings: what is uploaded waits.
  await client.upload('hum.wav', humWav(1))
  expect((await state()).queue).toBe(1)
  await rm(join(server.app.config.dataDir, 'storage'), { recursive: true })
  expect(await storage()).toMatchObject({ ok: false, detail: expect.stringContaining('ENOENT') })
})
