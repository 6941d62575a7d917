import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const STALE_MS = 30_000
const BEAT_MS = 5_000
const POLL_MS = 250

/** Watches another process's lock for beats. How far apart they are is measured here: its file's times are by a clock that may be set. */
class LockWatch {
  #beat: number | undefined
  #since = performance.now()
  readonly #path: string
  readonly #staleMs: number

  constructor(path: string, staleMs: number) {
    this.#path = path
    this.#staleMs = staleMs
  }

  async isAbandoned(): Promise<boolean> {
    const beat = (await stat(this.#path).catch(() => undefined))?.mtimeMs
    if (beat === undefined) return false
    if (beat !== this.#beat) {
      this.#beat = beat
      this.#since = performance.now()
    }
    return (await this.#isOwnerGone()) || performance.now() - this.#since > this.#staleMs
  }

  /** Known of processes of this machine alone: the folder may be shared. */
  async #isOwnerGone(): Promise<boolean> {
    const [pid, machine] = (await readFile(this.#path, 'utf8').catch(() => '')).trim().split(' ')
    if (!Number(pid) || machine !== hostname()) return false
    try {
      process.kill(Number(pid), 0)
      return false
    } catch (error) {
      // EPERM: it lives under another user.
      return (error as NodeJS.ErrnoException).code === 'ESRCH'
    }
  }
}

export interface ModelLockOptions {
  timeoutMs?: number
  /** A lock whose owner shows no life for so long is taken over. */
  staleMs?: number
  onWait?: () => void
  onPoll?: () => void
}

/** Runs `work` while holding a lock file with a heartbeat; a lock whose owner is gone is taken over. */
export async function withModelLock<T>(
  root: string,
  work: () => Promise<T>,
  options: ModelLockOptions = {},
): Promise<T> {
  await mkdir(root, { recursive: true })
  const path = join(root, '.lock')
  const watch = new LockWatch(path, options.staleMs ?? STALE_MS)
  const deadline = performance.now() + (options.timeoutMs ?? 900_000)
  let waited = false
  for (;;) {
    const handle = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      return undefined
    })
    if (handle) {
      await handle.writeFile(`${process.pid} ${hostname()}`)
      await handle.close()
      break
    }
    if (await watch.isAbandoned()) {
      await rm(path, { force: true })
      continue
    }
    if (performance.now() > deadline) throw new Error(`Another process holds ${path} for too long`)
    if (!waited) options.onWait?.()
    waited = true
    options.onPoll?.()
    await sleep(POLL_MS)
  }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), BEAT_MS)
  beat.unref()
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await rm(path, { force: true })
  }
}
