import { chmodSync, chownSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabaseIfMissing } from '../../platform/db/embedded/answering'
import { findBinaries } from '../../platform/db/embedded/binaries'
import { type ClusterFile, clusterFolder, clusterUrl } from '../../platform/db/embedded/cluster-file'
import { freePort } from '../../platform/db/embedded/free-port'
import { initCluster } from '../../platform/db/embedded/init-cluster'
import { createLauncher } from '../../platform/db/embedded/launcher'
import { endOrphans } from '../../platform/db/embedded/orphans'
import { clearStalePidFile, runningPostmaster, stopPostmaster } from '../../platform/db/embedded/postmaster'
import { systemUser } from '../../platform/db/embedded/system-user'
import { createLog } from '../../platform/log/log'
import { processesIn } from '../database/cluster-processes'
import { debianPrograms, findProgram } from '../programs/debian-programs'
import { Member } from './member'

export interface DatabaseMember {
  member: Member
  file: ClusterFile
}

/** Nodes have twenty connections each, and one that listens. */
const MAX_CONNECTIONS = 300

/** The embedded PostgreSQL's programs, as a server of its own that no node starts or stops. */
export async function postgresMember(folder: string): Promise<DatabaseMember> {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const user = systemUser(clusterFolder(folder))
  const binaries = findBinaries()
  const launcher = createLauncher(user, binaries, clusterFolder(folder))
  const known = await initCluster(folder, binaries, launcher, createLog('silent'))
  const cluster = realpathSync(clusterFolder(folder))
  // One that a killed cluster left behind goes first: its port may be the same.
  const left = runningPostmaster(cluster)
  if (left !== undefined) await stopPostmaster(left)
  const file = { ...known, port: await freePort(known.port) }
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(MAX_CONNECTIONS),
    shared_buffers: '64MB',
    log_min_error_statement: 'panic',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, args] = launcher.command(binaries.postgres, [
    ...['-D', cluster, '-p', String(file.port)],
    ...options,
  ])
  let hasDatabase = false
  const member = new Member({
    name: 'postgres',
    folder,
    port: file.port,
    command,
    args,
    ids: launcher.ids,
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    // Its fast shutdown: clients are sent away.
    stopSignal: 'SIGINT',
    otherProcesses: () => processesIn(cluster),
    async prepare() {
      await endOrphans(cluster)
      clearStalePidFile(cluster)
    },
    async isReady() {
      if (!hasDatabase) await createDatabaseIfMissing(file)
      hasDatabase = true
      return await answers(clusterUrl(file))
    },
  })
  return { member, file }
}

/** Connections for each transaction, so that many nodes share few of the database's. */
export async function pgbouncerMember(
  folder: string,
  { port: databasePort, password }: ClusterFile,
): Promise<DatabaseMember> {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const port = await freePort()
  const paths = { config: join(folder, 'pgbouncer.ini'), users: join(folder, 'users.txt') }
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: paths.users,
    pool_mode: 'transaction',
    default_pool_size: 20,
    max_client_conn: 1000,
    // A database that is away is asked again at once, and a client waits for it no longer than a node does.
    server_login_retry: 1,
    query_wait_timeout: 15,
  }
  const config = Object.entries(lines).map(([name, value]) => `${name} = ${value}`)
  const database = `livetap = host=127.0.0.1 port=${databasePort} dbname=livetap`
  writeFileSync(paths.config, `[databases]\n${database}\n[pgbouncer]\n${config.join('\n')}\n`)
  writeFileSync(paths.users, `"postgres" "${password}"\n`, { mode: 0o600 })
  // It refuses to run as root, as PostgreSQL does.
  const user = systemUser(folder)
  if (user) for (const path of [folder, ...Object.values(paths)]) chownSync(path, user.uid, user.gid)
  chmodSync(folder, 0o755)
  const program = findProgram(debianPrograms.pgbouncer)
  const launcher = createLauncher(user, { postgres: program, initdb: program }, join(folder, 'any'))
  const [command, args] = launcher.command(program, [paths.config])
  const file = { port, password }
  const member = new Member({
    name: 'pgbouncer',
    folder,
    port,
    command,
    args,
    ids: launcher.ids,
    cwd: '/',
    // Clients are not waited for: they find it again.
    stopSignal: 'SIGTERM',
    stopMs: 5_000,
    isReady: () => answers(clusterUrl(file)),
  })
  return { member, file }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000, query_timeout: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
