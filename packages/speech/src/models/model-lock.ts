import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const staleMs = 30_000
const beatMs = 5_000
const pollMs = 250

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return false
  const owner = Number((await readFile(path, 'utf8').catch(() => '')).trim())
  const silentMs = Date.now() - found.mtimeMs
  if (!owner) return silentMs > staleMs
  try {
    process.kill(owner, 0)
    return silentMs > staleMs
  } catch (error) {
    // EPERM: the owner lives under another user. ESRCH may also mean another machine on a shared folder,
    // which is why a fresh heartbeat outranks it.
    return (error as NodeJS.ErrnoException).code === 'ESRCH' && silentMs > 2 * beatMs
  }
}

/** Runs `work` while holding a lock file with a heartbeat; a lock whose owner is gone is taken over. */
export async function withModelLock<T>(
  root: string,
  work: () => Promise<T>,
  options: { timeoutMs?: number; onWait?: () => void } = {},
): Promise<T> {
  await mkdir(root, { recursive: true })
  const path = join(root, '.lock')
  const deadline = Date.now() + (options.timeoutMs ?? 900_000)
  let waited = false
  for (;;) {
    const handle = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      return undefined
    })
    if (handle) {
      await handle.writeFile(String(process.pid))
      await handle.close()
      break
    }
    if (await isAbandoned(path)) {
      await rm(path, { force: true })
      continue
    }
    if (Date.now() > deadline) throw new Error(`Another process holds ${path} for too long`)
    if (!waited) options.onWait?.()
    waited = true
    await sleep(pollMs)
  }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), beatMs)
  beat.unref()
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await rm(path, { force: true })
  }
}
