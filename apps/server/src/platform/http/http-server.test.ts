import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { errorBodySchema } from '@livetap/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log/log'
import { ServiceError } from '../service-error'
import { SignedUrls } from '../signing/signed-urls'
import { Tickets } from '../signing/tickets'
import { closeHttpServer } from './close-http-server'
import { createHttpServer, type HttpLimits, type HttpServer } from './create-http-server'

async function newServer(limits: Partial<HttpLimits> = {}, https = false): Promise<HttpServer> {
  return createHttpServer({
    log: createLog('silent'),
    https,
    limits,
    principalOf: async () => undefined,
    authenticator: { authenticate: async () => null },
    signedUrls: new SignedUrls('a secret of some length'),
    tickets: new Tickets('a secret of some length', async () => true),
    metricsToken: undefined,
  })
}

const config = { entry: 'public' } as const
let server: HttpServer
let url: string
let finish: (() => void) | undefined

beforeAll(async () => {
  server = await newServer({ bodyBytes: 1000, headerBytes: 4096 }, true)
  const body = z.object({ highlight: z.object({ start_millis: z.number() }) })
  server.post(
    '/schema',
    { config, schema: { body, querystring: z.object({ n: z.coerce.number().optional() }) } },
    async () => ({}),
  )
  server.get('/conflict', { config }, async () => {
    throw new ServiceError('not_ready', 'Meeting is not yet ready')
  })
  server.get('/bug', { config }, async () => {
    throw new Error('the inner secret')
  })
  server.get(
    '/limited',
    { config: { ...config, rateLimit: { max: 2, timeWindow: 60_000 } } },
    async () => ({}),
  )
  server.get('/slow', { config }, async () => {
    await new Promise<void>(resolve => {
      finish = resolve
    })
    return { done: true }
  })
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => closeHttpServer(server))

async function failure(path: string, init: RequestInit = {}) {
  const response = await fetch(url + path, init)
  const body = errorBodySchema.parse(await response.json())
  expect(body.trackingId).toBe(response.headers.get('trackingid'))
  expect(response.headers.get('content-type')).toContain('application/json')
  return {
    status: response.status,
    message: body.message,
    description: body.errors[0]!.description,
    response,
  }
}

const json = (body: string) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } })

test('ACC-17 a state that forbids it is a Client Exception with its description', async () => {
  expect(await failure('/conflict')).toMatchObject({
    status: 409,
    message: 'Client Exception',
    description: 'Meeting is not yet ready',
  })
})

test('ACC-17 a bug is a Server Exception that tells nothing of the inside', async () => {
  const { status, message, description } = await failure('/bug')
  expect({ status, message }).toEqual({ status: 500, message: 'Server Exception' })
  expect(description).not.toMatch(/secret/)
})

test('ACC-17 a body that fails its schema is 422 and names the field', async () => {
  expect(await failure('/schema', json('{"highlight":{"start_millis":"x"}}'))).toMatchObject({
    status: 422,
    message: 'Client Exception',
  })
  expect((await failure('/schema', json('{"highlight":{}}'))).description).toContain('highlight.start_millis')
  expect((await failure('/schema?n=x', json('{"highlight":{"start_millis":1}}'))).description).toMatch(/^n: /)
})

test('ACC-17 every refusal of the framework has the same shape', async () => {
  expect((await failure('/nowhere')).status).toBe(404)
  expect((await failure('/schema')).status).toBe(404)
  expect((await failure('/%ff')).status).toBe(400)
  expect((await failure('/schema', json('{'))).status).toBe(400)
  expect((await failure('/schema', json(' '.repeat(2000)))).status).toBe(413)
  expect(
    (await failure('/schema', { method: 'POST', body: 'x', headers: { 'content-type': 'text/x' } })).status,
  ).toBe(415)
})

test('too many requests get a time to come again', async () => {
  await fetch(`${url}/limited`)
  await fetch(`${url}/limited`)
  const { status, message, response } = await failure('/limited')
  expect({ status, message }).toEqual({ status: 429, message: 'Client Exception' })
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a request whose connection is gone is no failure of the server', async () => {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'GET', url: '/limited', headers: { host: new URL(url).host } })
  const response = new ServerResponse(request)
  server.server.emit('request', request, response)
  await vi.waitFor(() => expect(response.writableEnded).toBe(true))
  expect(response.statusCode).toBe(499)
})

async function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', chunk => {
      answer += chunk.toString()
    })
    socket.on('close', () => resolve(answer))
  })
}

test.each([
  ['broken HTTP', 'NONSENSE\r\n\r\n', 400],
  ['oversized headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(6000)}\r\n\r\n`, 431],
])('%s is answered in the same shape', async (_name, text, status) => {
  const answer = await raw(text)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(errorBodySchema.parse(JSON.parse(answer.split('\r\n\r\n')[1]!)).message).toBe('Client Exception')
})

test('who is refused before a body was read can send it whole, and then reads the answer', async () => {
  const sendWhole = (connection: string) =>
    new Promise<string>((resolve, reject) => {
      const body = Buffer.alloc(8_000_000)
      const head = `POST /schema HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n`
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.on('error', reject).setEncoding('utf8').pause()
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`)
      socket.write(body, () => {
        socket.resume()
        socket.once('data', answer => {
          resolve(String(answer).split('\r\n')[0]!)
          socket.destroy()
        })
      })
    })
  expect(await sendWhole('close')).toBe('HTTP/1.1 413 Payload Too Large')
  expect(await sendWhole('keep-alive')).toBe('HTTP/1.1 413 Payload Too Large')
})

test("the caller's tracking id is kept when it is one", async () => {
  const answered = async (trackingid: string) =>
    (await fetch(`${url}/nowhere`, { headers: { trackingid } })).headers.get('trackingid')
  expect(await answered('LT_1234-abcd')).toBe('LT_1234-abcd')
  expect(await answered('<script>alert(1)</script>')).not.toContain('<')
})

test('every answer carries the protective headers; other origins get no permission', async () => {
  const response = await fetch(`${url}/nowhere`, { headers: { origin: 'https://evil.example' } })
  const headers = Object.fromEntries(response.headers)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
    'strict-transport-security': 'max-age=31536000',
  })
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
})

test('a route that does not say how it is entered cannot be registered', async () => {
  const other = await newServer()
  expect(() => other.get('/open', async () => ({}))).toThrow('declares no entry')
  expect(() => other.get('/odd', { config: { entry: 'ticket' } }, async () => ({}))).toThrow(
    'does not say which',
  )
  await other.close()
})

test('stopping finishes what is in flight and takes nothing new', async () => {
  const slow = fetch(`${url}/slow`)
  await expect.poll(() => finish).toBeDefined()
  const closing = closeHttpServer(server)
  await expect
    .poll(() =>
      fetch(`${url}/conflict`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused')
  finish?.()
  expect(await (await slow).json()).toEqual({ done: true })
  await closing
})
