import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startEmbedded } from '../platform/db/embedded/embedded-postgres'
import { createLog } from '../platform/log/log'

export interface StoppableDatabase {
  url: string
  /** Its processes end, and nothing answers at its address. */
  stop(): Promise<void>
  /** At the same address again. */
  start(): Promise<void>
}

/** A database server of the test's own. */
export async function stoppableDatabase(): Promise<StoppableDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'livetap-test-outage-'))
  const log = createLog('silent')
  let server = await startEmbedded(folder, log)
  const { url } = server
  onTestFinished(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    url,
    stop: () => server.stop(),
    async start() {
      server = await startEmbedded(folder, log)
      if (server.url !== url) throw new Error(`the database came back at ${server.url}`)
    },
  }
}
