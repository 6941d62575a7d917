import { statfs } from 'node:fs/promises'

/** Kept for the database, the log and everything small: no recording may use it up. */
export const RESERVED_BYTES = 512 * 2 ** 20

/** What may still be written under this folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return Math.max(0, bavail * bsize - RESERVED_BYTES)
}
