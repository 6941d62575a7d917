/**
 * The pipeline beside the same stages in a plain loop (no queue, no database, no storage), the same engine for both, in
 * turn; and a fleet of two workers beside one. The recording is one of the samples, repeated.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSpeech } from '@livetap/speech'
import { nutcrackerTools } from '../apps/server/src/modules/pipeline'
import { loadConfig } from '../apps/server/src/platform/config/config'
import { createLog } from '../apps/server/src/platform/log/log'
import { Media } from '../apps/server/src/platform/media/media'
import { findMediaTools } from '../apps/server/src/platform/media/media-tools'
import { runProgram } from '../apps/server/src/platform/media/run-program'
import { createWorkerApp } from '../apps/server/src/wiring/worker-app'
import { BenchServer } from './lib/bench-server'
import { plainLoop } from './lib/plain-loop'
import { isToy, report } from './lib/report'

const LONG_SECONDS = isToy ? 20 : 600
const PAIRS = isToy ? 1 : 3
const SHORT_SECONDS = isToy ? 10 : 120
const RECORDINGS = isToy ? 2 : 6
const ROUNDS = isToy ? 1 : 3

const sample = fileURLToPath(new URL('../samples/release-planning.oga', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'livetap-bench-sound-'))
const tools = await findMediaTools()
if (!tools.available) throw new Error(tools.reason)
const media = new Media(tools)

async function recordingOf(seconds: number): Promise<string> {
  const target = join(folder, `${seconds}.wav`)
  const args = [
    '-v',
    'error',
    '-y',
    '-stream_loop',
    '-1',
    '-i',
    sample,
    '-t',
    String(seconds),
    '-ar',
    '16000',
    '-ac',
    '1',
    target,
  ]
  const { code, stderr } = await runProgram(tools.available ? tools.ffmpeg : '', args, { timeoutMs: 120_000 })
  if (code !== 0) throw new Error(stderr)
  return target
}

async function overhead(server: BenchServer) {
  const speech = createSpeech({ processes: 1, threads: 1 })
  const steps = nutcrackerTools(speech.nutcracker, speech.diarizer)
  const path = await recordingOf(LONG_SECONDS)
  const warm = await recordingOf(SHORT_SECONDS)
  const worker = await createWorkerApp(loadConfig(server.workerEnv(), folder), createLog('error'), {
    speech: steps,
  })
  const asJobs = async (file: string) => {
    const started = performance.now()
    const settled = await server.settled((await server.enqueue(file)).id)
    if (settled.status !== 'CallEnded') throw new Error(settled.error ?? 'the meeting failed')
    return { elapsedMs: performance.now() - started, meeting: settled }
  }
  const { meeting } = await asJobs(warm)
  const plain: number[] = []
  const jobs: number[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const runPlain = async () => plain.push(await plainLoop({ path, meeting, media, speech: steps }))
    const runJobs = async () => jobs.push((await asJobs(path)).elapsedMs)
    // In turn, so that what else the machine does meets both alike.
    for (const run of pair % 2 ? [runJobs, runPlain] : [runPlain, runJobs]) await run()
  }
  await worker.close()
  await speech.close()
  return { plain, jobs }
}

/** Seconds that this many workers need for all recordings, from the first one queued to the last one ready. */
async function fleetSeconds(server: BenchServer, count: number, path: string, warm: string): Promise<number> {
  const workers = await Promise.all(Array.from({ length: count }, () => server.startWorker()))
  const all = async (file: string, times: number) => {
    const meetings = await Promise.all(Array.from({ length: times }, () => server.enqueue(file)))
    for (const { id } of meetings) await server.settled(id)
  }
  // Each worker takes one of these and loads its models for it.
  await all(warm, count)
  const started = performance.now()
  await all(path, RECORDINGS)
  const seconds = (performance.now() - started) / 1000
  for (const worker of workers) await worker.stop()
  return seconds
}

const server = await BenchServer.start()
const { plain, jobs } = await overhead(server)
const path = await recordingOf(SHORT_SECONDS)
const warm = await recordingOf(8)
const one: number[] = []
const two: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  one.push(await fleetSeconds(server, 1, path, warm))
  two.push(await fleetSeconds(server, 2, path, warm))
}
await server.close()
await rm(folder, { recursive: true, force: true })

const seconds = (values: number[]) => values.map(value => value / 1000)
report('pipeline', [
  { name: `plain loop, ${LONG_SECONDS} s of sound`, unit: 's', samples: seconds(plain) },
  { name: 'as jobs, with queue, database and storage', unit: 's', samples: seconds(jobs) },
  {
    name: 'overhead of the pipeline',
    unit: '%',
    samples: jobs.map((value, index) => (value / plain[index]! - 1) * 100),
    bar: { atMost: 15 },
  },
  { name: `one worker, ${RECORDINGS} recordings of ${SHORT_SECONDS} s`, unit: 's', samples: one },
  { name: 'two workers, the same', unit: 's', samples: two },
  {
    name: 'two workers over one',
    unit: 'times',
    samples: one.map((value, index) => value / two[index]!),
    bar: { atLeast: 1.5 },
  },
])
