import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const serverFolder = fileURLToPath(new URL('../../..', import.meta.url))

export interface SpawnedServer {
  child: ChildProcess
  /** Of the process that ended. */
  exited: Promise<number | null>
  /** Resolves with its address; rejects with what it said when it ends before. */
  listening: Promise<string>
  output(): { stdout: string; stderr: string }
}

export interface SpawnOptions {
  /** A file descriptor to write to instead of being read here. */
  stdout?: number
  /** How many descriptors the server, its database and its recognisers may each have open. */
  openFiles?: number
}

export function spawnServer(
  main: string,
  env: Record<string, string>,
  { stdout, openFiles }: SpawnOptions = {},
): SpawnedServer {
  const { PATH = '', HOME = '' } = process.env
  const [command, args] =
    openFiles === undefined
      ? [process.execPath, [main]]
      : ['bash', ['-c', `ulimit -n ${openFiles} && exec "$0" "$1"`, process.execPath, main]]
  const child = spawn(command, args, {
    env: { PATH, HOME, LIVETAP_SAMPLES: 'off', LIVETAP_WHISPER: 'base', PORT: '0', ...env },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe', 'ipc'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', chunk => {
    output.stdout += chunk
  })
  child.stderr!.on('data', chunk => {
    output.stderr += chunk
  })
  const exited = new Promise<number | null>(resolve => child.once('close', resolve))
  const listening = new Promise<string>((resolve, reject) => {
    child.on('message', message => resolve((message as { address: string }).address))
    exited.then(code => reject(new Error(`ended with ${code}: ${output.stderr}${output.stdout}`)))
  })
  listening.catch(() => undefined)
  return { child, exited, listening, output: () => output }
}

/** A data folder for spawned servers; removing it first ends the database that a killed one left behind. */
export async function spawnFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'livetap-spawned-'))
  return {
    path,
    async remove() {
      const pid = postmasterPid(path)
      if (pid !== undefined) await end(pid)
      // The workers of a killed server end a moment after it, and may still write until then.
      await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
    },
  }
}

export function postmasterPid(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(resolve(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

async function end(pid: number): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    try {
      process.kill(pid, attempt === 0 ? 'SIGINT' : 0)
    } catch {
      return
    }
    await wait(25)
  }
}
