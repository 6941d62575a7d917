import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { bareHttpServer } from '../../testing/bare-http-server'
import { closeHttpServer } from './close-http-server'

test('neither a call nor a socket that never ends can keep the server from stopping', async () => {
  const server = await bareHttpServer()
  server.get('/never', { config: { entry: 'public' } }, () => new Promise(() => {}))
  server.get('/socket', { websocket: true, config: { entry: 'public' } }, socket => socket.send('hello'))
  const { hostname, port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))

  /** Sends, and answers once `until` was received with a promise of the connection's end. */
  const say = (text: string, until?: string) =>
    new Promise<{ closed: Promise<void> }>(resolve => {
      const socket = connect(Number(port), hostname, () => socket.write(text))
      const closed = new Promise<void>(done => socket.once('close', () => done()))
      socket.on('error', () => undefined)
      socket.on('data', chunk => chunk.includes(until ?? '') && resolve({ closed }))
      if (until === undefined) socket.once('connect', () => resolve({ closed }))
    })
  // Never answers the closing frame: it only speaks TCP.
  const upgrade =
    'GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'
  const socket = await say(upgrade, 'hello')
  const call = await say('GET /never HTTP/1.1\r\nHost: x\r\n\r\n')
  await closeHttpServer(server, 50)
  await Promise.all([socket.closed, call.closed])
  expect(server.server.listening).toBe(false)
})
