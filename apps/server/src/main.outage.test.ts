import { join } from 'node:path'
import { meetingStatus } from '@livetap/contract/calls/meetings'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConsoleClient } from './modules/sign-on/testing/console-client'
import { callEndpoint } from './testing/call-endpoint'
import { freezeCluster } from './testing/database/cluster-processes'
import { serverBundle } from './testing/process/server-bundle'
import { postmasterPid, spawnFolder, spawnServer } from './testing/process/spawn-server'

const bundle = serverBundle()
const admin = { email: 'host@example.com', password: 'a long password' }

/** Asks until the answer has this status. */
function answerOf(status: number, ask: () => Promise<Response>): Promise<Response> {
  return vi.waitFor(
    async () => {
      const answer = await ask()
      expect(answer.status).toBe(status)
      return answer
    },
    { interval: 20 },
  )
}

test.skipIf(process.platform !== 'linux')(
  'a killed database is started again and calls wait for it with 503; a frozen one does not keep the server from stopping',
  { meta: { skipReason: 'the processes are read from /proc, which only Linux has' } },
  async () => {
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
    // Until its processes have noticed, one of them may still answer.
    const [away, notReady] = await Promise.all([
      answerOf(503, meetings),
      answerOf(503, () => fetch(`${address}/readyz`)),
    ])
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(notReady.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await away.json()).toMatchObject({ message: 'Server Exception' })
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    await answerOf(404, meetings)
    await answerOf(200, () => fetch(`${address}/readyz`))
    expect(postmasterPid(LIVETAP_DATA)).not.toBe(killed)

    expect(freezeCluster(join(LIVETAP_DATA, 'postgres')).length).toBeGreaterThan(1)
    const held = meetings().catch(() => undefined)
    server.child.kill('SIGTERM')
    // A database that never answers does not keep it.
    await server.exited
    await held

    // What the frozen one left behind does not keep the next start.
    const next = spawnServer(bundle.main, env)
    onTestFinished(() => void next.child.kill('SIGKILL'))
    expect((await fetch(`${await next.listening}/readyz`)).status).toBe(200)
    next.child.kill('SIGTERM')
    expect(await next.exited).toBe(0)
  },
)
