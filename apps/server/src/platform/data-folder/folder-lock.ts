import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { startTimeOf } from './process-identity'

interface Holder {
  pid: number
  started: string
  address: string
  id: string
}

export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError'
  readonly reason = 'already_running'

  constructor(dataDir: string, { address, pid }: Holder) {
    super(`Livetap is already running on ${address} (process ${pid}) with the data folder ${dataDir}`)
  }
}

export interface FolderLock {
  release(): void
}

/**
 * One server a data folder. The lock names a process that can be looked for, so that one left behind by a killed
 * server is recognised and taken over.
 */
export function lockFolder(dataDir: string, address: string): FolderLock {
  const path = resolve(dataDir, 'livetap.lock')
  const mine: Holder = {
    pid: process.pid,
    started: startTimeOf(process.pid) ?? '',
    address,
    id: randomUUID(),
  }
  const unfinished = `${path}.${mine.id}`
  writeFileSync(unfinished, JSON.stringify(mine), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      if (tryLink(unfinished, path)) return { release: () => release(path, mine.id) }
      const holder = read(path)
      if (holder && isRunning(holder)) throw new FolderLockedError(dataDir, holder)
      removeLock(path, holder)
    }
    throw new Error(`${path} cannot be locked`)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

const isRunning = ({ pid, started }: Holder) => started !== '' && startTimeOf(pid) === started

/** Another starter may have replaced the stale lock meanwhile: what was moved away by mistake is put back. */
function removeLock(path: string, judged: Holder | undefined): void {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (read(aside)?.id !== judged?.id) tryLink(aside, path)
  rmSync(aside, { force: true })
}

function release(path: string, id: string): void {
  if (read(path)?.id === id) rmSync(path, { force: true })
}
