/** Two workers beside one, each a process of its own with one thread, over the same recordings. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BenchServer } from './lib/bench-server'
import { isToy, report } from './lib/report'
import { sampleRecording } from './lib/sample-recording'

const SECONDS = isToy ? 10 : 60
const RECORDINGS = isToy ? 2 : 4
const ROUNDS = isToy ? 1 : 2

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

const one: number[] = []
const two: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  one.push(await fleetSeconds(1))
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
    bar: { atLeast: 1.5 },
  },
])
