import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freezeCluster } from '../../../testing/database/cluster-processes'
import { postmasterPid, spawnFolder } from '../../../testing/process/spawn-server'
import { createLog } from '../../log/log'
import { DatabaseError } from '../database-error'
import { attachEmbedded, startEmbedded } from './embedded-postgres'

const log = createLog('silent')

async function newFolder(): Promise<string> {
  const folder = await spawnFolder()
  onTestFinished(() => folder.remove())
  return folder.path
}

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

test('starts on this machine alone, with a password that only the owner can read', async () => {
  const folder = await newFolder()
  const server = await startEmbedded(folder, log)
  const file = join(folder, 'postgres.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const settings = await query<{ name: string; setting: string }>(
    server.url,
    "select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_directories', 'fsync', 'password_encryption') order by name",
  )
  expect(settings.map(({ setting }) => setting)).toEqual(['on', '127.0.0.1', 'scram-sha-256', ''])
  const wrong = new URL(server.url)
  wrong.password = 'guess'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')

  const worker = await attachEmbedded(folder)
  await query(worker.url, 'create table kept (n int)')
  await worker.stop()
  expect(postmasterPid(folder)).toBeDefined()
  await server.stop()
  expect(postmasterPid(folder)).toBeUndefined()

  const again = await startEmbedded(folder, log)
  expect(again.url).toBe(server.url)
  expect(await query(again.url, 'select * from kept')).toEqual([])
  await again.stop()
})

test('a server left running is adopted; a pid file left lying is cleared; a taken port is exchanged', async () => {
  const folder = await newFolder()
  const first = await startEmbedded(folder, log)
  const pid = postmasterPid(folder)!
  const adopted = await startEmbedded(folder, log)
  expect(postmasterPid(folder)).toBe(pid)
  expect(adopted.url).toBe(first.url)
  await adopted.stop()

  // The pid of a process that is alive and is no database: ours.
  writeFileSync(join(folder, 'postgres', 'postmaster.pid'), `${process.pid}\n${folder}\n0\n1\n\n\n`)
  const { port } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as { port: number }
  const squatter = createServer()
  await new Promise<void>(resolve => squatter.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void squatter.close())
  const moved = await startEmbedded(folder, log)
  expect(new URL(moved.url).port).not.toBe(String(port))
  expect(await query(moved.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await moved.stop()
})

test.skipIf(process.platform !== 'linux')(
  'a frozen one is noticed and started again at the same address, with what was committed',
  { meta: { skipReason: 'the processes are read from /proc, which only Linux has' } },
  async () => {
    const folder = await newFolder()
    const server = await startEmbedded(folder, log)
    server.supervise({ probeMs: 50, answerMs: 1_000, silences: 2 })
    onTestFinished(() => server.stop())
    await query(server.url, 'create table kept as select 7 as n')
    const frozen = postmasterPid(folder)!
    freezeCluster(join(folder, 'postgres'))
    await vi.waitFor(() => expect(postmasterPid(folder) ?? frozen).not.toBe(frozen), {
      interval: 50,
    })
    await vi.waitFor(async () => expect(await query(server.url, 'select n from kept')).toEqual([{ n: 7 }]), {
      interval: 50,
    })
  },
)

test('a data folder under a closed parent works, or is refused in one line that names the parent', async () => {
  const parent = await newFolder()
  chmodSync(parent, 0o700)
  const folder = join(parent, 'data')
  mkdirSync(folder, { mode: 0o700 })
  try {
    const server = await startEmbedded(folder, log)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  } catch (error) {
    expect(error).toBeInstanceOf(DatabaseError)
    expect((error as DatabaseError).reason).toBe('folder_closed')
    expect((error as Error).message).toContain(parent)
  }
})

test('what cannot be opened is said in words', async () => {
  const folder = await newFolder()
  const reason = async () => {
    const error = await startEmbedded(folder, log).catch(failure => failure as DatabaseError)
    expect(error).toBeInstanceOf(DatabaseError)
    return (error as DatabaseError).reason
  }
  await expect(attachEmbedded(folder)).rejects.toMatchObject({ reason: 'unreachable' })
  mkdirSync(join(folder, 'postgres'))
  expect(await reason()).toBe('cannot_start')
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '12\n')
  expect(await reason()).toBe('other_version')
  rmSync(join(folder, 'postgres'), { recursive: true })
  await (await startEmbedded(folder, log)).stop()
  rmSync(join(folder, 'postgres', 'global'), { recursive: true })
  expect(await reason()).toBe('cannot_start')
  rmSync(join(folder, 'postgres.json'))
  expect(await reason()).toBe('password_lost')
})
