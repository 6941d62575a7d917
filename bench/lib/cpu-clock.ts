import { existsSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/**
 * CPU milliseconds that this process and all processes of the database have used, to the microsecond: load on the machine
 * changes them little, where it changes a time on the wall several times over. Where the kernel does not say, the time on the wall.
 */
export async function cpuClock(database: pg.Client): Promise<() => number> {
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  const statPath = `/proc/${rows[0]!.pid}/stat`
  if (!existsSync(statPath)) return () => performance.now()
  const stat = readFileSync(statPath, 'utf8')
  // The name, in parentheses, may hold spaces.
  const postmaster = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]!
  return () => {
    const { user, system } = process.cpuUsage()
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    const ofDatabase = children.trim().split(' ').map(ranNs)
    return (user + system) / 1e3 + ofDatabase.reduce((sum, ns) => sum + ns, 0) / 1e6
  }
}

function ranNs(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    // It has ended since.
    return 0
  }
}
