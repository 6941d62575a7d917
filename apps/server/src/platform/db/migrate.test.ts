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
  const half = { id: '9999-half', sql: 'create table half (n int); select 1/0' }
  await expect(migrate(url, [...migrations, half], log)).rejects.toMatchObject({ reason: 'failed' })
  await expect(pool.query('select * from half')).rejects.toThrow('does not exist')
})

test('a migration takes as long as it takes, regardless of the statement limit of the database', async () => {
  const { pool, url } = await testDatabase()
  await pool.query(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '50ms'`)
  const long = { id: '9999-long', sql: 'create table long (n int); select pg_sleep(0.2)' }
  await migrate(url, [...migrations, long], log)
  expect((await pool.query('select * from long')).rowCount).toBe(0)
})

test('a database of a newer version is left alone', async () => {
  const { pool, url } = await testDatabase()
  await pool.query("insert into schema_migrations (id) values ('9999-future')")
  await expect(migrate(url, migrations, log)).rejects.toMatchObject({ reason: 'newer_database' })
})

test('counts and ids come back as numbers', async () => {
  const { pool } = await testDatabase()
  expect((await pool.query('select count(*) as n, 7::bigint as id')).rows).toEqual([{ n: 1, id: 7 }])
})
