import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

const scripts = fileURLToPath(new URL('..', import.meta.url))
/** Where npm is beside the Node that runs this, for a clean environment of our own. */
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`

const wanted = {
  name: 'clone',
  version: '1.0.0',
  dependencies: { 'is-number': '7.0.0' },
}
const lock = {
  name: 'clone',
  version: '1.0.0',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': wanted,
    'node_modules/is-number': {
      version: '7.0.0',
      resolved: 'https://registry.npmjs.org/is-number/-/is-number-7.0.0.tgz',
      integrity:
        'sha512-41Cifkg6e8TylSpdtTpeLVMqvSBEVzTttHvERD741+pnZ8ANv0004MRL43QKPDlK9cGvNp6NZWZUBlbGXYxxng==',
    },
  },
}

/** A fresh clone: the scripts, and a lock file that nothing has been installed by. */
async function freshClone(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'livetap-clone-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(scripts, join(folder, 'scripts'), {
    recursive: true,
    filter: path => !/fixtures|\.test\.ts$/.test(path),
  })
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({
      ...wanted,
      private: true,
      type: 'module',
      scripts: { start: 'node scripts/start.mjs' },
    }),
  )
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
  await mkdir(join(folder, 'home'))
  return folder
}

async function run(folder: string, script: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join('scripts', script)], {
    cwd: folder,
    env: { PATH, HOME: join(folder, 'home'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', chunk => {
    stdout += chunk
  })
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  const code = await new Promise(resolve => child.once('close', resolve))
  return { code, stdout, stderr }
}

let closedPort = 0
beforeAll(async () => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closedPort = (server.address() as { port: number }).port
  await new Promise(resolve => server.close(resolve))
})

test.each(['start.mjs', 'test.mjs'])(
  '%s without a network says so in one line and ends with 1',
  async script => {
    const folder = await freshClone()
    const { code, stdout, stderr } = await run(folder, script, {
      npm_config_registry: `http://127.0.0.1:${closedPort}/`,
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
      npm_config_update_notifier: 'false',
    })
    expect(stderr).toBe(
      'Packages could not be installed: the package registry cannot be reached. Check the network and run this again.\n',
    )
    expect(stdout).toBe('Installing packages (once, about two minutes)...\n')
    expect(code).toBe(1)
  },
)

test('start.mjs without npm says so in one line and ends with 1', async () => {
  const folder = await freshClone()
  const { code, stderr } = await run(folder, 'start.mjs', { PATH: folder })
  expect(stderr).toBe('Packages could not be installed: npm cannot be run (ENOENT)\n')
  expect(code).toBe(1)
})
