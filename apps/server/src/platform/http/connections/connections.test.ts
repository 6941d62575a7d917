import { EventEmitter, once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bareHttpServer } from '../../../testing/bare-http-server'
import { createLog } from '../../log/log'
import { networkOf } from '../../network-of'
import { openFilesLimit } from '../../process/open-files-limit'
import { closeHttpServer } from '../close-http-server'
import { defaultLimits, type HttpLimits } from '../create-http-server'
import { connectionLimitsFor, limitConnections } from './connection-limit'

async function listening(limits: Partial<HttpLimits> = {}) {
  const server = await bareHttpServer({ limits })
  server.get('/hello', { config: { entry: 'public' } }, async () => ({}))
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => closeHttpServer(server))
  const open = () =>
    new Promise<number>((resolve, reject) => {
      server.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
    })
  return { url, open }
}

/** A client that never closes its side by itself. */
async function stubborn(url: string, text = ''): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  if (text) socket.write(text)
  return socket
}

/** What the server wrote until it closed its side; ours stays open. */
const readAll = (socket: Socket) =>
  new Promise<string>(resolve => {
    let text = ''
    socket.on('data', chunk => {
      text += String(chunk)
    })
    for (const event of ['end', 'close']) socket.once(event, () => resolve(text))
  })

test('junk is answered, and its socket is closed though the client keeps its side open', async () => {
  const { url, open } = await listening()
  const sockets = await Promise.all(Array.from({ length: 20 }, () => stubborn(url, 'JUNK\r\n\r\n')))
  const answers = await Promise.all(sockets.map(readAll))
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 400 .*Client Exception/s)
  await vi.waitFor(async () => expect(await open()).toBe(0))
})

test('junk that goes on and on is closed too', async () => {
  const { url, open } = await listening()
  const socket = await stubborn(url, 'x'.repeat(100_000))
  const more = setInterval(() => socket.write('x'.repeat(1000)), 5)
  onTestFinished(() => clearInterval(more))
  await vi.waitFor(async () => expect(await open()).toBe(0))
})

test('a connection without a request, with half of one, or with nothing after its answer is closed', async () => {
  const { url, open } = await listening({ headersMs: 1500, idleMs: 60 })
  const silent = await stubborn(url)
  const half = await stubborn(url, 'GET /hello HTTP/1.1\r\nHost: x')
  const done = await stubborn(url, 'GET /hello HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  expect(await readAll(silent)).toMatch(/^HTTP\/1.1 408 /)
  expect(await readAll(half)).toMatch(/^HTTP\/1.1 408 /)
  expect(await readAll(done)).toMatch(/^HTTP\/1.1 200 /)
  await vi.waitFor(async () => expect(await open()).toBe(0))
})

test('an answer that is never read does not keep its connection', async () => {
  const server = await bareHttpServer({ limits: { stalledMs: 200 } })
  server.get('/large', { config: { entry: 'public' } }, async () => 'x'.repeat(50_000_000))
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => closeHttpServer(server))
  const reader = await stubborn(url, 'GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  await once(reader, 'readable')
  const open = () =>
    new Promise<number>(resolve => server.server.getConnections((_, count) => resolve(count)))
  await vi.waitFor(async () => expect(await open()).toBe(0))
})

test('beyond the limit new connections are refused and requests under way go on; idle ones make room', async () => {
  const server = await bareHttpServer({ limits: { connections: { total: 4, perAddress: 4 } } })
  let finish = () => {}
  const finished = new Promise<void>(resolve => {
    finish = resolve
  })
  let underWay = 0
  server.get('/slow', { config: { entry: 'public' } }, async () => {
    underWay += 1
    await finished
    return {}
  })
  server.get('/hello', { config: { entry: 'public' } }, async () => ({}))
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => closeHttpServer(server))
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
  const busy = await Promise.all(Array.from({ length: 3 }, () => stubborn(url, ask('/slow'))))
  await vi.waitFor(() => expect(underWay).toBe(3))
  const idle = await stubborn(url, ask('/hello'))
  await once(idle, 'data')
  expect(await readAll(await stubborn(url))).toBe('')
  // The idle one was closed for the next.
  await vi.waitFor(async () => expect((await fetch(`${url}/hello`)).status).toBe(200))
  finish()
  for (const socket of busy) expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /)
})

test('connections that say nothing refuse no one else: they make room for the next one', async () => {
  const { url } = await listening({ connections: { total: 10, perAddress: 10 }, headersMs: 60_000 })
  for (let opened = 0; opened < 15; opened++) await stubborn(url)
  await vi.waitFor(async () => {
    const answer = await fetch(`${url}/hello`, { signal: AbortSignal.timeout(5_000) })
    expect(answer.status).toBe(200)
  })
})

test('one address takes no more than its share; a trusted proxy, or one on this machine, stands for all addresses', () => {
  const server = new EventEmitter() as unknown as Server
  limitConnections(
    server,
    { total: 100, perAddress: 2 },
    { log: createLog('silent'), proxies: ['10.1.0.0/16'] },
  )
  const from = (remoteAddress: string) => {
    const socket = Object.assign(new PassThrough(), { remoteAddress })
    server.emit('connection', socket as unknown as Socket)
    return socket
  }
  const [first, second, third] = ['203.0.113.9', '203.0.113.9', '203.0.113.9'].map(from)
  expect([first, second, third].map(socket => socket!.destroyed)).toEqual([false, false, true])
  expect(['127.0.0.9', '127.0.0.9', '127.0.0.9'].map(from).map(one => one.destroyed)).toEqual([
    false,
    false,
    true,
  ])
  expect(from('198.51.100.7').destroyed).toBe(false)
  expect(
    [
      '127.0.0.1',
      '127.0.0.1',
      '127.0.0.1',
      '::1',
      '::1',
      '::1',
      '::ffff:127.0.0.1',
      '10.1.2.3',
      '10.1.2.3',
      '10.1.2.3',
    ]
      .map(from)
      .some(one => one.destroyed),
  ).toBe(false)
})

test('the limit leaves descriptors for the database, the storage and the recognisers', () => {
  expect(connectionLimitsFor(1024)).toEqual({ total: 384, perAddress: 192 })
  expect(connectionLimitsFor(64)).toEqual({ total: 16, perAddress: 8 })
  expect(connectionLimitsFor(1_048_576).total).toBeGreaterThan(500_000)
  expect(openFilesLimit(() => 'Limit  Soft\nMax open files            1024   524288   files\n')).toBe(1024)
  expect(openFilesLimit(() => 'Max open files   unlimited unlimited files')).toBe(Number.MAX_SAFE_INTEGER)
  expect(
    openFilesLimit(() => {
      throw new Error('no such file')
    }),
  ).toBe(4096)
  expect(defaultLimits.headersMs).toBeLessThan(defaultLimits.idleMs)
})

test('an IPv6 /64 is one address', () => {
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8:0:0:ffff::2'))
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'))
  expect(networkOf('::ffff:10.0.0.1')).toBe('10.0.0.1')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})

test('a clock that is set back by an hour keeps no caller waiting for it', async () => {
  const server = await bareHttpServer()
  const rateLimit = { max: 1, timeWindow: 60_000 }
  server.get('/limited', { config: { entry: 'public', rateLimit } }, async () => ({}))
  await server.inject('/limited')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  const refused = await server.inject('/limited')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  await server.close()
})
