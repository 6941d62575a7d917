import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log/log'
import { type Repeating, repeat } from '../repeating'
import { diskState } from './free-space'

const LOOK_MS = 2_000
const PIECE = Buffer.alloc(2 ** 20)

/**
 * Space that is held while there is plenty and given to the database when a disk is full: to delete something it
 * must write too. Other writers are refused by then.
 */
export function holdBallast(dataDir: string, log: Log): Repeating {
  const path = join(dataDir, 'ballast')
  const look = async () => {
    const { isFull, isLow, ballastBytes } = await diskState(dataDir)
    const isHeld = (await stat(path).catch(() => undefined)) !== undefined
    if (isFull && isHeld) {
      await rm(path, { force: true })
      log.error('disk full: refusing recordings until there is space')
    } else if (!isLow && !isHeld) await write(path, ballastBytes)
  }
  const repeating = repeat(look, LOOK_MS, error => log.warn({ err: error }, 'disk check failed'))
  void repeating.run()
  return repeating
}

/** Really written: a file with holes would hold nothing. */
async function write(path: string, bytes: number): Promise<void> {
  const unfinished = `${path}.new`
  const file = await open(unfinished, 'w', 0o600)
  try {
    for (let left = bytes; left > 0; left -= PIECE.length)
      await file.write(PIECE, 0, Math.min(left, PIECE.length))
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}
