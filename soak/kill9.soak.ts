/** kill -9 during writes, ten times: every start succeeds by itself and nothing acknowledged is lost. */
import { fileURLToPath } from 'node:url'
import { connectToCluster, postmasterPid, spawnFolder, spawnServer } from '@livetap/server/testing'
import type pg from 'pg'

const CYCLES = 10
const ROWS_PER_CYCLE = 300
const main = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url))

const folder = await spawnFolder()
const acknowledged: number[] = []
let lost = 0
let adopted = 0
const startMs: number[] = []

async function start() {
  const began = performance.now()
  const server = spawnServer(main, { LIVETAP_DATA: folder.path })
  const address = await server.listening
  const ready = await fetch(`${address}/readyz`)
  if (!ready.ok) throw new Error(`not ready: ${await ready.text()}`)
  startMs.push(Math.round(performance.now() - began))
  if (server.output().stdout.includes('database adopted')) adopted++
  return server
}

/** Writes until the connection breaks; resolves `enough` when the cycle has its rows. */
function write(connection: pg.Client) {
  const target = acknowledged.length + ROWS_PER_CYCLE
  let reached = () => {}
  const enough = new Promise<void>(resolve => {
    reached = resolve
  })
  const over = (async () => {
    for (let n = acknowledged.length; ; n++) {
      const text = 'insert into ledger_event (meeting, name, time, fields) values ($1, $2, now(), $3)'
      await connection.query(text, ['soak', 'row', { n }])
      acknowledged.push(n)
      if (acknowledged.length >= target) reached()
    }
  })().catch(() => reached())
  return { enough, over }
}

try {
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    const server = await start()
    const connection = await connectToCluster(folder.path)
    const { enough, over } = write(connection)
    await enough
    server.child.kill('SIGKILL')
    // Every third time the database is killed too, so that it must be replaced and not adopted.
    if (cycle % 3 === 0) process.kill(postmasterPid(folder.path)!, 'SIGKILL')
    await server.exited
    await connection.end().catch(() => undefined)
    await over
  }

  const server = await start()
  const connection = await connectToCluster(folder.path)
  const { rows } = await connection.query<{ n: number }>("select (fields->>'n')::int as n from ledger_event")
  await connection.end()
  const kept = new Set(rows.map(({ n }) => n))
  lost = acknowledged.filter(n => !kept.has(n)).length
  server.child.kill('SIGTERM')
  const code = await server.exited
  const summary = {
    cycles: CYCLES,
    acknowledged: acknowledged.length,
    lost,
    adopted,
    startMs,
    exitCode: code,
  }
  process.stdout.write(`${JSON.stringify(summary)}\n`)
  if (lost > 0 || code !== 0 || postmasterPid(folder.path) !== undefined) process.exitCode = 1
} finally {
  await folder.remove()
}
