import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../platform/db/embedded/embedded-postgres'
import { createLog } from '../platform/log/log'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServerUrl: string
  }
}

/** One real PostgreSQL for the whole run; every test file makes databases of its own in it. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'livetap-test-postgres-'))
  const server = await startEmbedded(folder, createLog('silent'))
  project.provide('databaseServerUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
