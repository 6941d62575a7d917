import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SmallDisk {
  path: string
  /** Takes everything that is left, as another program would. */
  fill(): void
  free(): void
  remove(): void
}

/** A disk of its own under this empty folder, really as small as asked for. Nothing where the system forbids it. */
export function smallDisk(path: string, megabytes: number): SmallDisk | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path], {
      stdio: 'ignore',
    })
  } catch {
    return undefined
  }
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      const { bavail, bsize } = statfsSync(path)
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize))
      } catch {
        // Others wrote meanwhile: it is full.
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => void execFileSync('umount', ['--lazy', path], { stdio: 'ignore' }),
  }
}
