import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../platform/config/config'
import { openDatabase } from '../platform/db/database'
import { createLog } from '../platform/log/log'
import { loadSecret } from '../platform/secret/secret'
import { FolderStorage } from '../platform/storage/folder-storage'
import { emptyDatabase, type TestDatabase, testDatabase } from '../testing/database/test-database'
import { Random } from '../testing/random'
import { type TestBucket, testBucket } from '../testing/test-bucket'
import { Progress } from './progress'
import { BackupTarget } from './target/backup-target'
import { verifyBackups } from './target/verify-backups'
import { BACKUP_KEY, backup, restore, testFolder } from './testing/backup-commands'
import { everyObject, everyRow } from './testing/whole-installation'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await addMeeting('m1')
  await database.pool.query(
    "insert into account (id, email, user_name, password_hash) values (gen_random_uuid(), 'ada@example.com', 'ada', 'x')",
  )
})
afterAll(() => database.drop())

const addMeeting = (id: string) =>
  database.pool.query(
    `insert into meeting (id, title, host_user_id, host_email, site_id, site_name, source, region, enable_ensemble,
       sharder, trainable_shard_percent, status, stage, started_at, number)
     values ($1, 'Planning', 'u', 'u@example.com', '1', 'site', 'upload', 'us', true, 'vadmarker', 0, 'CallEnded', '', now(), $1)
     on conflict do nothing`,
    [id],
  )

/** An installation on the database with a storage of its own. */
async function installation() {
  const folder = await testFolder()
  const env = { DATABASE_URL: database.url, LIVETAP_DATA: join(folder, 'data') }
  const storage = await FolderStorage.open(join(folder, 'data', 'storage'))
  loadSecret(loadConfig(env, '/'))
  return { env, storage, target: join(folder, 'target') }
}

/** An empty one. */
async function place() {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  return { DATABASE_URL: url, LIVETAP_DATA: join(await testFolder(), 'data') }
}

const storageOf = (env: { LIVETAP_DATA: string }) => FolderStorage.open(join(env.LIVETAP_DATA, 'storage'))
const quiet = new Progress({ write: () => undefined })
const partsIn = (target: string) =>
  readdirSync(join(target, 'parts'), { recursive: true, withFileTypes: true }).filter(file => file.isFile())

test('what has not changed is not stored again, and old backups go with the parts that only they need', async () => {
  const { env, storage, target } = await installation()
  const large = randomBytes(9_000_000)
  await storage.put('meetings/m1/audio.flac', large)
  for (let at = 0; at < 20; at++) await storage.put(`meetings/m1/shards/${at}.flac`, randomBytes(1_000))
  // What has the time of the backup before is not even read.
  for (let at = 0; at < 10; at++)
    await utimes(join(env.LIVETAP_DATA, 'storage', `meetings/m1/shards/${at}.flac`), 1e9, 1e9)
  expect(await backup(env, target)).toMatchObject({ code: 0 })
  const first = partsIn(target).length

  // Only the tail of the large one differs; one shard is new, and one is gone.
  await storage.put('meetings/m1/audio.flac', Buffer.concat([large, randomBytes(10)]))
  await storage.put('meetings/m1/shards/new.flac', randomBytes(1_000))
  await storage.delete('meetings/m1/shards/3.flac')
  expect(await backup(env, target)).toMatchObject({ code: 0 })
  expect(partsIn(target).length - first).toBe(2)

  const third = await backup(env, target, '--keep', '1')
  expect(third).toMatchObject({
    code: 0,
    output: expect.stringMatching(/removed 2 earlier backups and \d+ parts/),
  })
  expect((await backup(env, '--verify', target)).output).toMatch(/^valid: 1 backups/)
  const restored = await place()
  expect(await restore(restored, target)).toMatchObject({ code: 0 })
  expect(await everyObject(await storageOf(restored))).toEqual(await everyObject(storage))
  expect(await everyRow(restored.DATABASE_URL)).toEqual(await everyRow(database.url))
  // Every sequence goes on behind what was given out.
  await openDatabase(loadConfig(restored, '/'), createLog('silent')).then(opened => opened.close())
})

test('a backup refuses by one line what would be of no use', async () => {
  const { env, target } = await installation()
  const refused = (problems: RegExp) => ({ code: 1, output: '', problems: expect.stringMatching(problems) })
  const elsewhere = { ...env, LIVETAP_DATA: join(await testFolder(), 'data') }
  expect(await backup(elsewhere, target)).toEqual(refused(/^[^\n]+secret is missing, [^\n]+\n$/))
  const within = join(env.LIVETAP_DATA, 'backups')
  expect(await backup(env, within)).toEqual(refused(/^TARGET lies in the installation itself: [^\n]+\n$/))
  await (await FolderStorage.open(target)).put('holiday.jpg', Buffer.from('x'))
  expect(await backup(env, target)).toEqual(refused(/holds something else than backups \(holiday.jpg\)\n$/))
  expect(await backup({ ...env, DATABASE_URL: (await place()).DATABASE_URL }, `${target}-2`)).toMatchObject({
    code: 1,
    problems: expect.stringMatching(/^the database is empty: [^\n]+\n$/),
  })
  const running = new pg.Client({ connectionString: database.url })
  await running.connect()
  await running.query('select pg_advisory_lock(7405330)')
  expect((await backup(env, `${target}-2`)).problems).toBe('another backup of this installation is running\n')
  await running.end()
  expect((await backup(env, '--force', target)).problems).toContain('npm run backup -- --verify TARGET')
})

test('a bit that is flipped anywhere is found, and so is a file that is missing, cut or in the place of another', async () => {
  const { env, storage, target } = await installation()
  await storage.put('meetings/m1/audio.flac', randomBytes(5_000_000))
  for (let at = 0; at < 3; at++) await storage.put(`meetings/m1/shards/${at}.flac`, randomBytes(2_000))
  expect(await backup(env, target)).toMatchObject({ code: 0 })
  const place = await FolderStorage.open(target)
  const opened = await BackupTarget.open(place, BACKUP_KEY, 'target')
  const random = new Random(7)
  const files = [...(await everyObject(place)).keys()]
  const isFound = async (key: string, content: Buffer) => {
    await writeFile(join(target, key), content)
    if (!key.startsWith('livetap-backup'))
      return (await verifyBackups(opened, quiet)).problems.some(problem => problem.includes(key))
    return await BackupTarget.open(place, BACKUP_KEY, 'target').then(
      () => false,
      () => true,
    )
  }
  expect(files.length).toBeGreaterThan(5)
  for (const key of files) {
    const whole = await readFile(join(target, key))
    const places = [0, whole.length - 1, random.below(whole.length)]
    for (const at of places) {
      const flipped = Buffer.from(whole)
      flipped[at]! ^= 1 << random.below(8)
      expect(await isFound(key, flipped), `${key}, byte ${at}`).toBe(true)
    }
    expect(await isFound(key, whole.subarray(0, -1)), `${key}, cut`).toBe(true)
    await writeFile(join(target, key), whole)
  }
  const [one, two] = files.filter(key => key.startsWith('parts/'))
  const kept = await readFile(join(target, one!))
  expect(await isFound(one!, await readFile(join(target, two!)))).toBe(true)
  await rm(join(target, one!))
  expect((await verifyBackups(opened, quiet)).problems).toEqual([`${one} is missing`])
  await writeFile(join(target, one!), kept)
  expect((await verifyBackups(opened, quiet)).problems).toEqual([])
})

test('a restore refuses by one line, and leaves nothing half', async () => {
  const { env, storage, target } = await installation()
  await storage.put('meetings/m1/audio.flac', randomBytes(5_000_000))
  expect(await backup(env, target)).toMatchObject({ code: 0 })
  const refused = (problems: string | RegExp, code = 1) => ({
    code,
    output: '',
    problems: expect.stringMatching(problems),
  })
  const empty = await place()
  expect(await restore({ ...empty, LIVETAP_BACKUP_KEY: 'another key for tests' }, target)).toEqual(
    refused(/^LIVETAP_BACKUP_KEY is not the key of the backups in [^\n]+\n$/),
  )
  expect(await restore({ ...empty, LIVETAP_BACKUP_KEY: undefined }, target)).toEqual(
    refused(/^LIVETAP_BACKUP_KEY: [^\n]+\n$/),
  )
  expect(await restore(env, target)).toEqual(refused(/^the database is not empty: [^\n]+\n$/))
  expect(await restore({ ...empty, LIVETAP_SECRET: 'quite another secret' }, target)).toEqual(
    refused(/^LIVETAP_SECRET is another secret [^\n]+\n$/),
  )
  expect(await restore(empty, join(target, 'nothing'))).toEqual(refused(/holds no backup\n$/))
  expect(await restore(empty, target, '--backup', 'none')).toEqual(
    refused(/^there is no whole backup none\n$/),
  )
  await (await storageOf(empty)).put('left', Buffer.from('x'))
  expect(await restore(empty, target)).toEqual(refused(/^the storage is not empty \(left\): [^\n]+\n$/))
  await (await storageOf(empty)).delete('left')

  // A part of the database, which comes last: what came before it is taken away again.
  const opened = await BackupTarget.open(await FolderStorage.open(target), BACKUP_KEY, 'target')
  const { complete } = await opened.backups()
  const { tables } = await opened.manifest(complete[0]!)
  const [part] = tables.find(({ name }) => name === 'meeting')!.pieces[0]!
  const path = join(target, 'parts', part.slice(0, 2), part)
  const whole = await readFile(path)
  const flipped = Buffer.from(whole)
  flipped[100]! ^= 4
  await writeFile(path, flipped)
  const damaged = await restore(empty, target)
  expect(damaged).toMatchObject({ code: 2, output: '' })
  expect(damaged.problems.split('\n').at(-2)).toBe(`parts/${part.slice(0, 2)}/${part} is damaged`)
  expect(await everyObject(await storageOf(empty))).toEqual(new Map())
  expect(await everyRow(empty.DATABASE_URL)).toEqual(new Map())
  await writeFile(path, whole)
  expect(await restore(empty, target)).toMatchObject({ code: 0 })
})

test('to a bucket, and from it', async () => {
  const bucket: TestBucket = await testBucket()
  onTestFinished(() => bucket.close())
  const { env, storage } = await installation()
  await storage.put('meetings/m1/audio.flac', randomBytes(5_000_000))
  const target = `s3://${bucket.bucket}/backups`
  expect(await backup({ ...env, ...bucket.env }, target)).toMatchObject({ code: 0 })
  expect((await backup({ ...env, ...bucket.env }, '--verify', target)).output).toMatch(/^valid: 1 backups/)
  const restored = { ...(await place()), ...bucket.env }
  expect(await restore(restored, target)).toMatchObject({ code: 0 })
  expect(await everyObject(await storageOf(restored))).toEqual(await everyObject(storage))
})
