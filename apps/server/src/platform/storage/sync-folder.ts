import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A renamed or new file survives a crash only when its folder is on disk too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A new folder's own entry must be on disk too, or a crash forgets the objects in it. */
export async function makeSyncedFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let made = folder; made !== dirname(first); made = dirname(made)) await syncFolder(dirname(made))
}
