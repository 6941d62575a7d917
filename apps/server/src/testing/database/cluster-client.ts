import pg from 'pg'
import { clusterUrl, readClusterFile } from '../../platform/db/embedded/cluster-file'

/** A connection of a test's own to the embedded database of a running server; it may be cut at any time. */
export async function connectToCluster(dataDir: string): Promise<pg.Client> {
  const file = readClusterFile(dataDir)
  if (!file) throw new Error(`no server has been started on ${dataDir}`)
  const client = new pg.Client({ connectionString: clusterUrl(file), query_timeout: 30_000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
