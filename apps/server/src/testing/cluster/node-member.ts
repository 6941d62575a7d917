import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../platform/db/embedded/free-port'
import { Member } from './member'

export interface NodeOptions {
  folder: string
  name: string
  role: 'gateway' | 'worker'
  /** The built server. */
  main: string
  env: Record<string, string>
}

/** A gateway or a worker. */
export async function nodeMember({ folder, name, role, main, env }: NodeOptions): Promise<Member> {
  const port = await freePort()
  const data = join(folder, 'data')
  mkdirSync(data, { recursive: true })
  return new Member({
    name,
    folder,
    port,
    command: process.execPath,
    args: ['--enable-source-maps', main],
    env: { LIVETAP_ROLE: role, LIVETAP_DATA: data, PORT: String(port), ...env },
    stopMs: 60_000,
    isReady: async () => {
      const signal = AbortSignal.timeout(2_000)
      return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal })).ok
    },
  })
}
