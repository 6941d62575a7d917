import { statSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capacitiesAnswerSchema } from '@livetap/contract'
import { clusterCapacities } from '@livetap/contract/endpoints/capacities'
import { recentMeetings } from '@livetap/contract/endpoints/meetings'
import { readyz } from '@livetap/contract/endpoints/operations'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadConfig } from '../../platform/config/config'
import { clusterFilePath } from '../../platform/db/embedded/cluster-file'
import { startEmbedded } from '../../platform/db/embedded/embedded-postgres'
import { createLog } from '../../platform/log/log'
import { callEndpoint } from '../../testing/call-endpoint'
import { testServer } from '../../testing/test-server'
import { createWorkerApp } from '../../worker-app'
import { PipelineClient } from '../pipeline/testing/pipeline-client'
import { scriptedTools } from '../pipeline/testing/scripted-tools'
import { humWav } from '../pipeline/testing/test-sound'

// Decoders and databases are started here: a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const log = createLog('silent')
const times = { heartbeatMs: 50, silentMs: 1_000 }
/** No beat comes by itself: what is seen of a load was reported when it changed. */
const noBeats = { heartbeatMs: 600_000, silentMs: 1_200_000 }

test('CAP-01 capacities tell the truth: workers come, take a recording, and go', {
  timeout: 90_000,
}, async () => {
  const server = await testServer({ env: { LIVETAP_ROLE: 'gateway' }, fleetTimes: noBeats })
  const client = new PipelineClient(server)
  const capacities = async () => {
    const answer = await client.call(clusterCapacities)
    return capacitiesAnswerSchema.parse(await answer.json())
  }
  expect(await capacities()).toEqual({})

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
    return await createWorkerApp(loadConfig(env, '/'), log, { speech, fleetTimes: noBeats })
  }
  const first = await worker('blue', 'us', '2')
  expect(await capacities()).toEqual({ blue: { callsAvailability: 2, callsCount: 0, region: 'us' } })
  const id = await client.upload('hum.wav', humWav(5))
  await vi.waitFor(
    async () =>
      expect(await capacities()).toEqual({ blue: { callsAvailability: 1, callsCount: 1, region: 'us' } }),
    { timeout: 10_000 },
  )
  const second = await worker('green', 'eu', '3')
  expect(await capacities()).toMatchObject({ green: { callsAvailability: 3, callsCount: 0, region: 'eu' } })
  await vi.waitFor(() => {
    release()
    return client.meeting(id).then(({ status }) => expect(status).toBe('CallEnded'))
  }, 15_000)
  await first.close()
  expect(await capacities()).toEqual({ green: { callsAvailability: 3, callsCount: 0, region: 'eu' } })
  await second.close()
  expect(await capacities()).toEqual({})
})

test('CAP-01 a worker that falls silent is not counted any more', async () => {
  const server = await testServer({ env: { LIVETAP_ROLE: 'gateway' }, fleetTimes: times })
  const client = new PipelineClient(server)
  await server.app.database.pool.query(
    "insert into fleet_worker (id, cluster, region, capacity, host, heartbeat_at) values ('gone', 'red', 'us', 4, 'h', now() - interval '5 seconds'), ('there', 'red', 'us', 1, 'h', now() + interval '1 minute')",
  )
  const answer = await client.call(clusterCapacities)
  expect(await answer.json()).toEqual({ red: { callsAvailability: 1, callsCount: 0, region: 'us' } })
})

test('capacities need a signed-in user', async () => {
  const server = await testServer({ env: { LIVETAP_ROLE: 'gateway' } })
  expect((await callEndpoint(server.url, clusterCapacities)).status).toBe(401)
})

test('a worker beside an embedded server finds its database by the file of its user', {
  timeout: 90_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'livetap-fleet-'))
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
