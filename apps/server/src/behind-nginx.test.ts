import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getOverview } from '@livetap/contract/calls/overview'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { LiveHost } from './modules/live-room/testing/live-host'
import { freePort } from './platform/db/embedded/free-port'
import { missingNginx, type Nginx, startNginx } from './testing/programs/nginx'

describe.skipIf(missingNginx)('behind the nginx of deploy/', { meta: { skipReason: missingNginx } }, () => {
  let host: LiveHost
  let nginx: Nginx
  let consoleFolder: string
  beforeAll(async () => {
    consoleFolder = mkdtempSync(join(tmpdir(), 'livetap-console-'))
    writeFileSync(join(consoleFolder, 'index.html'), '<!doctype html><title>console</title>')
    const port = await freePort()
    const origin = `https://localhost:${port}`
    host = await LiveHost.start(
      {},
      {
        consoleFolder,
        env: {
          LIVETAP_PUBLIC_URL: origin,
          LIVETAP_NODE_URL: `${origin}/nodes/gateway-0`,
          LIVETAP_TRUSTED_PROXIES: 'loopback',
        },
      },
    )
    nginx = await startNginx(port, host.server.app.config.port)
  })
  afterAll(async () => {
    await nginx?.stop()
    await host?.server.close()
    rmSync(consoleFolder, { recursive: true })
  })

  function ask(path: string, { method = 'GET', headers = {}, body = Buffer.alloc(0) } = {}) {
    return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
      const options = { method, ca: nginx.ca, headers: { ...headers, 'content-length': body.length } }
      const outgoing = requestHttps(nginx.origin + path, options, async answer => {
        let text = ''
        for await (const chunk of answer) text += chunk
        resolve({ status: answer.statusCode!, headers: answer.headers, text })
      })
      outgoing.on('error', reject).end(body)
    })
  }

  /** Resolves with the first message; rejects when the socket closes before it. */
  const firstMessage = (socket: WebSocket) =>
    new Promise<unknown>((resolve, reject) => {
      socket.once('message', data => resolve(JSON.parse(String(data))))
      socket.once('error', reject)
      socket.once('close', (code, reason) => reject(new Error(`closed: ${code} ${reason}`)))
    })

  test('the console and its calls come by TLS, and who asks without it is sent there', async () => {
    const env = await ask('/env')
    expect(env.status).toBe(200)
    expect(env.headers['strict-transport-security']).toBeDefined()
    const page = await ask('/', { headers: { accept: 'text/html' } })
    expect(page.text).toContain('<title>console</title>')
    expect((await ask(pathOf(getOverview))).status).toBe(401)
    const overview = await ask(pathOf(getOverview), { headers: host.headers })
    expect(JSON.parse(overview.text)).toMatchObject({ live: expect.any(Number) })

    const plain = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
      const options = { headers: { host: 'livetap.example.org' } }
      requestHttp(`http://127.0.0.1:${nginx.plainPort}/past?a=b`, options, answer => {
        answer.resume()
        resolve(answer.headers)
      })
        .on('error', reject)
        .end()
    })
    expect(plain.location).toBe('https://livetap.example.org/past?a=b')
  })

  test('a large body goes through to the server, which has the say on its size; /metrics stays inside', async () => {
    const refused = await ask(pathOf(getOverview), { method: 'POST', body: Buffer.alloc(20_000_000) })
    expect(JSON.parse(refused.text)).toHaveProperty('trackingId')
    const metrics = await ask('/metrics')
    expect(metrics.status).toBe(404)
    expect(metrics.text).toContain('nginx')
  })

  test('the socket of a meeting is led to its gateway by its path, and recognition to any', async () => {
    const id = await host.createMeeting()
    const address = await host.address(id)
    expect(address).toContain(`${nginx.origin.replace('https', 'wss')}/nodes/gateway-0/`)
    const meeting = new WebSocket(address, { ca: nginx.ca })
    expect(await firstMessage(meeting)).toMatchObject({ type: 'call_started' })
    expect(nginx.asked).toContain('gateway-0.test')
    meeting.terminate()

    const token = host.headers.authorization.replace('Bearer ', '')
    const protocols = ['livetap.asr.v1', `bearer.${token}`, 'engine.nutcracker', 'tracking.track-1']
    const asr = new WebSocket(nginx.origin.replace('https', 'wss') + pathOf(asrSocket), protocols, {
      ca: nginx.ca,
    })
    const said = firstMessage(asr)
    asr.once('open', () => asr.send('{"streaming_config":{"language_code":"en-US"}}'))
    expect(await said).toBeTypeOf('object')
    asr.terminate()
  })
})
