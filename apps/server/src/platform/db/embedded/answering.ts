import { realpathSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type ClusterFile, clusterUrl } from './cluster-file'

type Answer = 'ours' | 'foreign' | 'wrong_password' | 'silent'

const WRONG_PASSWORD = '28P01'

/** Who answers on the remembered port. */
async function askCluster(file: ClusterFile, cluster: string): Promise<Answer> {
  const client = new pg.Client({
    connectionString: clusterUrl(file, 'postgres'),
    connectionTimeoutMillis: 2000,
    query_timeout: 2000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    )
    return rows[0]!.folder === realpathSync(cluster) ? 'ours' : 'foreign'
  } catch (error) {
    return (error as { code?: string }).code === WRONG_PASSWORD ? 'wrong_password' : 'silent'
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Waits for a server that is starting, recovering or stopping, for as long as `alive` says there is one. */
export async function waitForAnswer(
  file: ClusterFile,
  cluster: string,
  alive: () => boolean,
  timeoutMs: number,
): Promise<Answer> {
  for (const deadline = performance.now() + timeoutMs; ; await wait(30)) {
    const answer = await askCluster(file, cluster)
    if (answer !== 'silent' || !alive() || performance.now() > deadline) return answer
  }
}

/** False for one that takes connections and says nothing; a refusal, also of the connection, is an answer. */
export async function answersWithin(file: ClusterFile, ms: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: clusterUrl(file, 'postgres'),
    connectionTimeoutMillis: ms,
    query_timeout: ms,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return (error as { code?: string }).code !== undefined
  } finally {
    // A goodbye to one that is frozen would wait for ever.
    ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  }
}

export async function createDatabaseIfMissing(file: ClusterFile): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl(file, 'postgres'), query_timeout: 20_000 })
  await client.connect()
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'livetap'")
    if (!rowCount) await client.query('create database livetap')
  } finally {
    await client.end()
  }
}
