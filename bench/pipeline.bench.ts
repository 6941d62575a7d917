/**
 * The pipeline beside the same stages in a plain loop (no queue, no database, no storage), the same engine for both, in
 * turn. The recording is one of the samples, repeated.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createLog,
  createWorkerApp,
  findMediaTools,
  loadConfig,
  Media,
  nutcrackerTools,
} from '@livetap/server'
import { createSpeech } from '@livetap/speech'
import { BenchServer } from './lib/bench-server'
import { plainLoop } from './lib/plain-loop'
import { isToy, report } from './lib/report'
import { sampleRecording } from './lib/sample-recording'

const SECONDS = isToy ? 20 : 600
const WARM_SECONDS = 20
/** One at full size takes four minutes on two cores. */
const PAIRS = isToy ? 1 : 2

const folder = await mkdtemp(join(tmpdir(), 'livetap-bench-sound-'))
const media = new Media(await findMediaTools())
const path = await sampleRecording(folder, SECONDS)
const warm = await sampleRecording(folder, WARM_SECONDS)
const server = await BenchServer.start()
const speech = createSpeech({ processes: 1, threads: 1 })
const steps = nutcrackerTools(speech.nutcracker, speech.diarizer)
const worker = await createWorkerApp(loadConfig(server.workerEnv(), folder), createLog('error'), {
  speech: steps,
})

async function asJobs(file: string) {
  const started = performance.now()
  const meeting = await server.settled((await server.enqueue(file)).id)
  if (meeting.status !== 'CallEnded') throw new Error(meeting.error ?? 'the meeting failed')
  return { elapsedMs: performance.now() - started, meeting }
}

const { meeting } = await asJobs(warm)
const plain: number[] = []
const jobs: number[] = []
/** Seconds, of the last pair. */
const stages: Record<string, { plain?: number; jobs?: number }> = {}
const runPlain = async () => {
  const { elapsedMs, stageMs } = await plainLoop({ path, meeting, media, speech: steps })
  plain.push(elapsedMs)
  for (const [name, ms] of stageMs) stages[name] = { ...stages[name], plain: ms / 1000 }
}
const runJobs = async () => {
  const { elapsedMs, meeting } = await asJobs(path)
  jobs.push(elapsedMs)
  for (const [name, ms] of await server.stageMs(meeting.id))
    stages[name] = { ...stages[name], jobs: ms / 1000 }
}
// In turn, so that what else the machine does meets both alike.
for (let pair = 0; pair < PAIRS; pair++)
  for (const run of pair % 2 ? [runJobs, runPlain] : [runPlain, runJobs]) await run()
await worker.close()
await speech.close()
await server.close()
await rm(folder, { recursive: true, force: true })

console.table(stages)
const seconds = (values: number[]) => values.map(value => value / 1000)
report('pipeline', [
  { name: `plain loop, ${SECONDS} s of sound`, unit: 's', samples: seconds(plain) },
  { name: 'as jobs, with queue, database and storage', unit: 's', samples: seconds(jobs) },
  {
    name: 'overhead of the pipeline',
    unit: '%',
    samples: jobs.map((value, index) => (value / plain[index]! - 1) * 100),
    bar: { atMost: 15 },
  },
])
