import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseError } from '../database-error'
import type { Binaries } from './binaries'
import type { SystemUser } from './system-user'

/** How a database program is started: as whom, and behind which command. */
export interface Launcher {
  command(program: string, args: string[]): [string, string[]]
  /** Who owns the database's files; absent: the current user. */
  user: SystemUser | undefined
  /** Options for spawn. */
  ids: { uid?: number; gid?: number }
}

/**
 * As another user than root the database may be unable to walk through a closed parent (0700 /root, say) to its
 * own folder or programs. It is then given the one capability to walk through, where the system can do that.
 */
export function createLauncher(user: SystemUser | undefined, binaries: Binaries, cluster: string): Launcher {
  if (!user) return { command: (program, args) => [program, args], user, ids: {} }
  const closed = closedParent(cluster, user) ?? closedParent(binaries.postgres, user)
  if (!closed) return { command: (program, args) => [program, args], user, ids: user }

  const prefix = walkThrough(user)
  try {
    execFileSync('setpriv', [...prefix, binaries.postgres, '--version'], { stdio: 'ignore', timeout: 10_000 })
  } catch (error) {
    throw new DatabaseError(
      'folder_closed',
      `the database runs as another user than root and cannot enter ${closed}: choose another folder with LIVETAP_DATA, or set DATABASE_URL`,
      { cause: error },
    )
  }
  return { command: (program, args) => ['setpriv', [...prefix, program, ...args]], user, ids: {} }
}

function walkThrough(user: SystemUser): string[] {
  const only = '-all,+dac_read_search'
  return [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    `--bounding-set=${only}`,
    '--',
  ]
}

/** The outermost folder above `path` that `user` may not walk through. */
function closedParent(path: string, user: SystemUser): string | undefined {
  const parents: string[] = []
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder))
    parents.unshift(folder)
  return parents.find(folder => !mayEnter(folder, user))
}

function mayEnter(folder: string, user: SystemUser): boolean {
  const { mode, uid, gid } = statSync(folder)
  if (uid === user.uid) return (mode & 0o100) !== 0
  if (gid === user.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}
