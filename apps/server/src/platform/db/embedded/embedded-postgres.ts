import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, closeSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Log } from '../../log/log'
import { waitAtMost } from '../../wait-at-most'
import { DatabaseError } from '../database-error'
import { answersWithin, createDatabaseIfMissing, waitForAnswer } from './answering'
import { findBinaries } from './binaries'
import {
  type ClusterFile,
  clusterFolder,
  clusterUrl,
  readClusterFile,
  writeClusterFile,
} from './cluster-file'
import { freePort } from './free-port'
import { initCluster } from './init-cluster'
import { createLauncher, type Launcher } from './launcher'
import { endOrphans } from './orphans'
import { clearStalePidFile, runningPostmaster, stopPostmaster } from './postmaster'
import { type SilenceLimits, Supervisor } from './supervisor'
import { systemUser } from './system-user'

export interface EmbeddedServer {
  url: string
  /** From now on it is started again whenever its process is gone or frozen. */
  supervise(limits?: SilenceLimits): void
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 60_000
/** A start under way is given so long before it is stopped. */
const STARTING_MS = 1_000

/** Used by worker processes beside the server that owns the database: they never start or stop it. */
export async function attachEmbedded(dataDir: string): Promise<EmbeddedServer> {
  const file = readClusterFile(dataDir)
  if (!file)
    throw new DatabaseError(
      'unreachable',
      `no server has been started on ${dataDir} yet: start one, or set DATABASE_URL`,
    )
  return { url: clusterUrl(file), supervise: () => undefined, stop: async () => {} }
}

/** The caller holds the lock of the data folder: no one else starts, adopts or stops this database. */
export async function startEmbedded(dataDir: string, log: Log): Promise<EmbeddedServer> {
  const user = systemUser(clusterFolder(dataDir))
  const binaries = findBinaries()
  // Our own folder must let the database's user through; what is secret in it has a mode of its own.
  if (user) chmodSync(dataDir, statSync(dataDir).mode | 0o011)
  const launcher = createLauncher(user, binaries, clusterFolder(dataDir))
  const file = await initCluster(dataDir, binaries, launcher, log)
  const cluster = realpathSync(clusterFolder(dataDir))

  const startOn = (port: number) => start(binaries.postgres, launcher, { ...file, port }, dataDir)
  const adopted = await adopt(file, cluster, log)
  const { port } = adopted ? file : await startOn(await freePort(file.port))
  if (!adopted) log.info({ port }, 'database started')
  let supervisor: Supervisor | undefined
  return {
    url: clusterUrl({ ...file, port }),
    supervise(limits) {
      const isRunning = () => runningPostmaster(cluster) !== undefined
      const startAgain = async () => {
        await endOrphans(cluster)
        clearStalePidFile(cluster)
        // Its address is known to everyone who uses it, so it must come back there.
        await startOn(port)
      }
      const isResponsive = (withinMs: number) => answersWithin({ ...file, port }, withinMs)
      const end = async () => {
        const pid = runningPostmaster(cluster)
        if (pid !== undefined) await stopPostmaster(pid)
      }
      supervisor ??= new Supervisor({ isRunning, isResponsive, end, start: startAgain }, log, limits)
    },
    async stop() {
      if (supervisor) await waitAtMost(STARTING_MS, supervisor.stop())
      const pid = runningPostmaster(cluster)
      if (pid === undefined) return
      const stopped = await stopPostmaster(pid)
      log[stopped ? 'info' : 'error']({ pid }, stopped ? 'database stopped' : 'database stop failed')
    },
  }
}

/** A server that outlived a killed Livetap goes on serving: its caches are warm and nothing needs recovery. */
async function adopt(file: ClusterFile, cluster: string, log: Log): Promise<boolean> {
  const pid = runningPostmaster(cluster)
  if (pid !== undefined) {
    const answer = await waitForAnswer(file, cluster, () => runningPostmaster(cluster) === pid, 15_000)
    if (answer === 'ours') {
      log.info({ port: file.port, pid }, 'database adopted')
      return true
    }
    log.warn({ pid, answer }, 'database replaced')
    if (!(await stopPostmaster(pid, 20_000, 10_000)))
      throw new DatabaseError(
        'cannot_start',
        `an old database server (process ${pid}) of ${cluster} does not stop`,
      )
  }
  await endOrphans(cluster)
  clearStalePidFile(cluster)
  return false
}

async function start(
  program: string,
  launcher: Launcher,
  file: ClusterFile,
  dataDir: string,
): Promise<ClusterFile> {
  const cluster = realpathSync(clusterFolder(dataDir))
  const logPath = resolve(dataDir, 'postgres.log')
  // A file and not a pipe: the server must be able to write after this process was killed.
  const logFile = openSync(logPath, 'w', 0o600)
  const [command, args] = launcher.command(program, ['-D', cluster, '-p', String(file.port), ...settings])
  // A group of its own: Ctrl-C in a terminal stops Livetap, which stops the database when it is done with it.
  const child = spawn(command, args, {
    ...launcher.ids,
    cwd: '/',
    detached: true,
    stdio: ['ignore', logFile, logFile],
    env: { LC_ALL: 'C', TZ: 'UTC' },
  })
  closeSync(logFile)
  child.unref()
  writeClusterFile(dataDir, file)

  const answer = await waitForAnswer(file, cluster, () => running(child), START_TIMEOUT_MS)
  if (answer !== 'ours') {
    child.kill('SIGQUIT')
    const last = readFileSync(logPath, 'utf8')
      .trim()
      .split('\n')
      .findLast(line => /FATAL|HINT|error/i.test(line))
    const why =
      answer === 'wrong_password' ? 'its password does not match postgres.json' : (last ?? 'no answer')
    throw new DatabaseError('cannot_start', `the database in ${cluster} cannot start: ${why}`)
  }
  await createDatabaseIfMissing(file)
  return file
}

const running = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null

const settings = Object.entries({
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  password_encryption: 'scram-sha-256',
  // Statements and row values stay out of the log file.
  log_min_messages: 'error',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`])
