import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'

/** Stops every process of the database in this folder, those it forks meanwhile too; answers which. */
export function freezeCluster(folder: string): number[] {
  const frozen = new Set<number>()
  for (;;) {
    const running = processesIn(folder).filter(pid => !frozen.has(pid))
    if (running.length === 0) return [...frozen]
    signalAll(running, 'SIGSTOP')
    for (const pid of running) frozen.add(pid)
  }
}

/** A database's own processes come and go: one that is gone by now is passed over. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

/** Every process that is in this folder, as those of a database stand in its cluster. */
export function processesIn(folder: string): number[] {
  const path = realpathSync(folder)
  const isIn = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === path && readFileSync(`/proc/${pid}/comm`, 'utf8') !== ''
    } catch {
      return false
    }
  }
  return readdirSync('/proc').filter(isIn).map(Number)
}
