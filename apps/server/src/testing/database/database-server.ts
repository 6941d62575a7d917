import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../platform/db/embedded/embedded-postgres'
import { createLog } from '../../platform/log/log'
import { postmasterPid } from '../process/spawn-server'
import { freezeCluster, signalAll } from './cluster-processes'

export interface DatabaseServer {
  url: string
  /** Its processes end, and nothing answers at its address. */
  stop(): Promise<void>
  /** At the same address again, also after it was killed. */
  start(): Promise<void>
  /** Its processes do not move: connections are taken and never answered. */
  freeze(): void
  thaw(): void
  kill(): void
  remove(): Promise<void>
}

/** A database server of the caller alone. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const folder = await mkdtemp(join(tmpdir(), 'livetap-test-outage-'))
  const log = createLog('silent')
  let server = await startEmbedded(folder, log)
  const { url } = server
  let frozen: number[] = []
  return {
    url,
    stop: () => server.stop(),
    async start() {
      server = await startEmbedded(folder, log)
      if (server.url !== url) throw new Error(`the database came back at ${server.url}`)
    },
    freeze() {
      frozen = freezeCluster(join(folder, 'postgres'))
    },
    thaw: () => signalAll(frozen, 'SIGCONT'),
    kill: () => signalAll([postmasterPid(folder)!], 'SIGKILL'),
    async remove() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
