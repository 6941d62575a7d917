import { resolve, sep } from 'node:path'
import pg from 'pg'
import { type Config, loadConfig, type StorageConfig, storageConfig } from '../platform/config/config'
import { openCommandServer } from '../platform/db/command-database'
import { startProblem } from '../platform/start-problem'
import { openResumable, openStorage } from '../platform/storage/open-storage'
import { StorageError } from '../platform/storage/storage'
import { BackupError } from './backup-error'
import { bytesText, Progress, type ProgressOutput } from './progress'
import { restoreBackup } from './restore/restore-backup'
import { keptSecret, RestoredSecret } from './restore/restored-secret'
import { createBackup } from './take/create-backup'
import { BackupTarget } from './target/backup-target'
import { verifyBackups } from './target/verify-backups'

const BACKUP_USAGE = `npm run backup -- TARGET [--keep N]   backs the installation up, and removes all but the newest N backups
npm run backup -- --verify TARGET     reads every byte of the backups in TARGET and says what is damaged
npm run backup -- --list TARGET       lists the backups in TARGET

TARGET is a folder or s3://bucket/prefix. LIVETAP_BACKUP_KEY is the key of what lies there.
`
const RESTORE_USAGE = `npm run restore -- TARGET [--backup ID]   restores the newest backup in TARGET, or another one, into an
                                         installation that is empty: no tables, no objects, no server

TARGET is a folder or s3://bucket/prefix. LIVETAP_BACKUP_KEY is the key of what lies there.
`

export interface BackupSurroundings {
  env: Record<string, string | undefined>
  cwd: string
  write(text: string): void
  problems: ProgressOutput
}

interface Asked {
  target: string
  verify: boolean
  list: boolean
  keep: number | undefined
  backup: string | undefined
}

/** Answers the exit code: 0 when it is done, 2 for a damaged backup, 1 for a mistake or an outage. */
export async function runBackupCommand(args: string[], around: BackupSurroundings): Promise<number> {
  return await answered(around, async () => {
    const asked = readArguments(args, ['--verify', '--list', '--keep'], BACKUP_USAGE)
    const { config, key, place, target } = await openTarget(asked.target, around)
    const progress = new Progress(around.problems)
    if (asked.list) {
      const { complete } = await (await BackupTarget.open(target, key, asked.target)).backups()
      around.write(complete.map(id => `${id}\n`).join('') || 'there is no whole backup\n')
      return 0
    }
    if (asked.verify)
      return await verify(await BackupTarget.open(target, key, asked.target), progress, around)
    assertOutside(place, config)
    const secret = keptSecret(config)
    const backups = await BackupTarget.openOrCreate(target, key, asked.target)
    const server = await openCommandServer(config)
    try {
      const source = {
        databaseUrl: server.url,
        storage: await openStorage(config.storage, around.env),
        resumable: await openResumable(config.storage, around.env),
        secret,
      }
      const keep = asked.keep ?? config.backup.keep ?? Number.MAX_SAFE_INTEGER
      const { manifest, storedBytes, removed } = await createBackup(source, backups, keep, progress)
      const { tables, objects, objectBytes, id } = manifest
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      const what = `${rows} rows, ${objects} objects, ${bytesText(objectBytes)}`
      around.write(`backup ${id}: ${what}; ${bytesText(storedBytes)} of it new\n`)
      const lost = manifest.uploads.filter(upload => upload.pieces === null).length
      if (lost > 0) around.write(`${lost} uploads that are under way begin anew after a restore\n`)
      if (removed.backups > 0)
        around.write(`removed ${removed.backups} earlier backups and ${removed.parts} parts\n`)
      return 0
    } finally {
      await server.close()
    }
  })
}

/** Answers the exit code: 0 when it is done, 2 for a damaged backup, 1 for a mistake or an outage. */
export async function runRestoreCommand(args: string[], around: BackupSurroundings): Promise<number> {
  return await answered(around, async () => {
    const asked = readArguments(args, ['--backup'], RESTORE_USAGE)
    const { config, key, target } = await openTarget(asked.target, around)
    const backups = await BackupTarget.open(target, key, asked.target)
    const server = await openCommandServer(config)
    try {
      if (!server.isAlone)
        throw new BackupError(
          'not_empty',
          `a server runs with the data folder ${config.dataDir}: stop it first`,
        )
      const place = {
        databaseUrl: server.url,
        storage: await openStorage(config.storage, around.env),
        resumable: await openResumable(config.storage, around.env),
        secret: new RestoredSecret(config),
      }
      const restored = await restoreBackup(place, backups, asked.backup, new Progress(around.problems))
      const rows = restored.tables.reduce((sum, table) => sum + table.rows, 0)
      around.write(`restored ${restored.id}: ${rows} rows, ${restored.objects} objects\n`)
      return 0
    } finally {
      await server.close()
    }
  })
}

async function verify(
  target: BackupTarget,
  progress: Progress,
  { write, problems }: BackupSurroundings,
): Promise<number> {
  const { backups, parts, bytes, problems: found } = await verifyBackups(target, progress)
  for (const problem of found) problems.write(`${problem}\n`)
  const counted = `${backups} backups, ${parts} parts, ${bytesText(bytes)}`
  write(found.length === 0 ? `valid: ${counted}\n` : `DAMAGED in ${found.length} places: ${counted}\n`)
  return found.length === 0 ? 0 : 2
}

async function openTarget(given: string, { env, cwd }: BackupSurroundings) {
  const config = loadConfig(env, cwd)
  const { key } = config.backup
  if (!key)
    throw new BackupError('no_key', 'LIVETAP_BACKUP_KEY: is needed, and without it no backup is read again')
  const place = storageConfig('TARGET', given, cwd)
  return { config, key, place, target: await openStorage(place, env, 'TARGET') }
}

function assertOutside(place: StorageConfig, { storage, dataDir }: Config): void {
  const isIn = (folder: string) =>
    place.kind === 'folder' && `${resolve(place.folder)}${sep}`.startsWith(`${resolve(folder)}${sep}`)
  if (isIn(dataDir) || (storage.kind === 'folder' && isIn(storage.folder)))
    throw new BackupError(
      'foreign_target',
      'TARGET lies in the installation itself: it would be lost with it',
    )
}

function readArguments(args: string[], known: readonly string[], usage: string): Asked {
  const rest: string[] = []
  const asked: Asked = { target: '', verify: false, list: false, keep: undefined, backup: undefined }
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    if (!arg.startsWith('--')) rest.push(arg)
    else if (!known.includes(arg)) throw new BackupError('usage', usage)
    else if (arg === '--verify') asked.verify = true
    else if (arg === '--list') asked.list = true
    else if (arg === '--backup') asked.backup = args[++at]
    else asked.keep = /^[1-9]\d{0,5}$/.test(args[at + 1] ?? '') ? Number(args[++at]) : Number.NaN
  }
  if (rest.length !== 1 || Number.isNaN(asked.keep)) throw new BackupError('usage', usage)
  return { ...asked, target: rest[0]! }
}

async function answered({ problems }: BackupSurroundings, action: () => Promise<number>): Promise<number> {
  try {
    return await action()
  } catch (error) {
    const isOurs = error instanceof BackupError || error instanceof StorageError || isOfDatabase(error)
    const text = isOurs ? error.message.trimEnd() : startProblem(error).replace('Livetap cannot start: ', '')
    problems.write(`${text}\n`)
    return error instanceof BackupError && error.reason === 'damaged' ? 2 : 1
  }
}

/** What PostgreSQL says of itself is a line. */
const isOfDatabase = (error: unknown): error is Error => error instanceof pg.DatabaseError
