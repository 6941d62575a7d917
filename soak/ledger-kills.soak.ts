/** kill -9 while meetings are made and changed, twenty times: every ledger verifies, and no acknowledged change is missing in it. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMeeting, setHotwordStatus } from '@livetap/contract/calls/live-meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { connectToCluster, postmasterPid, spawnFolder, spawnServer } from '@livetap/server/testing'
import { bearerOf } from '../bench/lib/signed-in'
import { admin } from '../e2e/support/server'

const CYCLES = Number(process.argv.find(arg => arg.startsWith('--cycles='))?.slice(9) ?? 20)
const WRITERS = 4
const CHANGES_PER_CYCLE = 60
const dist = (name: string) => fileURLToPath(new URL(`../apps/server/dist/${name}.js`, import.meta.url))

const folder = await spawnFolder()
const env = {
  LIVETAP_DATA: folder.path,
  LIVETAP_ADMIN_EMAIL: admin.email,
  LIVETAP_ADMIN_PASSWORD: admin.password,
}
/** How many changes of each meeting were acknowledged. */
const acknowledged = new Map<string, number>()

async function write(origin: string, token: string, enough: () => void): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const send = (path: string, method: string, body: object) =>
    fetch(origin + path, { method, headers, body: JSON.stringify(body) })
  const made = await send(pathOf(createMeeting, {}, { client_region: 'us' }), 'POST', {
    start_at_utc: new Date().toISOString(),
    enable_ensemble: false,
  })
  const { id } = (await made.json()) as { id: string }
  acknowledged.set(id, 0)
  for (let n = 0; ; n++) {
    const path = pathOf(setHotwordStatus, { id })
    const { ok } = await send(path, setHotwordStatus.method, { recording: n % 2 === 1 })
    if (!ok) throw new Error('refused')
    acknowledged.set(id, n + 1)
    if (n + 1 >= CHANGES_PER_CYCLE) enough()
  }
}

try {
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    const server = spawnServer(dist('main'), env)
    const origin = await server.listening
    const token = await bearerOf(origin)
    let enough = () => {}
    const written = new Promise<void>(resolve => {
      enough = resolve
    })
    const writers = Array.from({ length: WRITERS }, () => write(origin, token, enough).catch(() => undefined))
    await written
    server.child.kill('SIGKILL')
    // Every third time the database is killed too.
    if (cycle % 3 === 0) process.kill(postmasterPid(folder.path)!, 'SIGKILL')
    await server.exited
    await Promise.all(writers)
  }

  const { stdout } = await promisify(execFile)(process.execPath, [dist('ledger'), 'verify'], {
    env: { ...process.env, LIVETAP_DATA: folder.path },
  })
  const last = spawnServer(dist('main'), env)
  await last.listening
  const connection = await connectToCluster(folder.path)
  const { rows } = await connection.query<{ meeting: string; count: number }>(
    "select meeting, count(*)::int as count from ledger_event where fields ? 'recording' group by 1",
  )
  await connection.end()
  const kept = new Map(rows.map(({ meeting, count }) => [meeting, count]))
  const lost = [...acknowledged].filter(([meeting, count]) => (kept.get(meeting) ?? 0) < count).length
  last.child.kill('SIGTERM')
  await last.exited
  const changes = [...acknowledged.values()].reduce((sum, count) => sum + count, 0)
  const summary = { cycles: CYCLES, meetings: acknowledged.size, changes, lost, verify: stdout.trim() }
  process.stdout.write(`${JSON.stringify(summary)}\n`)
  if (lost > 0 || !stdout.startsWith('valid')) process.exitCode = 1
} finally {
  await folder.remove()
}
