import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../platform/config/config'
import { startEmbedded } from '../platform/db/embedded/embedded-postgres'
import { freePort } from '../platform/db/embedded/free-port'
import { createLog } from '../platform/log/log'
import { postmasterPid, spawnFolder } from '../testing/process/spawn-server'
import { missingOpenssl, ownCertificate } from '../testing/programs/own-certificate'
import { type TestServer, testServer } from '../testing/test-server'
import { checkCertificate } from './check-network'
import { runDoctor } from './doctor-command'
import type { Finding } from './finding'

const SECRET = 'a-secret-of-this-test-alone'
let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { LIVETAP_SECRET: SECRET } })
})
afterAll(() => server.close())

/** What the server itself was started with. */
const ownEnv = () => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  // Its weights are not there: no test but those of engines has any.
  LIVETAP_MODELS: process.env.LIVETAP_MODELS,
  LIVETAP_DATA: server.app.config.dataDir,
  LIVETAP_SECRET: SECRET,
  DATABASE_URL: server.app.database.url,
  PORT: String(server.app.config.port),
})

async function examined(env: Record<string, string | undefined>, ...args: string[]) {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const code = await runDoctor(['--json', ...args], { env, cwd: '/', write, writeProblem: write })
  const { findings } = JSON.parse(output) as { ok: boolean; findings: Finding[] }
  const wrong = findings.filter(({ todo }) => todo !== undefined).map(({ check }) => check)
  const finding = (name: string) => findings.find(({ check }) => check === name)
  return { code, wrong, finding }
}

async function listening(listener: Server): Promise<number> {
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void listener.close())
  return (listener.address() as AddressInfo).port
}

test('beside a running server it finds what works, and names the weights that are missing', async () => {
  const { code, wrong, finding } = await examined(ownEnv(), '--min-free-gb=0')
  expect(wrong).toEqual(['speech weights'])
  expect(code).toBe(1)
  expect(finding('database')?.found).toMatch(/PostgreSQL \d+.* answers/)
  expect(finding('schema')?.found).toBe('of this release')
  expect(finding('storage')?.found).toContain('was written and read')
  expect(finding('port')?.found).toContain('is ready')
  expect(finding('clock')?.todo).toBeUndefined()
})

test('faults of a machine: a full disk, a secret that others read, no ffmpeg, a storage that cannot be written', async () => {
  const { dataDir } = server.app.config
  const secret = join(dataDir, 'secret')
  const file = join(dataDir, 'a-file')
  writeFileSync(secret, SECRET)
  writeFileSync(file, '')
  chmodSync(secret, 0o644)
  const env = { ...ownEnv(), PATH: '/nowhere', LIVETAP_STORAGE: file }
  const { wrong, finding } = await examined(env, '--min-free-gb=1000000')
  expect(new Set(wrong)).toEqual(new Set(['disk', 'secret file', 'ffmpeg', 'storage', 'speech weights']))
  expect(finding('secret file')?.todo).toContain(`chmod 600 '${secret}'`)
  expect(finding('ffmpeg')?.todo).toMatch(/install/i)
  rmSync(secret)
})

test('a database that is away, another program on the port, and one secret too few', async () => {
  const port = await listening(createServer(socket => socket.end('not HTTP')))
  const { LIVETAP_SECRET: _, ...env } = ownEnv()
  const away = `postgres://livetap:hidden-word@127.0.0.1:${await freePort()}/livetap`
  const { wrong, finding } = await examined({ ...env, DATABASE_URL: away, PORT: String(port) })
  expect(wrong).toEqual(expect.arrayContaining(['secret', 'database', 'port']))
  expect(finding('database')?.found).toContain('ECONNREFUSED')
  expect(finding('port')?.found).toContain('another program')
  expect(JSON.stringify(finding('database'))).not.toContain('hidden-word')
})

test.skipIf(missingOpenssl)(
  'a certificate that has expired, and one that will soon',
  { meta: { skipReason: missingOpenssl } },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'livetap-certificates-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const found = async (days: number) => {
      const { pem, key } = ownCertificate(join(folder, String(days)), { days })
      const port = await listening(
        createTlsServer({ cert: pem, key: readFileSync(key) }, socket => socket.end()),
      )
      const [finding] = await checkCertificate(
        loadConfig({ LIVETAP_PUBLIC_URL: `https://localhost:${port}` }, '/'),
      )
      return finding
    }
    expect(await found(-3)).toMatchObject({
      found: expect.stringContaining('expired'),
      todo: expect.any(String),
    })
    expect(await found(5)).toMatchObject({
      found: expect.stringContaining('more days'),
      todo: expect.stringContaining('renew'),
    })
    expect((await found(90))?.todo).toContain('do not trust it')
  },
)

test('the embedded database is asked while it runs, and never started', async () => {
  const folder = await spawnFolder()
  onTestFinished(() => folder.remove())
  const { DATABASE_URL: _, ...others } = ownEnv()
  const env = { ...others, LIVETAP_DATA: folder.path, PORT: String(await freePort()) }
  const database = await startEmbedded(folder.path, createLog('silent'))
  const pid = postmasterPid(folder.path)
  const running = await examined(env)
  expect(running.finding('database')?.found).toMatch(/PostgreSQL \d+.* answers/)
  expect(running.finding('schema')?.found).toMatch(/next start applies \d+ migrations/)
  expect(postmasterPid(folder.path)).toBe(pid)
  await database.stop()
  const stopped = await examined(env)
  expect(stopped.finding('database')).toEqual({
    check: 'database',
    found: expect.stringContaining('does not run'),
  })
  expect(postmasterPid(folder.path)).toBeUndefined()
})

test('a variable that is invalid is all it says; a wrong argument gets the usage', async () => {
  const { wrong, finding } = await examined({ ...ownEnv(), PORT: 'eighty' })
  expect(wrong).toEqual(['configuration'])
  expect(finding('configuration')?.found).toContain('PORT')
  let said = ''
  const write = (text: string) => {
    said += text
  }
  expect(await runDoctor(['--what'], { env: {}, cwd: '/', write, writeProblem: write })).toBe(1)
  expect(said).toContain('npm run doctor')
})
