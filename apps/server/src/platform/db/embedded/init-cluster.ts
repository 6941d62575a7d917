import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '../../log/log'
import { DatabaseError } from '../database-error'
import type { Binaries } from './binaries'
import {
  type ClusterFile,
  clusterFilePath,
  clusterFolder,
  newPassword,
  readClusterFile,
  writeClusterFile,
} from './cluster-file'
import { freePort } from './free-port'
import type { Launcher } from './launcher'

const run = promisify(execFile)

/** Creates the cluster once, beside its place: what is in its place is always complete. */
export async function initCluster(
  dataDir: string,
  binaries: Binaries,
  launcher: Launcher,
  log: Log,
): Promise<ClusterFile> {
  const folder = clusterFolder(dataDir)
  const known = readClusterFile(dataDir)
  if (existsSync(folder)) {
    await assertVersion(folder, binaries, launcher)
    if (known) return known
    throw new DatabaseError(
      'password_lost',
      `${clusterFilePath(dataDir)} is missing: it holds the password of the database in ${folder}`,
    )
  }

  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const file = known ?? { port: await freePort(), password: newPassword() }
  writeClusterFile(dataDir, file)
  await initdb(unfinished, file.password, binaries, launcher)
  renameSync(unfinished, folder)
  log.info({ folder }, 'database created')
  return file
}

async function initdb(
  folder: string,
  password: string,
  binaries: Binaries,
  launcher: Launcher,
): Promise<void> {
  const passwordFile = `${folder}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const { user } = launcher
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid)
  const [command, args] = launcher.command(binaries.initdb, [
    `--pgdata=${folder}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ])
  try {
    await run(command, args, { ...launcher.ids, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, timeout: 120_000 })
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const line = stderr.split('\n').find(text => text.includes('error:')) ?? message.split('\n')[0]
    throw new DatabaseError('cannot_start', `the database cannot be made in ${folder}: ${line}`, {
      cause: error,
    })
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

async function assertVersion(folder: string, binaries: Binaries, launcher: Launcher): Promise<void> {
  const written = readVersion(folder)
  const [command, args] = launcher.command(binaries.postgres, ['--version'])
  const { stdout } = await run(command, args, { ...launcher.ids, cwd: '/', timeout: 20_000 })
  const brought = /(\d+)/.exec(stdout)?.[1]
  if (written === brought) return
  throw new DatabaseError(
    'other_version',
    `the database in ${folder} was written by PostgreSQL ${written}, this Livetap brings ${brought}: dump and restore it, or choose another LIVETAP_DATA`,
  )
}

function readVersion(folder: string): string {
  try {
    return readFileSync(resolve(folder, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    const closed = (error as NodeJS.ErrnoException).code === 'EACCES'
    const problem = closed ? 'belongs to another user: start as that user' : 'holds no database: move it away'
    throw new DatabaseError('cannot_start', `${folder} ${problem}, or choose another LIVETAP_DATA`, {
      cause: error,
    })
  }
}
