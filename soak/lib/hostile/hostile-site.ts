import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectToCluster, spawnFolder, spawnServer } from '@livetap/server/testing'
import type pg from 'pg'
import { type Account, admin } from '../../../e2e/support/server'

const dist = fileURLToPath(new URL('../../../apps/server/dist/', import.meta.url))
/** As many descriptors as a process gets on most machines. */
const DESCRIPTORS = 1_024

/** Debian's `faketime`, where it is installed: the wall clock can be set back, the monotonic one goes on. */
function fakeTimeLibrary(): string | undefined {
  const root = '/usr/lib'
  if (!existsSync(root)) return undefined
  return readdirSync(root)
    .map(name => join(root, name, 'faketime/libfaketimeMT.so.1'))
    .find(existsSync)
}

/** The built server as users run it, with few descriptors and a clock that can be set back. */
export class HostileSite {
  private constructor(
    readonly folder: Awaited<ReturnType<typeof spawnFolder>>,
    readonly server: ReturnType<typeof spawnServer>,
    readonly origin: string,
    readonly database: pg.Client,
    readonly canSetClock: boolean,
  ) {}

  static async start(): Promise<HostileSite> {
    const folder = await spawnFolder()
    chmodSync(folder.path, 0o755)
    const library = fakeTimeLibrary()
    const clock = join(folder.path, 'clock')
    writeFileSync(clock, '+0')
    const server = spawnServer(
      join(dist, 'main.js'),
      {
        LIVETAP_DATA: join(folder.path, 'data'),
        LIVETAP_ADMIN_EMAIL: admin.email,
        LIVETAP_ADMIN_PASSWORD: admin.password,
        ...(library && {
          LD_PRELOAD: library,
          FAKETIME_TIMESTAMP_FILE: clock,
          FAKETIME_CACHE_DURATION: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          DONT_FAKE_MONOTONIC: '1',
        }),
      },
      { openFiles: DESCRIPTORS },
    )
    const origin = await server.listening
    const database = await connectToCluster(join(folder.path, 'data'))
    return new HostileSite(folder, server, origin, database, library !== undefined)
  }

  setClockBackByAnHour(): void {
    writeFileSync(join(this.folder.path, 'clock'), '-1h')
  }

  addAccount(account: Account): void {
    execFileSync(process.execPath, [join(dist, 'user.js'), 'add', account.email, '--password-stdin'], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, LIVETAP_DATA: join(this.folder.path, 'data') },
      input: account.password,
      stdio: ['pipe', 'ignore', 'inherit'],
    })
  }

  get descriptors(): number {
    return readdirSync(`/proc/${this.server.child.pid}/fd`).length
  }

  async count(table: string): Promise<number> {
    const { rows } = await this.database.query<{ count: string }>(`select count(*) from ${table}`)
    return Number(rows[0]!.count)
  }

  async databaseMb(): Promise<number> {
    const { rows } = await this.database.query<{ size: string }>(
      'select pg_database_size(current_database()) as size',
    )
    return Number(rows[0]!.size) / 2 ** 20
  }

  async stop(): Promise<number | null> {
    await this.database.end().catch(() => undefined)
    this.server.child.kill('SIGTERM')
    const code = await this.server.exited
    await this.folder.remove()
    return code
  }
}
