/** A hundred thousand hostile inputs to every call and socket of the real process: no 5xx, no crash, no growth without end. */
import { fileURLToPath } from 'node:url'
import { DEFAULT_ML_ENGINE } from '@livetap/contract'
import { fuzz, spawnFolder, spawnServer } from '@livetap/server/testing'
import { bearerOf } from '../bench/lib/signed-in'
import { admin } from '../e2e/support/server'
import { expectThat, peakMemoryMb } from './lib/expect-that'

const INPUTS = Number(process.env.LIVETAP_FUZZ_INPUTS ?? 100_000)
const SEED = Number(process.env.LIVETAP_FUZZ_SEED ?? Date.now() % 2 ** 32)
const MAX_MEMORY_MB = 1_500
/** A token lives five minutes at least; so much work is done well within. */
const INPUTS_PER_TOKEN = 5_000
const main = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url))

const folder = await spawnFolder()
const server = spawnServer(main, {
  LIVETAP_DATA: folder.path,
  LIVETAP_ADMIN_EMAIL: admin.email,
  LIVETAP_ADMIN_PASSWORD: admin.password,
})
try {
  const origin = await server.listening
  const memory = peakMemoryMb(server.child.pid!)
  const answers: Record<string, number> = {}
  const faults: string[] = []
  let inputs = 0
  process.stdout.write(`seed ${SEED}\n`)
  while (inputs < INPUTS && faults.length === 0) {
    const report = await fuzz({
      origin,
      authorization: `Bearer ${await bearerOf(origin)}`,
      engine: DEFAULT_ML_ENGINE,
      seed: SEED + inputs,
      inputs: Math.min(INPUTS_PER_TOKEN, INPUTS - inputs),
    })
    inputs += report.inputs
    faults.push(...report.faults)
    for (const [what, count] of Object.entries(report.answers)) answers[what] = (answers[what] ?? 0) + count
    process.stdout.write(`${inputs} of ${INPUTS}\n`)
  }
  const peakMb = memory.stop()
  process.stdout.write(`${JSON.stringify(answers)}\n`)
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  expectThat('no fault', faults.length === 0, `${faults.length} faults in ${inputs} inputs, seed ${SEED}`)
  expectThat('the process lives', server.child.exitCode === null, `exit code ${server.child.exitCode}`)
  expectThat('it is ready', (await fetch(`${origin}/readyz`)).ok, '/readyz')
  expectThat('memory is bounded', peakMb < MAX_MEMORY_MB, `peak ${peakMb} MB`)
  server.child.kill('SIGTERM')
  expectThat('it ends when asked to', (await server.exited) === 0, 'SIGTERM')
} finally {
  server.child.kill('SIGKILL')
  await server.exited
  await folder.remove()
}
