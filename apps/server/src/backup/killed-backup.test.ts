import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../platform/config/config'
import { openDatabase } from '../platform/db/database'
import { createLog } from '../platform/log/log'
import { loadSecret } from '../platform/secret/secret'
import { emptyDatabase, testDatabase } from '../testing/database/test-database'
import { serverBundle } from '../testing/process/server-bundle'
import { BACKUP_KEY, backup, restore, testFolder } from './testing/backup-commands'
import { everyRow } from './testing/whole-installation'

const MB = 1024 * 1024
const OBJECTS = 10
const OBJECT_BYTES = 16 * MB

/** Mostly holes: it is read at once, and has as many parts as any other. */
async function addObject(path: string, number: number): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true })
  const file = await open(path, 'w')
  for (let at = 0; at < OBJECT_BYTES; at += 4 * MB) await file.write(`${number} at ${at}`, at)
  await file.truncate(OBJECT_BYTES)
  await file.close()
}

const bundle = serverBundle()

function program(name: string, env: Record<string, string>, target: string): ChildProcess {
  const child = spawn(process.execPath, [join(dirname(bundle.main), `${name}.js`), target], {
    env: { ...process.env, LIVETAP_BACKUP_KEY: BACKUP_KEY, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr!.resume()
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(file => file.isFile() && !file.parentPath.includes('/.'))
        .map(file => join(file.parentPath, file.name))
    : []

const fileOf = (path: string) => statSync(path).ino

async function killedWhen(child: ChildProcess, isFarEnough: () => boolean): Promise<void> {
  const ended = once(child, 'exit')
  while (!isFarEnough() && child.exitCode === null) await wait(1)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

test('a backup and a restore that are killed go on where they were', async () => {
  const database = await testDatabase()
  const folder = await testFolder()
  const [data, target] = [join(folder, 'data'), join(folder, 'target')]
  await database.pool.query(
    `insert into meeting (id, title, host_user_id, host_email, site_id, site_name, source, region, enable_ensemble,
       sharder, trainable_shard_percent, status, stage, started_at, number)
     values ('m1', 'Planning', 'u', 'u@example.com', '1', 'site', 'upload', 'us', true, 'vadmarker', 0, 'CallEnded', '', now(), '1')`,
  )
  const object = (place: string, at: number) => join(place, 'storage', 'meetings', 'm1', 'work', `${at}.pcm`)
  for (let at = 0; at < OBJECTS; at++) await addObject(object(data, at), at)
  const env = { DATABASE_URL: database.url, LIVETAP_DATA: data }
  loadSecret(loadConfig(env, '/'))

  const parts = () => filesIn(join(target, 'parts'))
  await killedWhen(program('backup', env, target), () => parts().length >= 6)
  const stored = new Set(parts())
  expect(stored.size).toBeLessThan(OBJECTS * 4)
  expect((await backup(env, '--list', target)).output).toBe('there is no whole backup\n')
  const empty = await emptyDatabase()
  onTestFinished(() => empty.drop())
  const place = { DATABASE_URL: empty.url, LIVETAP_DATA: join(await testFolder(), 'data') }
  expect((await restore(place, target)).problems).toBe('there is no whole backup\n')
  const files = new Map(filesIn(join(target, 'parts')).map(path => [path, fileOf(path)]))
  expect(await backup(env, target)).toMatchObject({ code: 0 })
  // What the first one stored was not stored again.
  for (const path of stored) expect(fileOf(path), path).toBe(files.get(path))

  const restored = () => filesIn(join(place.LIVETAP_DATA, 'storage')).length
  await killedWhen(program('restore', place, target), () => restored() >= 2)
  expect(restored()).toBeLessThan(OBJECTS)
  // No server takes it for an installation.
  const start = openDatabase(loadConfig(place, '/'), createLog('silent'))
  await expect(start).rejects.toThrow(/^a backup is being restored into the database/)
  const again = await restore(place, target)
  expect(again).toMatchObject({ code: 0, problems: expect.stringContaining('goes on') })
  const digest = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  for (let at = 0; at < OBJECTS; at++)
    expect(await digest(object(place.LIVETAP_DATA, at))).toBe(await digest(object(data, at)))
  expect(await everyRow(place.DATABASE_URL)).toEqual(await everyRow(database.url))
})
