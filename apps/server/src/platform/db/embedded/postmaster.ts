import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isOutOfDescriptors } from '../../outage'

const pidFile = (cluster: string) => resolve(cluster, 'postmaster.pid')

/**
 * The process that PostgreSQL's own pid file names, when it is alive and really the server of this folder. Throws where this
 * process has no descriptor left to look with: that says nothing about the server.
 */
export function runningPostmaster(cluster: string): number | undefined {
  const pid = Number(readPidFile(cluster)?.[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined
  return commandLine(pid).includes(realpathSync(cluster)) ? pid : undefined
}

/** A pid file whose process is gone, or is by now something else, would keep PostgreSQL from starting. */
export function clearStalePidFile(cluster: string): void {
  if (readPidFile(cluster) && !runningPostmaster(cluster)) rmSync(pidFile(cluster), { force: true })
}

function readPidFile(cluster: string): string[] | undefined {
  try {
    return readFileSync(pidFile(cluster), 'utf8').split('\n')
  } catch (error) {
    if (isOutOfDescriptors(error)) throw error
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function commandLine(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', timeout: 5000 })
  } catch (error) {
    if (isOutOfDescriptors(error)) throw error
    return ''
  }
}

/**
 * SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one. One that hangs is killed: like the immediate
 * shutdown that loses nothing committed, the next start recovers it from the log.
 */
export async function stopPostmaster(pid: number, fastMs = 2_000, immediateMs = 600): Promise<boolean> {
  for (const [signal, waitMs] of [
    ['SIGINT', fastMs],
    ['SIGQUIT', immediateMs],
    ['SIGKILL', immediateMs],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return true
    }
    if (await gone(pid, waitMs)) return true
  }
  return false
}

async function gone(pid: number, waitMs: number): Promise<boolean> {
  for (const deadline = performance.now() + waitMs; performance.now() < deadline; await wait(25))
    if (!isAlive(pid)) return true
  return !isAlive(pid)
}
