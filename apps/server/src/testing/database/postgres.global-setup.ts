import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../platform/db/embedded/embedded-postgres'
import { migrate } from '../../platform/db/migrate'
import { migrations } from '../../platform/db/migrations'
import { createLog } from '../../platform/log/log'
import { databaseAt, MIGRATED_TEMPLATE } from './migrated-template'
import { runStatements } from './run-statements'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServerUrl: string
  }
}

/** One real PostgreSQL for the whole run; every test file makes databases of its own in it, copies of a migrated one. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'livetap-test-postgres-'))
  const log = createLog('silent')
  const server = await startEmbedded(folder, log)
  await runStatements(
    server.url,
    // Nothing of it outlives the run: no test needs it to survive a power cut.
    ...['fsync', 'full_page_writes', 'synchronous_commit'].map(name => `alter system set ${name} = off`),
    'select pg_reload_conf()',
    `create database ${MIGRATED_TEMPLATE}`,
  )
  await migrate(databaseAt(server.url, MIGRATED_TEMPLATE), migrations, log)
  project.provide('databaseServerUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
