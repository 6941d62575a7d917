import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { roles } from '@livetap/contract'
import { expect, test } from 'vitest'
import { loadConfig } from '../../../platform/config/config'
import { lockFolder } from '../../../platform/data-folder/folder-lock'
import { openCommandDatabase } from '../../../platform/db/command-database'
import { testDatabase } from '../../../testing/database/test-database'
import { ConsoleClient } from '../testing/console-client'
import { ADMIN, startSignOnServer } from '../testing/sign-on-server'
import { runAccountCommand } from './account-command'
import { openAccounts } from './accounts'

async function command(args: string[], databaseUrl: string, typed = '') {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const code = await runAccountCommand(args, {
    env: { DATABASE_URL: databaseUrl },
    cwd: '/',
    askPassword: async () => typed,
    write,
    writeProblem: write,
  })
  return { code, output }
}

test('adds, changes and disables accounts of a running server', async () => {
  const database = await testDatabase()
  const server = await startSignOnServer(database)
  try {
    const added = await command(['add', 'New@Example.com'], database.url)
    expect(added.code).toBe(0)
    const generated = /^password: (\S+)$/m.exec(added.output)![1]!
    const client = new ConsoleClient(server.origin)
    const { access_token } = await client.signIn('new@example.com', generated)
    expect((await client.me(access_token)).status).toBe(200)

    const changed = await command(['password', 'new@example.com'], database.url, 'a better one')
    expect(changed.code).toBe(0)
    expect(changed.output).not.toContain('a better one')
    expect((await client.me(access_token)).status).toBe(401)
    const again = new ConsoleClient(server.origin)
    const second = await again.signIn('new@example.com', 'a better one')
    expect((await again.me(second.access_token)).status).toBe(200)

    expect((await command(['disable', 'new@example.com'], database.url)).code).toBe(0)
    expect((await again.me(second.access_token)).status).toBe(401)
  } finally {
    await server.stop()
  }
})

test('lists the accounts, and the sessions that go on', async () => {
  const database = await testDatabase()
  const server = await startSignOnServer(database)
  const today = new Date().toISOString().slice(0, 10)
  try {
    expect((await command(['sessions'], database.url)).output).toBe('no session goes on\n')
    const client = new ConsoleClient(server.origin)
    await client.signIn(ADMIN.email, ADMIN.password)
    await openAccounts(database.kysely).accounts.add('grace@example.com', 'correct horse')
    await openAccounts(database.kysely).accounts.disable('grace@example.com')

    const accounts = (await command(['list'], database.url)).output.split('\n')
    expect(accounts[0]).toMatch(/^EMAIL +ROLE +CREATED +LAST SIGN-IN +DISABLED$/)
    expect(accounts[1]).toMatch(
      new RegExp(`^ada@example.com +admin +${today} \\d\\d:\\d\\dZ +${today} \\d\\d:\\d\\dZ +-$`),
    )
    expect(accounts[2]).toMatch(
      new RegExp(`^grace@example.com +operator +${today} \\d\\d:\\d\\dZ +- +${today} \\d\\d:\\d\\dZ$`),
    )

    const sessions = (await command(['sessions'], database.url)).output.split('\n')
    expect(sessions[0]).toMatch(/^EMAIL +STARTED +LAST SEEN +EXPIRES +SESSION$/)
    expect(sessions[1]).toMatch(
      new RegExp(`^ada@example.com +${today} .* +${today} \\d\\d:\\d\\dZ +\\d{4}-.*Z +\\S+$`),
    )
    expect(sessions).toHaveLength(3)
  } finally {
    await server.stop()
  }
})

test('what cannot be done is one line, and exit code 1', async () => {
  const { url } = await testDatabase()
  const refused = (output: string) => ({ code: 1, output })
  expect(await command(['disable', 'nobody@example.com'], url)).toEqual(
    refused('there is no account nobody@example.com\n'),
  )
  expect(await command(['add', 'nonsense'], url)).toEqual(refused('nonsense is not an e-mail address\n'))
  expect(await command(['add', 'a@example.com'], url, 'short')).toEqual(
    refused('a password has 8 to 1024 characters\n'),
  )
  expect(await command(['add', 'a@example.com'], 'nonsense')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^DATABASE_URL: [^\n]+\n$/),
  })
  for (const wrong of [
    [],
    ['add'],
    ['remove', 'a@example.com'],
    ['add', 'a@example.com', '--force'],
    ['list', 'x'],
  ])
    expect((await command(wrong, url)).output).toContain('npm run user -- add EMAIL')
})

test('finds the embedded database, with the server running or not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'livetap-user-'))
  const config = loadConfig({ LIVETAP_DATA: folder }, '/')
  const alone = await openCommandDatabase(config)
  try {
    await openAccounts(alone.kysely).accounts.add('ada@example.com', 'correct horse')
    expect(() => lockFolder(folder, 'a server')).toThrow('already running')

    // The first one holds the folder as a server does: the second one joins it and leaves it running.
    const beside = await openCommandDatabase(config)
    const again = openAccounts(beside.kysely).accounts.add('ada@example.com', 'battery staple')
    await expect(again).rejects.toThrow('there already is')
    await beside.close()
    await alone.kysely.selectFrom('account').selectAll().executeTakeFirstOrThrow()
  } finally {
    await alone.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('is a program that reads the password from standard input', async () => {
  const { url, kysely } = await testDatabase()
  const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
  const args = ['--import', 'tsx', here('./user-command.ts'), 'add', 'ada@example.com', '--password-stdin']
  const child = spawn(process.execPath, args, {
    cwd: here('../../../..'),
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  child.stdin.end('from a pipe\n')
  const code = await new Promise(resolve => child.on('close', resolve))
  expect({ code, output }).toEqual({ code: 0, output: 'ada@example.com has an account now\n' })
  const signIn = { email: 'ada@example.com', password: 'from a pipe', address: '127.0.0.1' }
  expect((await openAccounts(kysely).accounts.signIn(signIn)).outcome).toBe('signed-in')
})

test('gives an account each of the roles, and no other', async () => {
  const database = await testDatabase()
  // The last admin could not be given another role.
  await command(['add', 'first@example.com'], database.url)
  await command(['role', 'first@example.com', 'admin'], database.url)
  await command(['add', 'new@example.com'], database.url)
  for (const role of roles) {
    expect((await command(['role', 'new@example.com', role], database.url)).code, role).toBe(0)
    expect((await command(['list'], database.url)).output).toMatch(new RegExp(`new@example.com.*${role}`))
  }
  expect((await command(['role', 'new@example.com', 'king'], database.url)).code).toBe(1)
  expect((await command(['role', 'new@example.com'], database.url)).code).toBe(1)
})
