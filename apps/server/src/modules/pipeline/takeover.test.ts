import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { searchLogs } from '@livetap/contract/calls/diagnostics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../platform/config/config'
import { createLog } from '../../platform/log/log'
import { endsOf } from '../../testing/meetings/ends-of'
import { type TestServer, testServer } from '../../testing/test-server'
import { createWorkerApp } from '../../worker-app'
import { STAGES } from './stage-outputs'
import { PipelineClient } from './testing/pipeline-client'
import { SCRIPT_PERIOD_MS, scriptedTools } from './testing/scripted-tools'
import { humWav } from './testing/test-sound'

/** A recording that kills its worker every time. */
const DEADLY = 'normalise/begun'
/** Every stage at its worst moment (all its work is written, nothing says so yet), two of them in the middle as well. */
const moments = [...STAGES.map(stage => `${stage}/ran`), 'recognition/part', 'ensemble/part']
const ROUNDS = 2
const options = { enable_ensemble: true, trainable_shard_percent: 100, sharder: 'diarized' } as const
const workerFile = fileURLToPath(new URL('./testing/scripted-worker.ts', import.meta.url))
const times = { heartbeatMs: 300, silentMs: 3_000 }

let server: TestServer
let client: PipelineClient
let folder: string
const meetings = new Map<string, string>()
let undisturbed: string
let firstWorker: string
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livetap-takeover-'))
  server = await testServer({ env: { LIVETAP_ROLE: 'gateway', LIVETAP_STORAGE: join(folder, 'storage') } })
  client = new PipelineClient(server)
  const recording = humWav((ROUNDS * SCRIPT_PERIOD_MS) / 1000)
  for (const moment of [...moments, DEADLY])
    meetings.set(moment, await client.upload('hum.wav', recording, options))

  const victim = startVictim()
  await allHeld(victim)
  firstWorker = (await stageWorkers(meetings.get('statistics/ran')!))[0]!
  await killHard(victim)
  // As if this had been the fourth worker it killed.
  const deadly = 'update job set takeovers = 3 where meeting_id = $1'
  await server.app.database.pool.query(deadly, [meetings.get(DEADLY)])

  const env = workerEnv(join(folder, 'second'), 2)
  const second = await createWorkerApp(loadConfig(env, folder), createLog('silent'), {
    speech: scriptedTools(),
    nodeTimes: times,
  })
  closing.push(() => second.close())
  undisturbed = await client.upload('hum.wav', recording, options)
})

afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a worker killed with -9', () => {
  test.each(moments)(
    'at %s: another worker goes on from that stage, no utterance doubled, none missing',
    async moment => {
      const id = meetings.get(moment)!
      expect(await client.settled(id)).toMatchObject({ status: 'CallEnded', error: null, progress: 1 })
      await client.settled(undisturbed)
      expect(await textOf(id)).toEqual(await textOf(undisturbed))
      expect(await textOf(id)).toHaveLength(2 * ROUNDS)
      expect(await ledgerOf(id)).toEqual(await ledgerOf(undisturbed))
      const killedAt = STAGES.findIndex(stage => moment.startsWith(`${stage}/`))
      const workers = await stageWorkers(id)
      expect(workers.slice(0, killedAt).every(worker => worker === firstWorker)).toBe(true)
      expect(workers.slice(killedAt).every(worker => worker !== firstWorker)).toBe(true)
    },
  )

  test('four times at the same stage: the meeting fails instead of killing a fifth', async () => {
    expect(await client.settled(meetings.get(DEADLY)!)).toMatchObject({
      status: 'failed',
      error: 'Its worker died 4 times at the stage normalise',
    })
    expect(await endsOf(server, meetings.get(DEADLY)!)).toEqual({
      ledger: [{ reason: 'worker lost', stage: 'normalise' }],
      reasons: ['worker lost'],
      completed: 0,
    })
    const { rows } = await server.app.database.pool.query(
      "select fields from log_event where meeting = $1 and metric = 'run-taken-over' order by id",
      [meetings.get(DEADLY)!],
    )
    expect(rows).toEqual([{ fields: { takeovers: 4, from_pod_name: firstWorker } }])
    const query = { meeting: meetings.get(DEADLY)!, metric: 'run-taken-over' }
    const found = searchLogs.answer.parse(await (await client.call(searchLogs, { query })).json())
    expect(found.entries).toMatchObject([
      { severity: 'WARNING', message: `run taken over from ${firstWorker} (4 at this stage)` },
    ])
  })
})

const workerEnv = (dataDir: string, capacity: number) => ({
  LIVETAP_ROLE: 'worker',
  LIVETAP_DATA: dataDir,
  LIVETAP_STORAGE: join(folder, 'storage'),
  LIVETAP_CAPACITY: String(capacity),
  DATABASE_URL: server.app.database.url,
})

function startVictim(): ChildProcess {
  const holds = Object.fromEntries([...meetings].map(([moment, id]) => [id, moment]))
  const child = fork(workerFile, [], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...workerEnv(join(folder, 'first'), meetings.size),
      HOLDS: JSON.stringify(holds),
    },
  })
  closing.push(async () => child.kill('SIGKILL'))
  return child
}

const allHeld = (victim: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    const held = new Set<string>()
    victim.once('exit', code => reject(new Error(`the worker ended with ${code}`)))
    victim.on('message', (message: { held?: string }) => {
      if (message.held) held.add(message.held)
      if (held.size === meetings.size) resolve()
    })
  })

const killHard = (victim: ChildProcess) =>
  new Promise<void>(resolve => {
    victim.removeAllListeners('exit')
    victim.once('exit', () => resolve())
    victim.kill('SIGKILL')
  })

async function textOf(id: string) {
  const { results } = await client.transcript(id)
  return results.map(({ start_millis, end_millis, alternatives, speaker_segments, transcript_type }) => ({
    start_millis,
    end_millis,
    text: alternatives[0]?.transcript,
    words: alternatives[0]?.words?.length,
    speaker_segments,
    transcript_type,
  }))
}

/** What happened, without the ids and times that differ from meeting to meeting. */
async function ledgerOf(id: string): Promise<string[]> {
  const { rows } = await server.app.database.pool.query('select name from ledger_event where meeting = $1', [
    id,
  ])
  return rows.map(row => row.name as string).sort()
}

async function stageWorkers(id: string): Promise<string[]> {
  const { rows } = await server.app.database.pool.query(
    'select stage, worker_id from pipeline_stage where meeting_id = $1',
    [id],
  )
  const byStage = new Map(rows.map(row => [row.stage as string, row.worker_id as string]))
  return STAGES.map(stage => byStage.get(stage)!)
}
