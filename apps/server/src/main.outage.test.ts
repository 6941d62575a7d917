import { join } from 'node:path'
import { meetingStatus } from '@livetap/contract/calls/meetings'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
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

async function startServer() {
  const { path: LIVETAP_DATA, remove } = await spawnFolder()
  onTestFinished(remove)
  const env = { LIVETAP_DATA, LIVETAP_ADMIN_EMAIL: admin.email, LIVETAP_ADMIN_PASSWORD: admin.password }
  const spawn = () => {
    const server = spawnServer(bundle.main, env)
    onTestFinished(() => void server.child.kill('SIGKILL'))
    return server
  }
  const server = spawn()
  const address = await server.listening
  const { access_token } = await new ConsoleClient(address).signIn(admin.email, admin.password)
  const meetings = () =>
    callEndpoint(address, meetingStatus, {
      params: { id: 'none' },
      headers: { authorization: `Bearer ${access_token}` },
    })
  expect((await meetings()).status).toBe(404)
  return { folder: LIVETAP_DATA, server, address, meetings, spawnNext: spawn }
}

const skipReason = 'the processes are read from /proc, which only Linux has'

describe.skipIf(process.platform !== 'linux')('an embedded database', { meta: { skipReason } }, () => {
  test('that is killed is started again, and calls wait for it with 503', async () => {
    const { folder, server, address, meetings } = await startServer()
    const killed = postmasterPid(folder)!
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
    expect(postmasterPid(folder)).not.toBe(killed)
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  })

  test('that is frozen keeps the server neither from stopping nor from the next start', async () => {
    const { folder, server, meetings, spawnNext } = await startServer()
    expect(freezeCluster(join(folder, 'postgres')).length).toBeGreaterThan(1)
    const held = meetings().catch(() => undefined)
    server.child.kill('SIGTERM')
    await server.exited
    await held

    const next = spawnNext()
    expect((await fetch(`${await next.listening}/readyz`)).status).toBe(200)
    next.child.kill('SIGTERM')
    expect(await next.exited).toBe(0)
  })
})
