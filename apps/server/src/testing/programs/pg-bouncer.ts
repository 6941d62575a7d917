import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../platform/db/embedded/free-port'
import { systemUser } from '../../platform/db/embedded/system-user'
import { debianPrograms, findProgram, missingPrograms } from './debian-programs'
import { untilListening } from './until-listening'

export const missingPgBouncer = missingPrograms(debianPrograms.pgbouncer)

export interface PgBouncer {
  /** The same database as the given address, through the pooler. */
  through(databaseUrl: string): string
  stop(): Promise<void>
}

/** In transaction mode in front of a database server: so many of its connections are shared by all clients. */
export async function startPgBouncer(databaseServerUrl: string, poolSize: number): Promise<PgBouncer> {
  const server = new URL(databaseServerUrl)
  const [user, password] = [server.username, server.password].map(decodeURIComponent)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'livetap-pgbouncer-'))
  const users = join(folder, 'users.txt')
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: poolSize,
    max_client_conn: 500,
    logfile: join(folder, 'pgbouncer.log'),
  }
  const configuration = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${user}" "${password}"\n`)
  writeFileSync(
    configuration,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port}`,
      '[pgbouncer]',
      ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
    ].join('\n'),
  )
  // It refuses to run as root, as PostgreSQL does.
  const ids = systemUser(folder)
  if (ids) for (const path of [folder, users, configuration]) chownSync(path, ids.uid, ids.gid)
  const child = spawn(findProgram(debianPrograms.pgbouncer), ['-q', configuration], {
    ...ids,
    cwd: '/',
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  await untilListening(child, port)
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${port}`
      return url.href
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
