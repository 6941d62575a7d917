import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Ends the processes that a killed postmaster left behind: as long as one of them holds the shared memory, no new
 * server starts on the folder. Elsewhere than on Linux they are left to notice by themselves.
 */
export async function endOrphans(cluster: string): Promise<void> {
  // What is killed ends for sure, and on a busy machine late.
  for (const [signal, waitMs] of [['SIGQUIT', 1_000] as const, ['SIGKILL', 10_000] as const])
    for (const deadline = performance.now() + waitMs; performance.now() < deadline; await wait(20)) {
      const orphans = processesOf(cluster)
      if (orphans.length === 0) return
      for (const pid of orphans) send(pid, signal)
    }
}

/** A child has the command line of its postmaster until it gives itself a title. */
const POSTGRES = /^(?:postgres:|[^\0]*\/postgres\0)/

/** PostgreSQL's processes stand in their cluster's folder; the postmaster is gone. */
function processesOf(cluster: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => {
      try {
        return (
          Number.isInteger(pid) &&
          readlinkSync(`/proc/${pid}/cwd`) === cluster &&
          POSTGRES.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
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
