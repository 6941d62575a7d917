import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { JunkSockets } from './testing/junk-sockets'
import { serverBundle } from './testing/process/server-bundle'
import { postmasterPid, spawnFolder, spawnServer } from './testing/process/spawn-server'

const bundle = serverBundle()
/** With the connections beyond them fewer than wait to be accepted: the system drops what does not, to be repeated after seconds. */
const OPEN_FILES = 384

test.skipIf(process.platform !== 'linux')(
  'more connections than the process has descriptors cost neither the database nor the next caller anything',
  { meta: { skipReason: 'descriptors are counted in /proc, which only Linux has' } },
  async () => {
    const { path: LIVETAP_DATA, remove } = await spawnFolder()
    onTestFinished(remove)
    const server = spawnServer(bundle.main, { LIVETAP_DATA }, { openFiles: OPEN_FILES })
    onTestFinished(() => void server.child.kill('SIGKILL'))
    const address = await server.listening
    const database = postmasterPid(LIVETAP_DATA)

    const junk = new JunkSockets(address)
    onTestFinished(() => junk.close())
    const descriptors = () => readdirSync(`/proc/${server.child.pid}/fd`).length
    // Junk, and connections that say nothing: each more than there are descriptors.
    for (const text of ['JUNK\r\n\r\n', '']) {
      await junk.open(OPEN_FILES + 76, text)
      expect(descriptors()).toBeLessThan(OPEN_FILES * 0.9)
    }
    const readiness = async () =>
      (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(10_000) })).status
    await vi.waitFor(async () => expect(await readiness()).toBe(200), { interval: 100 })
    expect(postmasterPid(LIVETAP_DATA)).toBe(database)
    expect(server.output().stdout).not.toMatch(/stopped unexpectedly|does not answer|EMFILE/)
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  },
)
