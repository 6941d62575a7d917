import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from './postmaster'

const EXIT_MS = 1_000

/**
 * Ends the processes that a killed postmaster left behind: as long as one of them holds the shared memory, no new
 * server starts on the folder. Elsewhere than on Linux they are left to notice by themselves.
 */
export async function endOrphans(cluster: string): Promise<void> {
  const orphans = processesOf(cluster)
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const pid of orphans) send(pid, signal)
    for (const deadline = performance.now() + EXIT_MS; performance.now() < deadline; await wait(20))
      if (!orphans.some(isAlive)) return
  }
}

/** PostgreSQL's processes stand in their cluster's folder. */
function processesOf(cluster: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => {
      try {
        return (
          Number.isInteger(pid) &&
          readlinkSync(`/proc/${pid}/cwd`) === cluster &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres:')
        )
      } catch {
        return false
      }
    })
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone already.
  }
}
