import type { BackupTarget } from './backup-target'

export interface RemovedBackups {
  backups: number
  parts: number
}

/**
 * Leaves the newest backups, as many as are kept, and the parts that they need. What a killed backup left goes too: a whole one
 * is newer. Runs while no other backup of the installation can.
 */
export async function removeOldBackups(target: BackupTarget, keep: number): Promise<RemovedBackups> {
  const { complete, unfinished } = await target.backups()
  const kept = complete.slice(-keep)
  const old = [...complete.slice(0, complete.length - kept.length), ...unfinished]
  if (old.length === 0) return { backups: 0, parts: 0 }
  // What the kept ones need is known before anything goes: with one that cannot be read nothing does.
  const needed = new Set<string>()
  const need = (pieces: readonly (readonly [string, ...unknown[]])[]) => {
    for (const [part] of pieces) needed.add(part)
  }
  for (const id of kept) {
    const { tables, uploads, pages } = await target.manifest(id)
    for (const { pieces } of tables) need(pieces)
    for (const { pieces } of uploads) need(pieces ?? [])
    for await (const { pieces } of target.objects(id, pages)) need(pieces)
  }
  for (const id of old) await target.removeBackup(id)
  let parts = 0
  for (const part of await target.parts()) {
    if (needed.has(part)) continue
    await target.removePart(part)
    parts += 1
  }
  return { backups: old.length, parts }
}
