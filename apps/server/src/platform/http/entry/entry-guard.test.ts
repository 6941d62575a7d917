import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { TestPrincipals } from '../../../testing/test-principals'
import { createLog } from '../../log/log'
import { SignedUrls } from '../../signing/signed-urls'
import { Tickets } from '../../signing/tickets'
import { createHttpServer, type HttpServer } from '../create-http-server'

const SECRET = 'a secret of some length'
const principals = new TestPrincipals()
const signedUrls = new SignedUrls(SECRET)
const used = new Set<string>()
const tickets = new Tickets(SECRET, async id => used.size !== used.add(id).size)

let server: HttpServer
let url: string
beforeAll(async () => {
  server = await createHttpServer({
    log: createLog('silent'),
    https: false,
    authenticator: principals,
    principalOf: sessionId => principals.principalOf(sessionId),
    signedUrls,
    tickets,
    metricsToken: undefined,
  })
  server.get('/bearer', { config: { entry: 'bearer' } }, async request => request.principal)
  server.get('/public', { config: { entry: 'public' } }, async request => request.principal)
  server.get('/media/:id/audio', { config: { entry: 'signed-url' } }, async request => request.params)
  const ticket = { purpose: 'hotword', param: 'id' }
  server.get(
    '/download/:id',
    { config: { entry: 'ticket', ticket } },
    async request => request.ticket?.claims,
  )
  server.get('/socket', { websocket: true, config: { entry: 'bearer' } }, (socket, request) => {
    socket.send(request.principal.userId)
  })
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url + path, { headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('bearer: the route knows who calls', async () => {
  const token = principals.signIn({ userId: 'u7' })
  expect((await get('/bearer', { authorization: `Bearer ${token}` })).body).toMatchObject({ userId: 'u7' })
  principals.signOut(token)
  expect((await get('/bearer', { authorization: `Bearer ${token}` })).status).toBe(401)
  expect((await fetch(`${url}/bearer`)).headers.get('www-authenticate')).toBe('Bearer')
})

test('elsewhere asking who calls is a bug, never an anonymous user', async () => {
  expect((await get('/public', { authorization: `Bearer ${principals.signIn()}` })).status).toBe(500)
})

test('signed-url: opens as signed, for as long as signed and its session goes on, and nothing beside it', async () => {
  const token = principals.signIn({ sessionId: 'listening' })
  const request = { sessionId: 'listening', lifetimeMs: 60_000 }
  const address = signedUrls.sign('/media/m1/audio', request)
  expect((await get(address)).body).toEqual({ id: 'm1' })
  expect((await get(address.replace('m1', 'm2'))).status).toBe(401)
  expect((await get('/media/m1/audio')).status).toBe(401)
  expect(
    (await get(signedUrls.sign('/media/m1/audio', { ...request, lifetimeMs: -1000 }))).body.errors,
  ).toEqual([{ description: 'This address has expired' }])
  principals.signOut(token)
  expect((await get(address)).body.errors).toEqual([{ description: 'This session has ended' }])
})

test('ticket: opens one thing once, while its session goes on', async () => {
  principals.signIn({ sessionId: 's1' })
  const given = {
    purpose: 'hotword',
    resource: 'm1',
    userId: 'u1',
    sessionId: 's1',
    claims: { client: 'c1' },
  }
  const text = tickets.issue(given)
  expect((await get(`/download/m2?ticket=${text}`)).status).toBe(401)
  expect((await get(`/download/m1?ticket=${text}`)).body).toEqual({ client: 'c1' })
  expect((await get(`/download/m1?ticket=${text}`)).status).toBe(401)
  expect((await get(`/download/m1?ticket=${tickets.issue({ ...given, sessionId: 'ended' })}`)).status).toBe(
    401,
  )
})

const open = async (...protocols: string[]) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`, protocols)
  const message = once(socket, 'message')
  message.catch(() => undefined)
  const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number)
  refused.catch(() => undefined)
  socket.on('error', () => undefined)
  const outcome = await Promise.race([
    message.then(([data]) => ({ user: String(data), protocol: socket.protocol })),
    refused,
  ])
  socket.terminate()
  return outcome
}

test('bearer on a socket: in a sub-protocol, plain or base64url, and never echoed', async () => {
  const token = principals.signIn({ userId: 'u9' })
  const welcome = { user: 'u9', protocol: 'livetap.asr.v1' }
  expect(await open(`bearer.${token}`, 'livetap.asr.v1')).toEqual(welcome)
  expect(await open('livetap.asr.v1', `bearer.${Buffer.from(token).toString('base64url')}`)).toEqual(welcome)
  expect(await open('livetap.asr.v1', 'bearer.nobody')).toBe(401)
  expect(await open('livetap.asr.v1')).toBe(401)
})
