import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In hundredths of a second, the kernel's unit on every platform we run on. */
const TICKS_PER_SECOND = 100

/** CPU seconds of processes and their descendants, those that have ended too, as Linux counts them. */
export function cpuSecondsOf(...roots: readonly number[]): number {
  let ticks = 0
  for (const one of treeOf(roots).values()) ticks += one.ticks
  return ticks / TICKS_PER_SECOND
}

/** What the descendants of a process that still run held at their largest, each for itself. */
export function peakBytesBelow(root: number): number {
  let bytes = 0
  for (const id of treeOf([root]).keys()) if (id !== root) bytes += peakBytesOf(id)
  return bytes
}

function treeOf(roots: readonly number[]) {
  const processes = new Map<number, { parent: number; ticks: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(name)
    if (stat) processes.set(Number(name), stat)
  }
  const belongs = (id: number | undefined): boolean =>
    (id !== undefined && roots.includes(id)) ||
    (id !== undefined && id > 1 && belongs(processes.get(id)?.parent))
  return new Map([...processes].filter(([id]) => belongs(id)))
}

function peakBytesOf(id: number): number {
  try {
    const [, kilobytes] =
      /^VmHWM:\s+(\d+)/m.exec(readFileSync(join('/proc', String(id), 'status'), 'utf8')) ?? []
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}

function statOf(pid: string): { parent: number; ticks: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
    return { parent: fields[1]!, ticks: user + system + endedUser + endedSystem }
  } catch {
    // It has ended since.
    return undefined
  }
}
