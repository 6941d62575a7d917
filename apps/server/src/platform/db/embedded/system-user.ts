import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { DatabaseError } from '../database-error'

export interface SystemUser {
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root: whom it runs as instead, and for good, because its files are that user's.
 * Absent: as the current user.
 */
export function systemUser(cluster: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const user = ownerOf(cluster) ?? lookUp('postgres') ?? create('postgres') ?? lookUp('nobody')
  if (user) return user
  throw new DatabaseError(
    'no_user',
    'PostgreSQL refuses to run as root and there is no other user for it: make a user postgres, or set DATABASE_URL',
  )
}

function ownerOf(folder: string): SystemUser | undefined {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

function lookUp(name: string): SystemUser | undefined {
  const uid = output('id', ['-u', name])
  const gid = output('id', ['-g', name])
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function create(name: string): SystemUser | undefined {
  output('groupadd', ['--system', name])
  output('useradd', ['--system', '--gid', name, '--no-create-home', '--shell', '/usr/sbin/nologin', name])
  return lookUp(name)
}

function output(command: string, args: string[]): string | undefined {
  try {
    return execFileSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 10_000,
    }).trim()
  } catch {
    return undefined
  }
}
