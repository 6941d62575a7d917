import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { type ProcessUsage, type UsageOrder, usageOf } from '@livetap/server/testing'

/** Servers have one core, everything else the other; with one core, or without `taskset`, nothing is pinned. */
export const SERVER_CORE = 0
export const OTHER_CORE = 1

export const canPin = (() => {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return availableParallelism() >= 2
  } catch {
    return false
  }
})()

/** A process and all that it has started so far. */
export function pinTree(pid: number, core: number): void {
  if (!canPin) return
  for (const id of [pid, ...descendantsOf(pid)])
    try {
      execFileSync('taskset', ['-apc', String(core), String(id)], { stdio: 'ignore' })
    } catch {
      // It has ended since.
    }
}

function descendantsOf(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter(one => /^\d+$/.test(one)))
    try {
      const [, parent] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8')) ?? []
      parents.set(Number(name), Number(parent))
    } catch {
      // It has ended since.
    }
  const isBelow = (id: number | undefined): boolean =>
    id !== undefined && id > 1 && (id === root || isBelow(parents.get(id)))
  return [...parents.keys()].filter(id => id !== root && isBelow(parents.get(id)))
}

/** A bundled server on a core of its own, which answers what it has used. */
export class PinnedProcess<Ready extends { origin: string }> {
  private constructor(
    readonly child: ChildProcess,
    readonly ready: Ready,
  ) {}

  static async start<Ready extends { origin: string }>(
    file: string,
    core: number,
    env: Record<string, string> = {},
  ): Promise<PinnedProcess<Ready>> {
    const program = [process.execPath, file]
    const [command = '', ...args] = canPin ? ['taskset', '-c', String(core), ...program] : program
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const [ready] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(`${file} has ended`))),
    ])) as [Ready]
    return new PinnedProcess(child, ready)
  }

  get origin(): string {
    return this.ready.origin
  }

  /** `collect`: after a collection of garbage, which takes processor time itself. */
  usage(how: UsageOrder = 'usage'): Promise<ProcessUsage> {
    return usageOf(this.child, how)
  }

  async close(): Promise<void> {
    this.child.send('close')
    await once(this.child, 'exit')
  }
}
