/**
 * Two workers beside one, each a process of its own with one thread, over the same recordings: how much of what two bare
 * processes gain over one, in the same run. What else the machine does takes of both.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BenchServer } from './lib/bench-server'
import { isToy, report } from './lib/report'
import { sampleRecording } from './lib/sample-recording'

const SECONDS = isToy ? 10 : 60
const RECORDINGS = isToy ? 2 : 4
const ROUNDS = isToy ? 1 : 2
/** About five seconds of one core. */
const LOOPS = isToy ? 1e9 : 6e9
/** Of two cores that nothing else uses, two workers gain at least 1.5 where two bare processes gain 2. */
const SHARE_OF_BARE = 0.75

const folder = await mkdtemp(join(tmpdir(), 'livetap-bench-sound-'))
const path = await sampleRecording(folder, SECONDS)
const warm = await sampleRecording(folder, 8)
const server = await BenchServer.start()

/** Seconds that this many workers need for all recordings, from the first one queued to the last one ready. */
async function fleetSeconds(count: number): Promise<number> {
  const workers = await Promise.all(Array.from({ length: count }, () => server.startWorker()))
  const all = async (file: string, times: number) => {
    const meetings = await Promise.all(Array.from({ length: times }, () => server.enqueue(file)))
    for (const { id } of meetings) {
      const { status, error } = await server.settled(id)
      if (status !== 'CallEnded') throw new Error(error ?? 'a meeting failed')
    }
  }
  // Each worker takes one of these and loads its models for it.
  await all(warm, count)
  const started = performance.now()
  await all(path, RECORDINGS)
  const seconds = (performance.now() - started) / 1000
  for (const worker of workers) await worker.stop()
  return seconds
}

/** Seconds that this many processes need for the same loops. */
async function bareSeconds(count: number): Promise<number> {
  const loop = `for (let i = 0, n = ${LOOPS / count}; i < n; i++);`
  const started = performance.now()
  await Promise.all(Array.from({ length: count }, () => promisify(execFile)(process.execPath, ['-e', loop])))
  return (performance.now() - started) / 1000
}

const bareGains: number[] = []
const one: number[] = []
const two: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  one.push(await fleetSeconds(1))
  bareGains.push((await bareSeconds(1)) / (await bareSeconds(2)))
  two.push(await fleetSeconds(2))
}
await server.close()
await rm(folder, { recursive: true, force: true })

report('fleet', [
  { name: `one worker, ${RECORDINGS} recordings of ${SECONDS} s`, unit: 's', samples: one },
  { name: 'two workers, the same', unit: 's', samples: two },
  {
    name: 'two workers over one',
    unit: 'times',
    samples: one.map((value, index) => value / two[index]!),
  },
  { name: 'two bare processes over one', unit: 'times', samples: bareGains },
  {
    name: 'gain of two workers, share of that',
    unit: '',
    samples: one.map((value, index) => value / two[index]! / bareGains[index]!),
    bar: { atLeast: SHARE_OF_BARE },
  },
])
