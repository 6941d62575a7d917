import { join } from 'node:path'
import { meetingStatus } from '@livetap/contract/endpoints/meetings'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConsoleClient } from './modules/sign-on/testing/console-client'
import { callEndpoint } from './testing/call-endpoint'
import { buildForTest, postmasterPid, processesIn, spawnFolder, spawnServer } from './testing/spawn-server'

const admin = { email: 'host@example.com', password: 'a long password' }

test.skipIf(process.platform !== 'linux')(
  'a killed database is started again and calls wait for it with 503; a frozen one keeps nobody from stopping',
  { timeout: 120_000, meta: { skipReason: 'the processes are read from /proc, which only Linux has' } },
  async () => {
    const bundle = await buildForTest()
    onTestFinished(() => bundle.remove())
    const { path: LIVETAP_DATA, remove } = await spawnFolder()
    onTestFinished(remove)
    const env = { LIVETAP_DATA, LIVETAP_ADMIN_EMAIL: admin.email, LIVETAP_ADMIN_PASSWORD: admin.password }
    const server = spawnServer(bundle.main, env)
    onTestFinished(() => void server.child.kill('SIGKILL'))
    const address = await server.listening
    const { access_token } = await new ConsoleClient(address).signIn(admin.email, admin.password)
    const meetings = () =>
      callEndpoint(address, meetingStatus, {
        params: { id: 'none' },
        headers: { authorization: `Bearer ${access_token}` },
      })
    expect((await meetings()).status).toBe(404)

    const killed = postmasterPid(LIVETAP_DATA)!
    process.kill(killed, 'SIGKILL')
    const away = await meetings()
    const notReady = await fetch(`${address}/readyz`)
    expect([away.status, notReady.status]).toEqual([503, 503])
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(notReady.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await away.json()).toMatchObject({ message: 'Server Exception' })
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    await vi.waitFor(async () => expect((await meetings()).status).toBe(404), {
      timeout: 10_000,
      interval: 50,
    })
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    expect(postmasterPid(LIVETAP_DATA)).not.toBe(killed)

    const frozen = processesIn(join(LIVETAP_DATA, 'postgres'))
    expect(frozen.length).toBeGreaterThan(1)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    const held = meetings().catch(() => undefined)
    const since = Date.now()
    server.child.kill('SIGTERM')
    await server.exited
    expect(Date.now() - since).toBeLessThan(10_000)
    await held

    // What the frozen one left behind does not keep the next start.
    const next = spawnServer(bundle.main, env)
    onTestFinished(() => void next.child.kill('SIGKILL'))
    expect((await fetch(`${await next.listening}/readyz`)).status).toBe(200)
    next.child.kill('SIGTERM')
    expect(await next.exited).toBe(0)
  },
)
