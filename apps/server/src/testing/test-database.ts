import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { loadConfig } from '../platform/config/config'
import { type Database, openDatabase } from '../platform/db/database'
import { createLog } from '../platform/log/log'

const onServer = async (statement: string) => {
  const client = new pg.Client({ connectionString: inject('databaseServerUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** An empty database of its own, without tables. `drop` cuts remaining connections. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}`)
  const url = new URL(inject('databaseServerUrl'))
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`drop database if exists ${name} with (force)`) }
}

export type TestDatabase = Database & { drop(): Promise<void> }

/**
 * A migrated database of its own. Call it in beforeAll and `drop()` it in afterAll; called inside a test it is
 * dropped when the test ends.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, drop } = await emptyDatabase()
  const database = await openDatabase(loadConfig({ DATABASE_URL: url }, '/'), createLog('silent'))
  const dropAll = async () => {
    await database.close()
    await drop()
  }
  return { ...database, drop: ownedByTest(once(dropAll)) }
}

/** Outside a test (in beforeAll) the caller releases by itself. */
export function ownedByTest(release: () => Promise<void>): () => Promise<void> {
  try {
    onTestFinished(release)
  } catch {
    // Not inside a test.
  }
  return release
}

export function once(action: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= action()
    return done
  }
}
