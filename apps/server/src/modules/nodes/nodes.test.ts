import { statSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capacitiesAnswerSchema } from '@livetap/contract'
import { clusterCapacities } from '@livetap/contract/calls/capacities'
import { recentMeetings } from '@livetap/contract/calls/meetings'
import { readyz } from '@livetap/contract/calls/operations'
import { drainNode } from '@livetap/contract/calls/system'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadConfig } from '../../platform/config/config'
import { clusterFilePath } from '../../platform/db/embedded/cluster-file'
import { startEmbedded } from '../../platform/db/embedded/embedded-postgres'
import { createLog } from '../../platform/log/log'
import { callEndpoint } from '../../testing/call-endpoint'
import { testServer } from '../../testing/test-server'
import { createWorkerApp } from '../../worker-app'
import { LiveHost } from '../live-room/testing/live-host'
import { PipelineClient } from '../pipeline/testing/pipeline-client'
import { scriptedTools } from '../pipeline/testing/scripted-tools'
import { humWav } from '../pipeline/testing/test-sound'
import { OwnNode } from './own-node'

const log = createLog('silent')
const times = { heartbeatMs: 50, silentMs: 1_000 }
/** No beat comes by itself: what is seen of a load was reported when it changed. */
const noBeats = { heartbeatMs: 600_000, silentMs: 1_200_000 }

test('CAP-01 capacities tell the truth: workers come beside a gateway, take a recording, and go', async () => {
  const server = await testServer({
    env: { LIVETAP_ROLE: 'gateway', LIVETAP_CAPACITY: '4' },
    nodeTimes: noBeats,
  })
  const local = { callsAvailability: 4, callsCount: 0, region: 'us' }
  const client = new PipelineClient(server)
  const capacities = async () => {
    const answer = await client.call(clusterCapacities)
    return capacitiesAnswerSchema.parse(await answer.json())
  }
  expect(await capacities()).toEqual({ local })

  let release = () => {}
  const speech = {
    ...scriptedTools(),
    diarize: () =>
      new Promise<[]>(resolve => {
        release = () => resolve([])
      }),
  }
  const worker = async (cluster: string, region: string, capacity: string) => {
    const { dataDir } = server.app.config
    const env = {
      LIVETAP_ROLE: 'worker',
      LIVETAP_DATA: join(dataDir, cluster),
      LIVETAP_STORAGE: join(dataDir, 'storage'),
      LIVETAP_CLUSTER: cluster,
      LIVETAP_REGION: region,
      LIVETAP_CAPACITY: capacity,
      DATABASE_URL: server.app.database.url,
    }
    return await createWorkerApp(loadConfig(env, '/'), log, { speech, nodeTimes: noBeats })
  }
  const first = await worker('blue', 'us', '2')
  expect(await capacities()).toEqual({ local, blue: { callsAvailability: 2, callsCount: 0, region: 'us' } })
  const id = await client.upload('hum.wav', humWav(5))
  await vi.waitFor(async () =>
    expect(await capacities()).toEqual({
      local,
      blue: { callsAvailability: 1, callsCount: 1, region: 'us' },
    }),
  )
  const second = await worker('green', 'eu', '3')
  expect(await capacities()).toMatchObject({ green: { callsAvailability: 3, callsCount: 0, region: 'eu' } })
  await vi.waitFor(() => {
    release()
    return client.meeting(id).then(({ status }) => expect(status).toBe('CallEnded'))
  })
  await first.close()
  expect(await capacities()).toEqual({ local, green: { callsAvailability: 3, callsCount: 0, region: 'eu' } })
  await second.close()
  expect(await capacities()).toEqual({ local })
})

test('CAP-01 a node that falls silent is not counted any more', async () => {
  const server = await testServer({ env: { LIVETAP_ROLE: 'gateway' }, nodeTimes: times })
  const client = new PipelineClient(server)
  await server.app.database.pool.query(
    `insert into node (pod, id, role, cluster, region, capacity, recordings, calls, host, heartbeat_at) values
      ('gone', 'gone', 'worker', 'red', 'us', 4, 0, 0, 'h', now() - interval '5 seconds'),
      ('there', 'there', 'all', 'red', 'us', 3, 1, 1, 'h', now() + interval '1 minute'),
      ('full', 'full', 'all', 'red', 'eu', 1, 1, 1, 'h', now() + interval '1 minute')`,
  )
  const answer = await client.call(clusterCapacities)
  expect(await answer.json()).toMatchObject({
    red: { callsAvailability: 1, callsCount: 4, region: 'eu, us' },
  })
})

test('CAP-01 a live meeting counts as a call of the gateway that has it', async () => {
  const host = await LiveHost.start(undefined, {
    env: { LIVETAP_ROLE: 'gateway', LIVETAP_CAPACITY: '2' },
    nodeTimes: noBeats,
  })
  const client = new PipelineClient(host.server)
  const local = async () => {
    const answer = await client.call(clusterCapacities)
    return capacitiesAnswerSchema.parse(await answer.json()).local
  }
  const { id } = await host.meetingWithClient()
  await vi.waitFor(async () => expect(await local()).toMatchObject({ callsAvailability: 1, callsCount: 1 }))
  await host.drop(id)
  await vi.waitFor(async () => expect(await local()).toMatchObject({ callsAvailability: 2, callsCount: 0 }))
})

test('a drained node takes no recording: it waits for another', async () => {
  const server = await testServer({ nodeTimes: { ...times, silentMs: 10_000 } })
  const client = new PipelineClient(server)
  const { own } = server.app.nodes
  await client.call(drainNode, { params: { pod: own.pod }, body: { draining: true } })
  await vi.waitFor(() => expect(own.isDraining).toBe(true))
  // Nothing to decode: the worker that takes it fails it at once.
  const id = await client.upload('broken.wav', new Uint8Array(1_000))
  const { dataDir } = server.app.config
  const env = {
    LIVETAP_ROLE: 'worker',
    LIVETAP_DATA: join(dataDir, 'other'),
    LIVETAP_STORAGE: join(dataDir, 'storage'),
    DATABASE_URL: server.app.database.url,
  }
  const other = await createWorkerApp(loadConfig(env, '/'), log, { speech: scriptedTools() })
  onTestFinished(() => other.close())
  expect((await client.settled(id)).status).toBe('failed')
  const { rows } = await server.app.database.pool.query(
    "select distinct pod from log_event where meeting = $1 and metric = 'monitoring-meeting-end-reason-wrapi'",
    [id],
  )
  expect(rows).not.toEqual([])
  expect(rows).not.toContainEqual({ pod: own.pod })
})

test('a node that comes back is one node, and its earlier process is gone', async () => {
  const server = await testServer({ nodeTimes: noBeats })
  const { store, own } = server.app.nodes
  const role = 'all' as const
  const again = {
    store,
    log,
    id: own.id,
    url: own.url,
    role,
    cluster: 'c',
    region: 'r',
    host: 'h',
    capacity: 1,
    version: '0.0.0',
  }
  const next = new OwnNode({ ...again, pod: 'next', times: noBeats })
  await next.start()
  expect(await store.isAlive(own.pod, noBeats.silentMs)).toBe(false)
  expect(await store.isAlive('next', noBeats.silentMs)).toBe(true)
  await next.stop()
  expect(await store.isAlive('next', noBeats.silentMs)).toBe(false)
})

test('no heartbeat waits for what is done at one', async () => {
  const server = await testServer({ nodeTimes: times })
  const { own } = server.app.nodes
  let release = () => {}
  let calls = 0
  own.onBeat(() => {
    calls += 1
    return new Promise<void>(resolve => {
      release = resolve
    })
  })
  await vi.waitFor(() => expect(calls).toBe(1))
  const beatenAt = async () => {
    const { rows } = await server.app.database.pool.query('select heartbeat_at from node where pod = $1', [
      own.pod,
    ])
    return (rows[0].heartbeat_at as Date).getTime()
  }
  const before = await beatenAt()
  await vi.waitFor(async () => expect(await beatenAt()).toBeGreaterThan(before + 3 * times.heartbeatMs))
  expect(calls).toBe(1)
  release()
  await vi.waitFor(() => expect(calls).toBe(2))
  release()
})

test('what a node tells reaches the others at once, and itself without the database', async () => {
  const secret = { LIVETAP_SECRET: 'one secret for both nodes' }
  const one = await testServer({ nodeTimes: noBeats, env: secret })
  const env = { ...secret, DATABASE_URL: one.app.database.url }
  const two = await testServer({ nodeTimes: noBeats, env })
  const heard: string[] = []
  one.app.bus.on('topic', subject => heard.push(`one ${subject}`))
  two.app.bus.on('topic', subject => heard.push(`two ${subject}`))
  one.app.bus.notify('topic', 'm1')
  expect(heard).toEqual(['one m1'])
  await vi.waitFor(() => expect(heard).toEqual(['one m1', 'two m1']))
  // A connection that breaks is made again.
  await one.app.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'livetap notifications' and datname = current_database()",
  )
  await vi.waitFor(() => {
    one.app.bus.notify('topic', 'm2')
    expect(heard).toContain('two m2')
  })
  await two.app.close()
})

test('capacities need a signed-in user', async () => {
  const server = await testServer({ env: { LIVETAP_ROLE: 'gateway' } })
  expect((await callEndpoint(server.url, clusterCapacities)).status).toBe(401)
})

test('a worker beside an embedded server finds its database by the file of its user', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'livetap-nodes-'))
  await chmod(dataDir, 0o755)
  const embedded = await startEmbedded(dataDir, log)
  onTestFinished(async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  expect(statSync(clusterFilePath(dataDir)).mode & 0o777).toBe(0o600)
  const config = loadConfig({ LIVETAP_ROLE: 'worker', LIVETAP_DATA: dataDir }, '/')
  const worker = await createWorkerApp(config, log, { speech: scriptedTools() })
  await worker.listen()
  const ready = await callEndpoint(worker.origin, readyz)
  expect(await ready.json()).toMatchObject({
    status: 'ready',
    checks: { database: true, storage: true, queue: true },
  })
  expect((await callEndpoint(worker.origin, recentMeetings)).status).toBe(404)
  await worker.close()
})
