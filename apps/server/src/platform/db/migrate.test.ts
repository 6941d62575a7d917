import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, testDatabase } from '../../testing/database/test-database'
import { loadConfig } from '../config/config'
import { createLog } from '../log/log'
import { openDatabase } from './database'
import { migrate } from './migrate'
import { migrations } from './migrations'

const log = createLog('silent')

test('servers that start together on one database apply each migration once', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const config = loadConfig({ DATABASE_URL: url }, '/')
  const databases = await Promise.all([1, 2, 3, 4].map(() => openDatabase(config, log)))
  const applied = await databases[0]!.kysely
    .selectFrom('schema_migrations')
    .select('id')
    .orderBy('id')
    .execute()
  await Promise.all(databases.map(database => database.close()))
  expect(applied.map(({ id }) => id)).toEqual(migrations.map(({ id }) => id))
})

test('migrations are numbered in the order they are listed', () => {
  const ids = migrations.map(({ id }) => id)
  expect(ids).toEqual([...ids].sort())
  expect(new Set(ids.map(id => id.slice(0, 4))).size).toBe(ids.length)
})

test('a migration that fails leaves nothing of itself', async () => {
  const { pool, url } = await testDatabase()
  const half = { id: '9999-half', compatible: true, sql: 'create table half (n int); select 1/0' }
  await expect(migrate(url, [...migrations, half], log)).rejects.toMatchObject({ reason: 'failed' })
  await expect(pool.query('select * from half')).rejects.toThrow('does not exist')
})

test('a migration takes as long as it takes, regardless of the statement limit of the database', async () => {
  const { pool, url } = await testDatabase()
  await pool.query(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '50ms'`)
  const long = { id: '9999-long', compatible: true, sql: 'create table long (n int); select pg_sleep(0.2)' }
  await migrate(url, [...migrations, long], log)
  expect((await pool.query('select * from long')).rowCount).toBe(0)
})

const added = { id: '9998-added', compatible: true, sql: 'create table added (n int)' }
const renamed = { id: '9999-renamed', compatible: false, sql: 'alter table meeting rename title to name' }

test('an earlier release starts on a database whose new migrations are compatible with it, and changes nothing', async () => {
  const { pool, url } = await testDatabase()
  await migrate(url, [...migrations, added], log)
  await migrate(url, migrations, log)
  expect((await pool.query("select compatible from schema_migrations where id = '9998-added'")).rows).toEqual(
    [{ compatible: true }],
  )
  expect((await pool.query('select * from added')).rows).toEqual([])
})

test('an earlier release does not start on a database that one of the new migrations changed under it', async () => {
  const { url } = await testDatabase()
  await migrate(url, [...migrations, added, renamed], log)
  await expect(migrate(url, migrations, log)).rejects.toMatchObject({
    reason: 'newer_database',
    message: expect.stringContaining('it knows 9999-renamed'),
  })
})

test('a row of a migration that no release has recorded as compatible counts as a break', async () => {
  const { pool, url } = await testDatabase()
  await pool.query("insert into schema_migrations (id) values ('9999-future')")
  await expect(migrate(url, migrations, log)).rejects.toMatchObject({ reason: 'newer_database' })
})

const beats = (pod: string, age: string) =>
  `insert into node (pod, id, role, cluster, region, host, capacity, version, heartbeat_at)
   values ('${pod}', '${pod}', 'all', 'c', 'r', 'h', 1, '0.1.0', clock_timestamp() - interval '${age}')`

test('what breaks nodes of an earlier release is not applied while they run, and names them; the rest is not either', async () => {
  const { pool, url } = await testDatabase()
  await pool.query(beats('there', '-1 hour'))
  await pool.query(beats('gone', '1 hour'))
  const upgrade = () => migrate(url, [...migrations, added, renamed], log, { nodeSilentMs: 200 })
  await expect(upgrade()).rejects.toMatchObject({
    reason: 'older_nodes',
    message:
      'migration 9999-renamed breaks nodes of an earlier release, and these run on the database: stop there (0.1.0) first',
  })
  await expect(pool.query('select * from added')).rejects.toThrow('does not exist')
  await pool.query("delete from node where pod = 'there'")
  await upgrade()
  expect((await pool.query('select name from meeting')).rows).toEqual([])
})

test('a node that was killed a moment ago holds an upgrade up until it has been silent for long enough', async () => {
  const { pool, url } = await testDatabase()
  await pool.query(beats('killed', '0 seconds'))
  await migrate(url, [...migrations, renamed], log, { nodeSilentMs: 1_000 })
  expect((await pool.query('select name from meeting')).rows).toEqual([])
})

test('what is compatible is applied while nodes of an earlier release run', async () => {
  const { pool, url } = await testDatabase()
  await pool.query(beats('there', '-1 hour'))
  await migrate(url, [...migrations, added], log, { nodeSilentMs: 200 })
  expect((await pool.query('select * from added')).rows).toEqual([])
})

test('counts and ids come back as numbers', async () => {
  const { pool } = await testDatabase()
  expect((await pool.query('select count(*) as n, 7::bigint as id')).rows).toEqual([{ n: 1, id: 7 }])
})
