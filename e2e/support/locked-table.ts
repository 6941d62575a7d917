import { join } from 'node:path'
import { connectToCluster } from '@livetap/server/testing'
import type { TestServer } from './server'

/** A table of the server's own database that is locked for writing: the server itself waits in the middle of a call. */
export async function lockTable(server: TestServer, table: 'meeting' | 'pipeline_stage') {
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await client.query('begin')
  await client.query(`lock table ${table} in exclusive mode`)
  return {
    /** How many of the server's statements are before it. */
    async waiting(): Promise<number> {
      const { rows } = await client.query<{ n: number }>(
        'select count(*)::int as n from pg_locks where not granted and relation = $1::regclass',
        [table],
      )
      return rows[0]!.n
    },
    async release(): Promise<void> {
      await client.query('rollback')
      await client.end()
    },
  }
}
