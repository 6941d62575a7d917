import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serverBundle } from './testing/process/server-bundle'
import { type SpawnedServer, spawnFolder, spawnServer } from './testing/process/spawn-server'
import { startProblemOf } from './testing/process/start-problem-of'

/** PostgreSQL refuses to run as root; anyone else runs it as themselves and needs none of what is tried here. */
const isRoot = process.getuid?.() === 0
const uidOf = (name: string) => Number(execFileSync('id', ['-u', name], { encoding: 'utf8' }))

const bundle = serverBundle()

/** A data folder under a parent of this mode, and commands that are before the system's. */
async function started(parentMode: number, commands: Record<string, string> = {}) {
  const folder = await spawnFolder()
  onTestFinished(() => folder.remove())
  chmodSync(folder.path, 0o755)
  const parent = join(folder.path, 'parent')
  const bin = join(folder.path, 'bin')
  mkdirSync(bin)
  mkdirSync(parent)
  chmodSync(parent, parentMode)
  for (const [name, lines] of Object.entries(commands))
    writeFileSync(join(bin, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  const LIVETAP_DATA = join(parent, 'data')
  const server = spawnServer(bundle.main, { LIVETAP_DATA, PATH: `${bin}:${process.env.PATH}` })
  onTestFinished(() => endDatabase(server, LIVETAP_DATA))
  return { server, parent, bin, cluster: join(LIVETAP_DATA, 'postgres') }
}

async function endDatabase(server: SpawnedServer, dataDir: string): Promise<void> {
  server.child.kill('SIGTERM')
  await server.exited
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
}

const systemId = 'command -p id "$@"'
/** As it answers on a machine without these users. */
const idWithout = (...names: string[]) => `case "$2" in ${names.join('|')}) exit 1;; esac\n${systemId}`
const noneCanBeMade = { groupadd: 'exit 1', useradd: 'exit 1' }

/** Whether this machine lets root hand on the right to walk through closed folders (containers may not). */
function canWalkThrough(): boolean {
  try {
    execFileSync('setpriv', ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search', 'true'], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

async function expectReady({ server, cluster }: Awaited<ReturnType<typeof started>>): Promise<number> {
  const address = await server.listening
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const { uid } = statSync(cluster)
  if (isRoot) expect(uid).not.toBe(0)
  else expect(uid).toBe(process.getuid?.())
  return uid
}

test('a data folder under a 0700 parent works, or is refused in one line that names the parent', async () => {
  const start = await started(0o700)
  if (!isRoot || canWalkThrough()) await expectReady(start)
  else expect(await startProblemOf(start.server)).toContain(`cannot enter ${start.parent}`)
})

test('a 0700 parent and no way to walk through it: root gets a one-line error, another user needs no way', async () => {
  const start = await started(0o700, { setpriv: 'exit 127' })
  if (!isRoot) return void (await expectReady(start))
  const line = await startProblemOf(start.server)
  expect(line).toContain(`the database runs as another user than root and cannot enter ${start.parent}`)
  expect(line).toContain('LIVETAP_DATA')
})

test('without a postgres user one is made, and the database is that user’s', async () => {
  const note = 'echo "$(basename "$0") $*" >> "$(dirname "$0")/made"'
  const start = await started(0o755, {
    id: `if [ "$2" = postgres ]; then [ -e "$(dirname "$0")/made" ] || exit 1; set -- "$1" daemon; fi\n${systemId}`,
    groupadd: note,
    useradd: note,
  })
  const uid = await expectReady(start)
  const made = join(start.bin, 'made')
  expect(existsSync(made)).toBe(isRoot)
  if (!isRoot) return
  expect(uid).toBe(uidOf('daemon'))
  expect(readFileSync(made, 'utf8')).toMatch(/^groupadd --system postgres\nuseradd --system .* postgres\n$/)
})

test('without a postgres user that could be made the database runs as an unprivileged user', async () => {
  const uid = await expectReady(await started(0o755, { id: idWithout('postgres'), ...noneCanBeMade }))
  if (isRoot) expect(uid).toBe(uidOf('nobody'))
})

test('without any user for the database root gets a one-line error', async () => {
  const start = await started(0o755, { id: idWithout('postgres', 'nobody'), ...noneCanBeMade })
  if (!isRoot) return void (await expectReady(start))
  expect(await startProblemOf(start.server)).toContain('make a user postgres, or set DATABASE_URL')
})
