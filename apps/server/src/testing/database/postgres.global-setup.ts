import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundle } from '../../../build.mjs'
import { startEmbedded } from '../../platform/db/embedded/embedded-postgres'
import { migrate } from '../../platform/db/migrate'
import { migrations } from '../../platform/db/migrations'
import { createLog } from '../../platform/log/log'
import { serverFolder } from '../process/spawn-server'
import { databaseAt, MIGRATED_TEMPLATE } from './migrated-template'
import { runStatements } from './run-statements'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServerUrl: string
    /** Holds the server as users run it, where a test has built it. */
    bundlesFolder: string
    /** What runs in the parser pool’s threads, bundled: a thread that reads TypeScript takes a second to start. */
    parserProgram: string
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
    ...['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum', 'jit'].map(
      name => `alter system set ${name} = off`,
    ),
    'select pg_reload_conf()',
    // A server opens some ten connections, and each derives its key from the password.
    'set scram_iterations = 1',
    `alter role current_user password '${new URL(server.url).password}'`,
    `create database ${MIGRATED_TEMPLATE}`,
  )
  await migrate(databaseAt(server.url, MIGRATED_TEMPLATE), migrations, log)
  project.provide('databaseServerUrl', server.url)
  // Beside node_modules, so that packages are found and no other build is disturbed.
  const bundles = join(serverFolder, 'node_modules', '.cache', basename(folder))
  project.provide('bundlesFolder', bundles)
  await bundle({ 'parser.worker': 'apps/server/src/entries/parser.worker.ts' }, join(bundles, 'parser'))
  project.provide('parserProgram', join(bundles, 'parser', 'parser.worker.js'))
  return async () => {
    await server.stop()
    for (const made of [folder, bundles]) rmSync(made, { recursive: true, force: true })
  }
}
