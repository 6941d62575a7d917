import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testServer } from '../../testing/test-server'
import { OtlpReceiver } from '../../testing/traces/otlp-receiver'
import { STAGES } from './stage-outputs'
import { PipelineClient } from './testing/pipeline-client'
import { humWav } from './testing/test-sound'

const workerFile = fileURLToPath(new URL('./testing/scripted-worker.ts', import.meta.url))

test('a recording has one trace, from the upload to its last stage, though another process works on it', async () => {
  const receiver = await OtlpReceiver.start()
  const folder = await mkdtemp(join(tmpdir(), 'livetap-traces-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const shared = { ...receiver.env, LIVETAP_STORAGE: join(folder, 'storage') }
  const server = await testServer({ env: { ...shared, LIVETAP_ROLE: 'gateway' } })
  const client = new PipelineClient(server)
  const worker = fork(workerFile, [], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...shared,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      LIVETAP_ROLE: 'worker',
      LIVETAP_DATA: join(folder, 'worker'),
      DATABASE_URL: server.app.database.url,
    },
  })
  onTestFinished(() => void worker.kill('SIGKILL'))
  await once(worker, 'message')

  const id = await client.upload('hum.wav', humWav(8))
  expect(await client.settled(id)).toMatchObject({ status: 'CallEnded' })
  await server.app.close()
  const [job, ...others] = await receiver.until('job recording')
  expect(others).toEqual([])

  const [uploaded] = await receiver.until('upload complete')
  const call = receiver.spans.find(({ spanId }) => spanId === uploaded!.parentSpanId)
  expect(call).toMatchObject({ parentSpanId: '', attributes: { 'http.request.method': 'PUT' } })
  expect(job).toMatchObject({
    traceId: call!.traceId,
    parentSpanId: uploaded!.spanId,
    isFailed: false,
    attributes: { 'livetap.job.queue': 'recording', 'livetap.job.subject': id },
  })
  expect(job!.resource['process.pid']).toBe(worker.pid)
  expect(call!.resource['process.pid']).toBe(process.pid)
  const stages = receiver.childrenOf(job!)
  expect(stages.map(({ name }) => name)).toEqual(STAGES.map(stage => `stage ${stage}`))
  for (const [at, stage] of stages.entries()) {
    expect(stage.traceId).toBe(call!.traceId)
    expect(stage.attributes).toMatchObject({ 'livetap.meeting': id, 'livetap.attempt': 1 })
    expect(stage.attributes['db.queries']).toBeGreaterThan(0)
    if (at > 0) expect(stage.startMs).toBeGreaterThanOrEqual(stages[at - 1]!.endMs)
  }
})

test('a call goes on with the trace of its caller, and says its tracking id, its status and the time of the database', async () => {
  const receiver = await OtlpReceiver.start()
  const server = await testServer({ env: receiver.env })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = {
    ...server.bearer(),
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    trackingid: 'tracking-0001',
  }
  const path = pathOf(getMeeting, { id: 'unknown' })
  expect((await fetch(`${server.url}${path}`, { headers })).status).toBe(404)
  await fetch(`${server.url}/healthz`)
  await server.app.close()
  await vi.waitFor(() => expect(receiver.spans).not.toEqual([]), 30_000)
  expect(receiver.spans).toMatchObject([
    {
      traceId,
      parentSpanId: 'b7ad6b7169203331',
      attributes: {
        'http.request.method': 'GET',
        'http.response.status_code': 404,
        'livetap.tracking_id': 'tracking-0001',
        'db.queries': expect.any(Number),
        'db.ms': expect.any(Number),
      },
    },
  ])
})
