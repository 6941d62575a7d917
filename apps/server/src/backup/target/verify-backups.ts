import { BackupError } from '../backup-error'
import { inOrder } from '../in-order'
import type { Progress } from '../progress'
import type { BackupTarget } from './backup-target'
import type { Manifest, Piece } from './manifest'

const AT_ONCE = 3

export interface Verified {
  backups: number
  parts: number
  bytes: number
  /** A line each. */
  problems: string[]
}

/** Reads every byte that the whole backups of the target need. */
export async function verifyBackups(target: BackupTarget, progress: Progress): Promise<Verified> {
  const verified: Verified = { backups: 0, parts: 0, bytes: 0, problems: [] }
  const attempt = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof BackupError && error.reason === 'damaged')) throw error
      if (!verified.problems.includes(error.message)) verified.problems.push(error.message)
      return undefined
    }
  }
  const { complete } = await target.backups()
  /** Of each part that was read its length; nothing of one that is damaged. */
  const lengths = new Map<string, number | undefined>()
  progress.stage('parts (number, size)')
  for (const id of complete) {
    verified.backups += 1
    const manifest = await attempt(target.manifest(id))
    if (!manifest) continue
    const pieces = inOrder(piecesOf(target, manifest, attempt), AT_ONCE, async piece => {
      const [part] = piece
      if (lengths.has(part)) return piece
      lengths.set(part, undefined)
      const content = await attempt(target.part(part))
      if (!content) return piece
      lengths.set(part, content.byteLength)
      verified.parts += 1
      verified.bytes += content.byteLength
      progress.add(content.byteLength, 1)
      return piece
    })
    for await (const [part, at, length] of pieces) {
      const whole = lengths.get(part)
      if (whole !== undefined && at + length > whole)
        verified.problems.push(`backup ${id} wants more of the part ${part} than it has`)
    }
  }
  progress.done()
  return verified
}

async function* piecesOf(
  target: BackupTarget,
  manifest: Manifest,
  attempt: <T>(work: Promise<T>) => Promise<T | undefined>,
): AsyncGenerator<Piece> {
  for (const { pieces } of manifest.tables) yield* pieces
  for (const { pieces } of manifest.uploads) yield* pieces ?? []
  for (let number = 1; number <= manifest.pages; number++)
    for (const { pieces } of (await attempt(target.page(manifest.id, number))) ?? []) yield* pieces
}
