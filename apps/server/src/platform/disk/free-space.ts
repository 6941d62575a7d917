import { statfs } from 'node:fs/promises'

/** Kept for the database, the log and everything small: no recording that arrives or is unpacked may use it up. */
const RESERVED_BYTES = 512 * 2 ** 20
const LOW_BYTES = 2 * 2 ** 30
/** On a small disk a part of it instead. */
const RESERVED_SHARE = 0.05
const LOW_SHARE = 0.1

export interface DiskState {
  /** What recordings may still take. */
  freeBytes: number
  /** Objects may use most of the reserve, so that running meetings last longest; then they are refused. */
  hasRoom: boolean
  /** Worth a look from the operator: the server works, and soon it might not. */
  isLow: boolean
  isFull: boolean
  /** Less than what `hasRoom` leaves: given back, it serves the database alone. */
  ballastBytes: number
}

export async function diskState(folder: string): Promise<DiskState> {
  const { bavail, blocks, bsize } = await statfs(folder)
  const free = bavail * bsize
  const total = blocks * bsize
  const reserved = Math.min(RESERVED_BYTES, total * RESERVED_SHARE)
  const ballastBytes = Math.floor(reserved / 16)
  return {
    freeBytes: Math.max(0, Math.floor(free - reserved)),
    hasRoom: free > reserved / 4,
    isLow: free < Math.min(LOW_BYTES, total * LOW_SHARE),
    isFull: free < ballastBytes / 2,
    ballastBytes,
  }
}

export const freeBytes = async (folder: string) => (await diskState(folder)).freeBytes

export const hasRoom = async (folder: string) => (await diskState(folder)).hasRoom

export async function isDiskLow(folders: readonly string[]): Promise<boolean> {
  return (await Promise.all(folders.map(diskState))).some(({ isLow }) => isLow)
}
