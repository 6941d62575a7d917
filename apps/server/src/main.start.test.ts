import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migratedDatabase } from './testing/database/test-database'
import { newDataFolder, serverBundle } from './testing/process/server-bundle'
import { spawnServer } from './testing/process/spawn-server'
import { startProblemOf } from './testing/process/start-problem-of'

const bundle = serverBundle()

const problem = async (env: Record<string, string>) =>
  startProblemOf(spawnServer(bundle.main, { LIVETAP_DATA: await newDataFolder(), ...env }))

async function database(): Promise<Record<string, string>> {
  const { url, drop } = await migratedDatabase()
  onTestFinished(drop)
  return { DATABASE_URL: url }
}

test('a bad variable is one line that names it', async () => {
  expect(await problem({ PORT: 'eighty' })).toContain('PORT: must be a whole number')
})

test('an occupied port is one line that names it', async () => {
  const other = createServer()
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  expect(await problem({ ...(await database()), PORT: String(port) })).toContain(
    `port ${port} on 127.0.0.1 is in use`,
  )
})

test('a second start on the same folder is one line that says where the first one runs', async () => {
  const env = { ...(await database()), LIVETAP_DATA: await newDataFolder() }
  const first = spawnServer(bundle.main, env)
  const address = await first.listening
  expect(await problem(env)).toContain(`Livetap is already running on ${address}`)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  first.child.kill('SIGTERM')
  expect(await first.exited).toBe(0)

  const again = spawnServer(bundle.main, env)
  await again.listening
  again.child.kill('SIGKILL')
  await again.exited
  const afterKill = spawnServer(bundle.main, env)
  await afterKill.listening
  afterKill.child.kill('SIGTERM')
  expect(await afterKill.exited).toBe(0)
})

test('a database that does not answer is one line without its password', async () => {
  const line = await problem({ DATABASE_URL: 'postgres://livetap:S3CRET@127.0.0.1:1/livetap' })
  expect(line).toContain('no database answers at postgres://livetap:[hidden]@127.0.0.1:1/livetap')
  const wrong = new URL(inject('databaseServerUrl'))
  wrong.password = 'S3CRET'
  expect(await problem({ DATABASE_URL: wrong.href })).not.toContain('S3CRET')
})

test('an embedded database that cannot start is one line that names its folder', async () => {
  const LIVETAP_DATA = await newDataFolder()
  mkdirSync(join(LIVETAP_DATA, 'postgres'))
  writeFileSync(join(LIVETAP_DATA, 'postgres', 'PG_VERSION'), '12\n')
  const line = await problem({ LIVETAP_DATA })
  expect(line).toContain(join(LIVETAP_DATA, 'postgres'))
  expect(line).toContain('written by PostgreSQL 12')
})

test('a data folder that cannot be made is one line that names it', async () => {
  const file = join(await newDataFolder(), 'file')
  writeFileSync(file, '')
  expect(await problem({ LIVETAP_DATA: join(file, 'data') })).toContain(join(file, 'data'))
})

test('a mixture of the embedded sign-on and a foreign upstream is refused', async () => {
  expect(await problem({ LIVETAP_PARTNER_API_URL: 'https://up.example' })).toContain(
    'LIVETAP_PARTNER_API_URL: ',
  )
})

test('a terminal that is closed stops the server in good order', async () => {
  const env = { ...(await database()), LIVETAP_DATA: await newDataFolder() }
  const server = spawnServer(bundle.main, env)
  await server.listening
  server.child.stdout!.destroy()
  server.child.kill('SIGHUP')
  expect(await server.exited).toBe(0)
  expect(existsSync(join(env.LIVETAP_DATA, 'livetap.lock'))).toBe(false)
})
