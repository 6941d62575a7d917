import { randomUUID } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { loadConfig } from '../../platform/config/config'
import { type Database, openDatabase } from '../../platform/db/database'
import { createLog } from '../../platform/log/log'
import { databaseAt, MIGRATED_TEMPLATE } from './migrated-template'
import { runStatements } from './run-statements'

const onServer = (statement: string) => runStatements(inject('databaseServerUrl'), statement)

interface OwnDatabase {
  url: string
  /** Cuts remaining connections. */
  drop(): Promise<void>
}

async function newDatabase(template: string): Promise<OwnDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copies the files; the default writes every page of them to the log as well.
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: databaseAt(inject('databaseServerUrl'), name),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  }
}

/** An empty database of its own, without tables. */
export const emptyDatabase = (): Promise<OwnDatabase> => newDatabase('template1')

let spare: Promise<OwnDatabase> | undefined

/** One with every table, as the migrations leave it. The next one is made while this one is used. */
export function migratedDatabase(): Promise<OwnDatabase> {
  const database = spare ?? newDatabase(MIGRATED_TEMPLATE)
  spare = newDatabase(MIGRATED_TEMPLATE)
  spare.catch(() => undefined)
  return database
}

export type TestDatabase = Database & { drop(): Promise<void> }

/**
 * A migrated database of its own. Call it in beforeAll and `drop()` it in afterAll; called inside a test it is
 * dropped when the test ends.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, drop } = await migratedDatabase()
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
