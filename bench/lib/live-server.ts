/** A server for the live bench, in a process of its own: embedded database, scripted engine, anyone may sign in. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, createLog, loadConfig } from '@livetap/server'
import { postmasterPid } from '@livetap/server/testing'
import { EngineRegistry } from '@livetap/speech'
import { ScriptedEngine } from '@livetap/speech/testing'
import { startBareFanOut } from './bare-fan-out'

const userOf = async (token: string) => ({
  kind: 'account' as const,
  role: 'operator' as const,
  userId: token,
  userName: `${token}@localhost`,
  emails: [`${token}@localhost`],
  sessionId: token,
  tokenExpiresAt: Date.now() + 3_600_000,
})
const anyUser = { authenticate: userOf, principalOf: userOf }

const script = {
  segments: [{ text: 'we ship the second release on Friday after lunch', startMs: 200, endMs: 1700 }],
  repeatEveryMs: 2000,
}

const folder = await mkdtemp(join(tmpdir(), 'livetap-bench-live-'))
await chmod(folder, 0o755)
const env = { PORT: '0', LIVETAP_DATA: join(folder, 'data'), LIVETAP_SAMPLES: 'off', LIVETAP_ROLE: 'gateway' }
const app = await createApp(loadConfig(env, folder), createLog('error'), {
  authenticator: anyUser,
  engines: new EngineRegistry([new ScriptedEngine(script)]),
  limits: { requestsPerMinute: 1_000_000 },
})
/** Switched off, no log entry is made; the ledger is no log and goes on. */
let isLogging = true
const { recorder } = app.events
const { log, of } = recorder
recorder.log = (...entry) => void (isLogging && log(...entry))
recorder.of = meeting => {
  const record = of(meeting)
  return {
    ...record,
    log: (...entry) => void (isLogging && record.log(...entry)),
    add: ({ logs, ledger }) => record.add({ logs: isLogging ? logs : undefined, ledger }),
  }
}

await app.listen()
process.send?.({
  origin: app.origin,
  barePort: await startBareFanOut(app.database.pool),
  postmaster: postmasterPid(join(folder, 'data')),
})
process.on('message', async (order: 'close' | { logging: boolean }) => {
  if (order !== 'close') {
    // What was logged before belongs to the turn before.
    await recorder.written()
    isLogging = order.logging
    process.send?.(order)
    return
  }
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuSeconds: (user + system) / 1e6 })
  await app.close()
  await rm(folder, { recursive: true, force: true })
  process.exit(0)
})
