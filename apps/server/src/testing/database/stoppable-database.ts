import { onTestFinished } from 'vitest'
import { type DatabaseServer, startDatabaseServer } from './database-server'

/** A database server of the test's own. */
export async function stoppableDatabase(): Promise<Pick<DatabaseServer, 'url' | 'stop' | 'start'>> {
  const server = await startDatabaseServer()
  onTestFinished(() => server.remove())
  return server
}
