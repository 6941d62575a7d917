import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { changeAccess, createKey, createShare, deleteKey, deleteShare } from '@livetap/contract/calls/access'
import { allSockets } from '@livetap/contract/calls/all'
import { createMeeting } from '@livetap/contract/calls/live-meetings'
import { audioUrl } from '@livetap/contract/calls/transcripts'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { hotwordSocket } from '@livetap/contract/sockets/hotword-socket'
import { type Endpoint, pathOf } from '@livetap/contract/wire/endpoint'
import { EngineRegistry } from '@livetap/speech'
import { ScriptedEngine } from '@livetap/speech/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { databaseNow } from '../../platform/db/database-time'
import { callEndpoint, type TestCall } from '../../testing/call-endpoint'
import { pastMeeting } from '../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../testing/test-server'

/** The contract's bar for what is open when a right is taken away. */
const CLOSED_WITHIN_MS = 5000
/** More than the buffers of both ends hold: it is under way until its reader reads it. */
const LONG = Buffer.alloc(64 * 1024 * 1024)

let server: TestServer
/** Another node of the same installation: where the right is taken away. */
let node: TestServer
beforeAll(async () => {
  const env = { LIVETAP_SECRET: 'a secret of both nodes' }
  server = await testServer({ engines: new EngineRegistry([new ScriptedEngine()]), env })
  node = await testServer({ env: { ...env, DATABASE_URL: server.app.database.url } })
})
afterAll(async () => {
  await node.close()
  await server.close()
})

const owner = { userId: 'u-owner', userName: 'owner@example.com', emails: ['owner@example.com'] }
const GRACE = '5f0c3ad1-2f3b-4f5a-9a43-0d5f5a4b1c11'
const grace = { userId: GRACE, role: 'host' as const, userName: 'grace', emails: ['grace@example.com'] }

async function call<T>(endpoint: Endpoint, given: TestCall, at = node): Promise<T> {
  const response = await callEndpoint(at.url, endpoint, given)
  expect(response.ok).toBe(true)
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as T
}

async function runningMeeting(): Promise<string> {
  const start_at_utc = new Date().toISOString()
  const body = { start_at_utc, enable_ensemble: false, trainable_shard_percent: 0 }
  const given = { query: { client_region: 'us' }, headers: server.bearer(owner), body }
  return (await call<{ id: string }>(createMeeting, given, server)).id
}

/** A meeting of others that is shared with one: a running one, or one with this recording. */
async function sharedMeeting(audio?: Buffer) {
  const id = audio ? await pastMeeting(server, { audio }) : await runningMeeting()
  const params = { id }
  const headers = node.bearer(owner)
  const body = { with: 'grace@example.com', grants: 'edit' }
  const share = await call<{ id: string }>(createShare, { params, headers, body })
  return {
    id,
    shareId: share.id,
    unshare: () => call(deleteShare, { params: { id, shareId: share.id }, headers }),
    restrict: () => call(changeAccess, { params, headers, body: { restricted: true } }),
  }
}

async function opened(socket: WebSocket): Promise<{ closed: Promise<number> }> {
  onTestFinished(() => socket.terminate())
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  return { closed }
}

const socketAt = (path: string, ...options: [protocols: string[], headers?: Record<string, string>]) => {
  const [protocols, headers] = options
  return new WebSocket(server.url.replace('http', 'ws') + path, protocols, { headers })
}

/** Of an account or a key. */
function liveSocket(id: string, { sessionId, userId }: { sessionId: string; userId: string }) {
  const { purpose } = hotwordSocket.ticket!
  const ticket = server.app.tickets.issue({ purpose, resource: id, userId, sessionId })
  return opened(socketAt(`${pathOf(hotwordSocket, { id })}?${new URLSearchParams({ ticket })}`, []))
}

async function timed(closed: Promise<unknown>, take: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await take()
  await closed
  return performance.now() - from
}

async function account(): Promise<void> {
  const row = { id: GRACE, email: 'grace@example.com', user_name: 'grace', password_hash: 'none' }
  const { kysely } = server.app.database
  await kysely
    .insertInto('account')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** As time does it: no call tells anyone. */
async function runsOut(table: 'api_key' | 'meeting_share', id: string): Promise<void> {
  const { kysely } = server.app.database
  await kysely.updateTable(table).set({ expires_at: databaseNow }).where('id', '=', id).execute()
}

const ways: [
  what: string,
  socket: string,
  open: () => Promise<{ closed: Promise<number>; take(): Promise<unknown> }>,
][] = [
  [
    'a share that is taken back',
    hotwordSocket.name,
    async () => {
      const { id, unshare } = await sharedMeeting()
      const session = { ...grace, sessionId: 'session-of-share' }
      server.principals.signIn(session)
      return { ...(await liveSocket(id, session)), take: unshare }
    },
  ],
  [
    'a meeting that is restricted',
    hotwordSocket.name,
    async () => {
      const { id, restrict } = await sharedMeeting()
      const session = { userId: 'u-operator', sessionId: 'session-of-operator' }
      server.principals.signIn(session)
      return { ...(await liveSocket(id, session)), take: restrict }
    },
  ],
  [
    'a key that is revoked',
    asrSocket.name,
    async () => {
      const headers = node.bearer({ ...owner, userId: 'u-of-key' })
      const body = { name: 'asr', actions: ['recognition.use'] }
      const made = await call<{ id: string; key: string }>(createKey, { headers, body })
      const socket = socketAt(pathOf(asrSocket), ['livetap.asr.v1', 'engine.nutcracker'], {
        authorization: `Bearer ${made.key}`,
      })
      return { ...(await opened(socket)), take: () => call(deleteKey, { params: { id: made.id }, headers }) }
    },
  ],
  [
    'a key that runs out',
    asrSocket.name,
    async () => {
      const headers = node.bearer({ ...owner, userId: 'u-of-short-key' })
      const body = { name: 'short', actions: ['recognition.use'] }
      const made = await call<{ id: string; key: string }>(createKey, { headers, body })
      const socket = socketAt(pathOf(asrSocket), ['livetap.asr.v1', 'engine.nutcracker'], {
        authorization: `Bearer ${made.key}`,
      })
      return { ...(await opened(socket)), take: () => runsOut('api_key', made.id) }
    },
  ],
  [
    'a share that runs out',
    hotwordSocket.name,
    async () => {
      const { id, shareId } = await sharedMeeting()
      const session = { ...grace, sessionId: 'session-of-short-share' }
      server.principals.signIn(session)
      return { ...(await liveSocket(id, session)), take: () => runsOut('meeting_share', shareId) }
    },
  ],
]

test.each(ways)(
  '%s at one node closes the socket that is open by it at another, within 5 s',
  async (_what, _socket, open) => {
    await account()
    const { closed, take } = await open()
    expect(await timed(closed, take)).toBeLessThan(CLOSED_WITHIN_MS)
    expect([hotwordSocket.closeCodes.access_ended, asrSocket.closeCodes.access_ended]).toContain(await closed)
  },
)

test('every socket is among them', () => {
  expect(new Set(ways.map(([, socket]) => socket))).toEqual(new Set(allSockets.map(({ name }) => name)))
})

test('a download at a signed address is cut within 5 s, and the address opens nothing more', async () => {
  await account()
  const { id, unshare } = await sharedMeeting(LONG)
  const headers = server.bearer({ ...grace, sessionId: 'session-of-download' })
  const { url } = await call<{ url: string }>(audioUrl, { params: { id }, headers }, server)
  const [answer] = (await once(get(new URL(url, server.url)), 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.on('error', () => undefined)
  const cut = new Promise(resolve => answer.once('close', resolve))
  const took = timed(cut, async () => {
    await unshare()
    // Read on: a connection that is not read from is not seen to end.
    answer.resume()
  })
  expect(await took).toBeLessThan(CLOSED_WITHIN_MS)
  expect(answer.complete).toBe(false)
  expect((await fetch(new URL(url, server.url))).status).toBe(404)
})
