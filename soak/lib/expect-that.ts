import { readFileSync } from 'node:fs'

/** One line a promise; a broken one fails the run. */
export function expectThat(what: string, holds: boolean, found: string): void {
  process.stdout.write(`${holds ? 'ok  ' : 'FAIL'} ${what} (${found})\n`)
  if (!holds) process.exitCode = 1
}

/** Watches a process's resident memory, twice a second. Linux alone tells; elsewhere it stays 0. */
export function peakMemoryMb(pid: number): { stop(): number } {
  let peak = 0
  const look = () => {
    try {
      const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      peak = Math.max(peak, Number(kb ?? 0) / 1024)
    } catch {
      // The process has ended, or this is no Linux.
    }
  }
  const timer = setInterval(look, 500)
  return {
    stop() {
      look()
      clearInterval(timer)
      return Math.round(peak)
    },
  }
}
