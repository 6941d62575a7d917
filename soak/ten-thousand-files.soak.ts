/** Ten thousand tiny recordings at once, one in ten of them broken: each ends in a clear state, and the server stays up. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { scriptedTools } from '../apps/server/src/modules/pipeline/testing/scripted-tools'
import { humWav } from '../apps/server/src/modules/pipeline/testing/test-sound'
import { loadConfig } from '../apps/server/src/platform/config/config'
import { createLog } from '../apps/server/src/platform/log/log'
import { createWorkerApp } from '../apps/server/src/wiring/worker-app'
import { BenchServer } from '../bench/lib/bench-server'
import { expectThat, peakMemoryMb } from './lib/expect-that'

const FILES = Number(process.env.SOAK_FILES ?? 10_000)
const AT_ONCE = 20
const folder = await mkdtemp(join(tmpdir(), 'livetap-soak-'))
const fine = join(folder, 'fine.wav')
const broken = join(folder, 'broken.wav')
await writeFile(fine, humWav(1))
await writeFile(broken, Buffer.from('this is no sound'))

const server = await BenchServer.start()
const memory = peakMemoryMb(process.pid)
// What is recognised does not matter here: decoding, queue, database and storage are the real ones.
const worker = await createWorkerApp(loadConfig(server.workerEnv(4), folder), createLog('error'), {
  speech: scriptedTools(),
})
const started = performance.now()
for (let at = 0; at < FILES; at += AT_ONCE)
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, FILES - at) }, (_, index) =>
      server.enqueue((at + index) % 10 === 9 ? broken : fine),
    ),
  )
process.stdout.write(`${FILES} queued after ${((performance.now() - started) / 1000).toFixed(0)} s\n`)

const counts = async () => {
  const { rows } = await server.app.database.pool.query(
    'select status, count(*) from meeting group by status',
  )
  return Object.fromEntries(rows.map(row => [row.status as string, row.count as number]))
}
let now = await counts()
while ((now.processing ?? 0) > 0) {
  await wait(2_000)
  now = await counts()
  process.stdout.write(
    `\r${now.CallEnded ?? 0} ready, ${now.failed ?? 0} failed, ${now.processing ?? 0} to do  `,
  )
}
const seconds = (performance.now() - started) / 1000
const peakMb = memory.stop()
process.stdout.write(`\n${FILES} files in ${seconds.toFixed(0)} s, at most ${peakMb} MB\n`)

const bad = Math.floor(FILES / 10)
expectThat('every sound one is ready', now.CallEnded === FILES - bad, String(now.CallEnded))
expectThat('every broken one failed', now.failed === bad, String(now.failed))
const { rows } = await server.app.database.pool.query(
  "select count(*) from meeting where status = 'failed' and error is null",
)
expectThat('every failure says why', rows[0].count === 0, String(rows[0].count))
const ready = await server.app.health.readiness()
expectThat('the server is ready', ready.ready, JSON.stringify(ready.checks))
expectThat('memory stays bounded', peakMb < 1_000, `${peakMb} MB`)

await worker.close()
await server.close()
await rm(folder, { recursive: true, force: true })
