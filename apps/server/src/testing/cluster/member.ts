import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { waitAtMost } from '../../platform/wait-at-most'
import { processesUnder } from './process-tree'

export interface MemberSpec {
  name: string
  folder: string
  port: number
  command: string
  args: readonly string[]
  env?: Record<string, string>
  /** As whom it runs; absent: the current user. */
  ids?: { uid?: number; gid?: number }
  cwd?: string
  /** What asks it to end in good order. */
  stopSignal?: NodeJS.Signals
  /** After so long it is killed. */
  stopMs?: number
  /** Before each start: what a killed one left behind is put away. */
  prepare?: () => Promise<void> | void
  isReady: () => Promise<boolean>
  /** What it has started besides, where that is not below it. */
  otherProcesses?: () => number[]
}

const READY_MS = 120_000
const POLL_MS = 50
const LAST_LINES = 20

/** One process of the cluster, with a folder and a log file of its own. */
export class Member {
  #child: ChildProcess | undefined
  #exited: Promise<void> = Promise.resolve()
  #frozen: number[] = []
  /** Set while its end is wanted. */
  #isEnding = false
  /** Called when the process ends and no one asked it to. */
  onDeath: (how: string) => void = () => undefined

  constructor(readonly spec: MemberSpec) {
    mkdirSync(spec.folder, { recursive: true })
  }

  get name(): string {
    return this.spec.name
  }

  get port(): number {
    return this.spec.port
  }

  get logFile(): string {
    return join(this.spec.folder, `${this.name}.log`)
  }

  get pid(): number | undefined {
    return this.isRunning ? this.#child?.pid : undefined
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Resolves when it is ready; rejects with the end of its log when it ends before. */
  async start(): Promise<void> {
    const { command, args, env, ids, cwd, prepare } = this.spec
    await prepare?.()
    this.#isEnding = false
    const log = openSync(this.logFile, 'a', 0o600)
    const child = spawn(command, args, {
      ...ids,
      cwd: cwd ?? this.spec.folder,
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
      stdio: ['ignore', log, log],
      // A group of its own: Ctrl+C in a terminal reaches the cluster, which stops its processes in order.
      detached: true,
    })
    closeSync(log)
    this.#child = child
    this.#exited = new Promise(resolve => {
      child.once('error', () => resolve())
      child.once('exit', (code, signal) => {
        resolve()
        if (!this.#isEnding && this.#child === child) this.onDeath(signal ?? `exit code ${code}`)
      })
    })
    await this.#untilReady(child)
  }

  /** In good order; killed when that takes too long. */
  async stop(): Promise<void> {
    const { stopSignal = 'SIGTERM', stopMs = 30_000 } = this.spec
    this.#isEnding = true
    if (!this.isRunning) return
    this.thaw()
    this.#child!.kill(stopSignal)
    if (!(await waitAtMost(stopMs, this.#exited))) await this.kill()
  }

  /** At once, with all that it has started. */
  async kill(): Promise<void> {
    this.#isEnding = true
    if (!this.isRunning) return
    signal(this.processes(), 'SIGKILL')
    this.#frozen = []
    await this.#exited
  }

  /** It does not move, and neither does what it has started: connections stay open and are not answered. */
  freeze(): void {
    this.#frozen = this.processes()
    signal(this.#frozen, 'SIGSTOP')
  }

  thaw(): void {
    signal(this.#frozen, 'SIGCONT')
    this.#frozen = []
  }

  /** Its own process first. */
  processes(): number[] {
    const { pid } = this
    if (pid === undefined) return []
    return [...new Set([pid, ...processesUnder(pid), ...(this.spec.otherProcesses?.() ?? [])])]
  }

  lastLines(): string {
    const text = readFileSync(this.logFile, 'utf8')
    return text.trimEnd().split('\n').slice(-LAST_LINES).join('\n')
  }

  async #untilReady(child: ChildProcess): Promise<void> {
    for (const deadline = performance.now() + READY_MS; ; await wait(POLL_MS)) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
        throw new Error(`${this.name} cannot start:\n${this.lastLines()}`)
      if (await this.spec.isReady().catch(() => false)) return
      if (performance.now() > deadline)
        throw new Error(`${this.name} is not ready after ${READY_MS / 1000} s:\n${this.lastLines()}`)
    }
  }
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {
      // It has ended by itself.
    }
}
