import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AuditAnswer } from '@livetap/contract'
import { createKey, createShare, deleteKey, deleteShare } from '@livetap/contract/calls/access'
import { acceptAccountLink, createAccount, openAccountLink } from '@livetap/contract/calls/accounts'
import { searchAudit } from '@livetap/contract/calls/audit'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { openSharedLink, sharedAudioUrl, sharedTranscript } from '@livetap/contract/calls/shared-links'
import { audioUrl } from '@livetap/contract/calls/transcripts'
import { hotwordSocket } from '@livetap/contract/sockets/hotword-socket'
import { type Endpoint, pathOf } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type RefusedToken, tokenKinds } from '../../platform/refused-token'
import { callEndpoint, type TestCall } from '../../testing/call-endpoint'
import { pastMeeting, utteranceAt } from '../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../testing/test-server'

let server: TestServer
let meetingId: string
let otherId: string
const host = { userId: 'u-host', userName: 'host', role: 'host' as const, emails: ['host@example.com'] }
beforeAll(async () => {
  server = await testServer()
  const { kysely } = server.app.database
  const own = { audio: Buffer.alloc(100), utterances: [utteranceAt(0, 'one two')] }
  meetingId = await pastMeeting(server, own)
  otherId = await pastMeeting(server, { audio: Buffer.alloc(100) })
  await kysely.updateTable('meeting').set({ host_user_id: host.userId }).where('id', '=', meetingId).execute()
  await kysely
    .updateTable('meeting')
    .set({ host_user_id: 'someone-else' })
    .where('id', '=', otherId)
    .execute()
})
afterAll(() => server.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function call<T>(endpoint: Endpoint, given: TestCall): Promise<{ status: number; body: T }> {
  const response = await callEndpoint(server.url, endpoint, given)
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as T }
}

const statusOf = async (endpoint: Endpoint, given: TestCall) => (await call(endpoint, given)).status
const forged = (token: string) => token.replace(/.$/, last => (last === 'A' ? 'E' : 'A'))
const set = (table: 'api_key' | 'meeting_share', id: string, change: object) =>
  server.app.database.kysely.updateTable(table).set(change).where('id', '=', id).execute()
const PAST = { expires_at: new Date(Date.now() - 1000) }

/** Of a session that can be ended, or moved to another user. */
async function aBearer(change: object = {}) {
  const token = server.principals.signIn({ ...host, ...change })
  const ask = (given = token, id = meetingId) =>
    statusOf(getMeeting, { params: { id }, headers: bearer(given) })
  return { token, ask }
}

async function aKey(change: object = {}) {
  const headers = server.bearer(host)
  const body = { name: 'reader', actions: ['meeting.read'], ...change }
  const { body: made } = await call<{ id: string; key: string }>(createKey, { headers, body })
  const ask = (key = made.key, id = meetingId) =>
    statusOf(getMeeting, { params: { id }, headers: bearer(key) })
  return { ...made, headers, ask }
}

async function aLink(change: object = {}) {
  const headers = server.bearer(host)
  const made = await call<{ id: string; url: string }>(createShare, {
    params: { id: meetingId },
    headers,
    body: { with: 'link', ...change },
  })
  const token = made.body.url.split('/').at(-1)!
  const open = (given = token, password?: string) =>
    statusOf(openSharedLink, { body: { token: given, password } })
  const remove = () => statusOf(deleteShare, { params: { id: meetingId, shareId: made.body.id }, headers })
  return { id: made.body.id, token, open, remove }
}

async function anOpenedLink() {
  const link = await aLink()
  const { body } = await call<{ access_token: string }>(openSharedLink, { body: { token: link.token } })
  const ask = (given = body.access_token) => statusOf(sharedTranscript, { headers: bearer(given) })
  return { ...link, access: body.access_token, ask }
}

async function aOneTimeLink() {
  const headers = server.bearer({ userId: 'u-admin', role: 'admin' })
  const body = { email: `${randomUUID()}@example.com` }
  const made = await call<{ id: string; url: string }>(createAccount, { headers, body })
  const token = new URL(made.body.url).hash.slice(1)
  const open = (given = token) => statusOf(openAccountLink, { body: { token: given } })
  const use = () => statusOf(acceptAccountLink, { body: { token, password: 'nanoseconds 1906' } })
  return { id: made.body.id, token, open, use }
}

async function anAddress() {
  const token = server.principals.signIn(host)
  const { body } = await call<{ url: string }>(audioUrl, {
    params: { id: meetingId },
    headers: bearer(token),
  })
  const ask = async (url = body.url) => (await fetch(new URL(url, server.url))).status
  return { token, url: body.url, ask }
}

function aTicket({ sessionId, resource = meetingId }: { sessionId?: string; resource?: string } = {}) {
  const session = sessionId ?? 'session-of-tickets'
  if (!sessionId) server.principals.signIn({ ...host, sessionId: session })
  const ticket = server.app.tickets.issue({
    purpose: hotwordSocket.ticket!.purpose,
    resource,
    userId: host.userId,
    sessionId: session,
  })
  const ask = async (given = ticket, id = meetingId) => {
    const path = pathOf(hotwordSocket, { [hotwordSocket.ticket!.param]: id })
    const socket = new WebSocket(
      `${server.url.replace('http', 'ws')}${path}?ticket=${encodeURIComponent(given)}`,
    )
    onTestFinished(() => socket.terminate())
    socket.on('error', () => undefined)
    const opened = once(socket, 'open').then(() => 101)
    const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number)
    opened.catch(() => undefined)
    refused.catch(() => undefined)
    return await Promise.race([opened, refused])
  }
  return { ticket, ask }
}

const passTime = (ms: number) => {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
  onTestFinished(() => void vi.restoreAllMocks())
}

interface Row extends RefusedToken {
  what: string
  status: number
  /** Answers how the same request was answered while it was good, and how it is refused. */
  ask(): Promise<{ twin: number; refused: number }>
}

/** Every way in which what opens something is refused: a new kind of token joins by its rows. */
const rows: Row[] = [
  {
    what: 'a bearer that is no token',
    ...{ kind: 'bearer', problem: 'unknown', status: 401 },
    ask: async () => {
      const { token, ask } = await aBearer()
      return { twin: await ask(), refused: await ask(forged(token)) }
    },
  },
  {
    what: 'an expired bearer',
    ...{ kind: 'bearer', problem: 'unknown', status: 401 },
    ask: async () => {
      const { ask } = await aBearer()
      const old = await aBearer({ tokenExpiresAt: Date.now() - 1000 })
      return { twin: await ask(), refused: await old.ask() }
    },
  },
  {
    what: 'a bearer of a session that was ended',
    ...{ kind: 'bearer', problem: 'unknown', status: 401 },
    ask: async () => {
      const { token, ask } = await aBearer()
      const twin = await ask()
      server.principals.signOut(token)
      return { twin, refused: await ask() }
    },
  },
  {
    what: 'a bearer for a meeting that its account may not know of',
    ...{ kind: 'bearer', problem: 'moved', status: 404 },
    ask: async () => {
      const { token, ask } = await aBearer()
      return { twin: await ask(), refused: await ask(token, otherId) }
    },
  },
  {
    what: 'a forged key',
    ...{ kind: 'key', problem: 'unknown', status: 401 },
    ask: async () => {
      const { key, ask } = await aKey()
      return { twin: await ask(), refused: await ask(forged(key)) }
    },
  },
  {
    what: 'an expired key',
    ...{ kind: 'key', problem: 'unknown', status: 401 },
    ask: async () => {
      const { id, ask } = await aKey()
      const twin = await ask()
      await set('api_key', id, PAST)
      return { twin, refused: await ask() }
    },
  },
  {
    what: 'a revoked key',
    ...{ kind: 'key', problem: 'unknown', status: 401 },
    ask: async () => {
      const { id, headers, ask } = await aKey()
      const twin = await ask()
      await call(deleteKey, { params: { id }, headers })
      return { twin, refused: await ask() }
    },
  },
  {
    what: 'a key for a meeting that its user may not know of',
    ...{ kind: 'key', problem: 'moved', status: 404 },
    ask: async () => {
      const { key, ask } = await aKey()
      return { twin: await ask(), refused: await ask(key, otherId) }
    },
  },
  {
    what: 'a forged link',
    ...{ kind: 'link', problem: 'unknown', status: 404 },
    ask: async () => {
      const { token, open } = await aLink()
      return { twin: await open(), refused: await open(forged(token)) }
    },
  },
  {
    what: 'an expired link',
    ...{ kind: 'link', problem: 'expired', status: 404 },
    ask: async () => {
      const { id, open } = await aLink()
      const twin = await open()
      await set('meeting_share', id, PAST)
      return { twin, refused: await open() }
    },
  },
  {
    what: 'a link that was taken back',
    ...{ kind: 'link', problem: 'unknown', status: 404 },
    ask: async () => {
      const { open, remove } = await aLink()
      const twin = await open()
      await remove()
      return { twin, refused: await open() }
    },
  },
  {
    what: 'a link with a wrong password',
    ...{ kind: 'link', problem: 'password', status: 401 },
    ask: async () => {
      const { token, open } = await aLink({ password: 'open sesame' })
      return { twin: await open(token, 'open sesame'), refused: await open(token, 'open barley') }
    },
  },
  {
    what: 'a forged one-time link',
    ...{ kind: 'one-time link', problem: 'unknown', status: 404 },
    ask: async () => {
      const { token, open } = await aOneTimeLink()
      return { twin: await open(), refused: await open(forged(token)) }
    },
  },
  {
    what: 'an expired one-time link',
    ...{ kind: 'one-time link', problem: 'expired', status: 404 },
    ask: async () => {
      const { id, open } = await aOneTimeLink()
      const twin = await open()
      const { kysely } = server.app.database
      await kysely.updateTable('account_link').set(PAST).where('account_id', '=', id).execute()
      return { twin, refused: await open() }
    },
  },
  {
    what: 'a one-time link once more',
    ...{ kind: 'one-time link', problem: 'used', status: 404 },
    ask: async () => {
      const { use } = await aOneTimeLink()
      return { twin: await use(), refused: await use() }
    },
  },
  {
    what: 'a forged token of an opened link',
    ...{ kind: 'opened link', problem: 'unknown', status: 401 },
    ask: async () => {
      const { access, ask } = await anOpenedLink()
      return {
        twin: await ask(),
        refused: await ask(access.replace(/.$/, last => (last === 'A' ? 'E' : 'A'))),
      }
    },
  },
  {
    what: 'the token of an opened link that expired meanwhile',
    ...{ kind: 'opened link', problem: 'unknown', status: 401 },
    ask: async () => {
      const { ask } = await anOpenedLink()
      const twin = await ask()
      passTime(3_600_001)
      return { twin, refused: await ask() }
    },
  },
  {
    what: 'the token of an opened link that was taken back meanwhile',
    ...{ kind: 'opened link', problem: 'unknown', status: 401 },
    ask: async () => {
      const { ask, remove } = await anOpenedLink()
      const twin = await ask()
      await remove()
      return { twin, refused: await ask() }
    },
  },
  {
    what: 'the token of an opened link at the address of another meeting’s sound',
    ...{ kind: 'opened link', problem: 'moved', status: 404 },
    ask: async () => {
      const { id, access } = await anOpenedLink()
      const { body } = await call<{ url: string }>(sharedAudioUrl, { headers: bearer(access) })
      const twin = (await fetch(new URL(body.url, server.url))).status
      const other = server.app.mediaUrls.of(`meetings/${otherId}/audio.flac`, { sessionId: `link ${id}` })
      return { twin, refused: (await fetch(new URL(other, server.url))).status }
    },
  },
  {
    what: 'a signed address that was altered to another meeting',
    ...{ kind: 'signed address', problem: 'forged', status: 401 },
    ask: async () => {
      const { url, ask } = await anAddress()
      return { twin: await ask(), refused: await ask(url.replace(meetingId, otherId)) }
    },
  },
  {
    what: 'a signed address that expired',
    ...{ kind: 'signed address', problem: 'expired', status: 401 },
    ask: async () => {
      const { ask } = await anAddress()
      const twin = await ask()
      passTime(3_600_001)
      return { twin, refused: await ask() }
    },
  },
  {
    what: 'a signed address of a session that has ended',
    ...{ kind: 'signed address', problem: 'ended', status: 401 },
    ask: async () => {
      const { token, ask } = await anAddress()
      const twin = await ask()
      server.principals.signOut(token)
      return { twin, refused: await ask() }
    },
  },
  {
    what: 'a forged ticket',
    ...{ kind: 'ticket', problem: 'forged', status: 401 },
    ask: async () => {
      const { ticket, ask } = aTicket()
      return { refused: await ask(forged(ticket)), twin: await ask() }
    },
  },
  {
    what: 'an expired ticket',
    ...{ kind: 'ticket', problem: 'expired', status: 401 },
    ask: async () => {
      const twin = await aTicket().ask()
      const { ask } = aTicket()
      passTime(60_001)
      return { twin, refused: await ask() }
    },
  },
  {
    what: 'a ticket for another meeting',
    ...{ kind: 'ticket', problem: 'moved', status: 401 },
    ask: async () => {
      const { ticket, ask } = aTicket()
      return { refused: await ask(ticket, otherId), twin: await ask() }
    },
  },
  {
    what: 'a ticket once more',
    ...{ kind: 'ticket', problem: 'used', status: 401 },
    ask: async () => {
      const { ask } = aTicket()
      return { twin: await ask(), refused: await ask() }
    },
  },
  {
    what: 'a ticket of a session that has ended',
    ...{ kind: 'ticket', problem: 'ended', status: 401 },
    ask: async () => {
      const twin = await aTicket().ask()
      return { twin, refused: await aTicket({ sessionId: 'ended-session' }).ask() }
    },
  },
]

async function counted({ kind, problem }: RefusedToken): Promise<number> {
  const counter = server.app.metrics.registry.getSingleMetric('livetap_refused_tokens_total')!
  const { values } = await counter.get()
  return values.find(({ labels }) => labels.kind === kind && labels.problem === problem)?.value ?? 0
}

/** How often it is in the audit log, with what is counted and not written yet. */
async function audited({ kind, problem }: RefusedToken, status: number): Promise<number> {
  server.app.audit.auditLog.countRefusals()
  const { body } = await call<AuditAnswer>(searchAudit, {
    query: { limit: 200 },
    headers: server.bearer({ userId: 'u-admin', role: 'admin' }),
  })
  return body.entries
    .filter(
      ({ fields, result }) => result === 'refused' && fields.token === kind && fields.problem === problem,
    )
    .filter(({ fields }) => fields.status === status)
    .reduce((sum, { fields }) => sum + (typeof fields.count === 'number' ? fields.count : 1), 0)
}

/** All that was refused, by any of its entries. */
async function refusedInAll(): Promise<number> {
  server.app.audit.auditLog.countRefusals()
  const { body } = await call<AuditAnswer>(searchAudit, {
    query: { limit: 200 },
    headers: server.bearer({ userId: 'u-admin', role: 'admin' }),
  })
  return body.entries
    .filter(({ result }) => result === 'refused')
    .reduce((sum, { fields }) => sum + (typeof fields.count === 'number' ? fields.count : 1), 0)
}

test.each(rows.map(row => [row.what, row] as const))(
  '%s is refused, counted and audited, and was good before',
  async (_what, row) => {
    const before = {
      counted: await counted(row),
      audited: await audited(row, row.status),
      inAll: await refusedInAll(),
    }
    const { twin, refused } = await row.ask()
    expect([200, 101]).toContain(twin)
    expect(refused).toBe(row.status)
    expect(await counted(row)).toBe(before.counted + 1)
    await expect.poll(() => audited(row, row.status)).toBe(before.audited + 1)
    // It has no second entry, of another kind.
    expect(await refusedInAll()).toBe(before.inAll + 1)
  },
)

test('every kind of token has its rows', () => {
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(tokenKinds))
})
