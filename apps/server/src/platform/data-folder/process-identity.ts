import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A pid alone is reused; a pid with its start time names one process for good. Absent: no such process. */
export function startTimeOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      // The name in parentheses may hold blanks, so fields are counted from its end; the start time is field 22.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 5000,
    }).trim()
  } catch {
    return undefined
  }
}
