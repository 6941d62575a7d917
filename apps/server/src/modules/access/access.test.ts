import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { AuditAnswer } from '@livetap/contract'
import {
  changeAccess,
  createKey,
  createShare,
  deleteKey,
  deleteShare,
  listShares,
} from '@livetap/contract/calls/access'
import { allEndpoints } from '@livetap/contract/calls/all'
import { searchAudit } from '@livetap/contract/calls/audit'
import { getMeeting, recentMeetings } from '@livetap/contract/calls/meetings'
import {
  openSharedLink,
  sharedAudioUrl,
  sharedTranscript,
  sharedVideoUrl,
} from '@livetap/contract/calls/shared-links'
import { usersMe } from '@livetap/contract/calls/sign-on'
import { audioUrl } from '@livetap/contract/calls/transcripts'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { type Endpoint, pathOf, patternOf } from '@livetap/contract/wire/endpoint'
import { EngineRegistry } from '@livetap/speech'
import { ScriptedEngine } from '@livetap/speech/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { callEndpoint, type TestCall } from '../../testing/call-endpoint'
import { pastMeeting, utteranceAt } from '../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../testing/test-server'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ engines: new EngineRegistry([new ScriptedEngine()]) })
})
afterAll(() => server.close())

const ada = { userId: 'user-1', userName: 'user@example.com' }
const host = { userId: 'u-grace', role: 'host' as const, userName: 'grace', emails: ['grace@example.com'] }

async function call<T>(endpoint: Endpoint, given: TestCall): Promise<{ status: number; body: T }> {
  const response = await callEndpoint(server.url, endpoint, given)
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as T }
}

/** An account that shares can name. */
async function account(email: string, id: string): Promise<void> {
  const row = { id, email, user_name: email, password_hash: 'none' }
  await server.app.database.kysely.insertInto('account').values(row).execute()
}

describe('shares', () => {
  test('open a meeting to an account for as long as they stand; what they opened closes', async () => {
    const id = await pastMeeting(server, { audio: Buffer.alloc(100) })
    const userId = '5f0c3ad1-2f3b-4f5a-9a43-0d5f5a4b1c11'
    await account('grace@example.com', userId)
    const grace = server.bearer({ ...host, userId })
    const params = { id }
    expect((await call(getMeeting, { params, headers: grace })).status).toBe(404)
    const headers = server.bearer(ada)
    const shared = await call<{ id: string }>(createShare, {
      params,
      headers,
      body: { with: 'Grace@example.com' },
    })
    expect(shared.status).toBe(200)
    expect((await call(createShare, { params, headers, body: { with: 'grace@example.com' } })).status).toBe(
      409,
    )
    expect((await call(getMeeting, { params, headers: grace })).status).toBe(200)
    const refused = await call<{ errors: { description: string }[] }>(changeAccess, {
      params,
      headers: grace,
      body: {},
    })
    expect(refused.status).toBe(403)
    expect(refused.body.errors[0]?.description).toContain('meeting.share')
    const { body } = await call<{ url: string }>(audioUrl, { params, headers: grace })
    expect((await fetch(new URL(body.url, server.url))).status).toBe(200)

    const share = { id, shareId: shared.body.id }
    expect((await call(deleteShare, { params: share, headers })).status).toBe(204)
    expect((await call(getMeeting, { params, headers: grace })).status).toBe(404)
    expect((await fetch(new URL(body.url, server.url))).status).toBe(404)
    expect((await call<{ shares: unknown[] }>(listShares, { params, headers })).body.shares).toEqual([])
  })

  test('a restricted meeting leaves every list but those of its owner and of admins', async () => {
    const id = await pastMeeting(server)
    const change = { params: { id }, headers: server.bearer(ada), body: { restricted: true } }
    expect((await call(changeAccess, change)).body).toMatchObject({
      restricted: true,
      owner: 'user@example.com',
    })
    const lists = async (user: Parameters<TestServer['bearer']>[0]) => {
      const { body } = await call<{ meetings: { id: string }[] }>(recentMeetings, {
        query: { recent: 200 },
        headers: server.bearer(user),
      })
      return body.meetings.some(meeting => meeting.id === id)
    }
    expect([
      await lists(ada),
      await lists({ userId: 'x', role: 'admin' }),
      await lists({ userId: 'x' }),
    ]).toEqual([true, true, false])
  })
})

test('a meeting and a list say what each caller may do, as the calls then decide', async () => {
  const id = await pastMeeting(server)
  const viewer = { userId: 'u-vera', role: 'viewer' as const, userName: 'vera', emails: ['vera@example.com'] }
  await account('vera@example.com', '5f0c3ad1-2f3b-4f5a-9a43-0d5f5a4b1c12')
  const headers = server.bearer(ada)
  const shares = server.bearer({ ...viewer, userId: '5f0c3ad1-2f3b-4f5a-9a43-0d5f5a4b1c12' })
  const list = (given: typeof headers, query: object) =>
    call<{ meetings: { id: string; may: string[]; restricted: boolean }[] }>(recentMeetings, {
      query: { recent: 200, ...query },
      headers: given,
    })
  expect((await list(shares, { host: 'shared' })).body.meetings).toEqual([])
  await call(createShare, { params: { id }, headers, body: { with: 'vera@example.com' } })
  const listed = (await list(shares, { host: 'shared' })).body.meetings
  expect(listed).toMatchObject([{ id, may: ['meeting.read', 'live.listen'], restricted: false }])
  expect((await list(headers, { host: 'shared' })).body.meetings.map(one => one.id)).not.toContain(id)
  const record = await call<{ may: string[] }>(getMeeting, { params: { id }, headers: shares })
  expect(record.body.may).toEqual(['meeting.read', 'live.listen'])
  await call(changeAccess, { params: { id }, headers, body: { restricted: true } })
  const [own] = (await list(headers, {})).body.meetings.filter(one => one.id === id)
  expect(own).toMatchObject({ restricted: true })
  expect(own?.may).toEqual(expect.arrayContaining(['meeting.share', 'meeting.delete', 'live.control']))
})

describe('links', () => {
  const opened = async (body: object, with_: { token?: string; password?: string } = {}) => {
    const id = await pastMeeting(server, {
      utterances: [
        utteranceAt(0, 'before it'),
        utteranceAt(10_000, 'one two three'),
        utteranceAt(30_000, 'after'),
      ],
    })
    const created = await call<{ id: string; url: string }>(createShare, {
      params: { id },
      headers: server.bearer(ada),
      body: { with: 'link', ...body },
    })
    expect(created.status).toBe(200)
    const token = with_.token ?? created.body.url.split('/').at(-1)!
    const open = (password = with_.password) =>
      call<{ access_token: string }>(openSharedLink, { body: { token, password } })
    return { id, shareId: created.body.id, open, token }
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  test('show the stretch that they share, and no other call works with them', async () => {
    const link = await opened({ from_millis: 10_150, to_millis: 20_000 })
    const { status, body } = await link.open()
    expect(status).toBe(200)
    const headers = bearer(body.access_token)
    const transcript = await call<{ results: { alternatives: { transcript: string }[] }[] }>(
      sharedTranscript,
      { headers },
    )
    expect(transcript.body.results.map(({ alternatives }) => alternatives[0]?.transcript)).toEqual(['three'])
    expect((await call(sharedAudioUrl, { headers })).status).toBe(404)
    const others = (allEndpoints as readonly Endpoint[]).filter(
      ({ entry, action }) => entry === 'bearer' && action !== 'shared.read',
    )
    for (const endpoint of others) {
      const url = patternOf(endpoint).replaceAll(/:\w+/g, link.id)
      const answer = await server.app.server.inject({
        method: endpoint.method,
        url,
        headers: { host: new URL(server.url).host, ...headers },
      })
      expect([403, 404]).toContain(answer.statusCode)
    }
    const remove = { params: { id: link.id, shareId: link.shareId }, headers: server.bearer(ada) }
    expect((await call(deleteShare, remove)).status).toBe(204)
    expect((await call(sharedTranscript, { headers })).status).toBe(401)
    expect((await link.open()).status).toBe(404)
  })

  test('have an entry for each reader who opens them, which names the meeting, and one for what is read', async () => {
    const link = await opened({})
    const { body } = await link.open()
    await link.open()
    await call(sharedTranscript, { headers: bearer(body.access_token) })
    const admin = server.bearer({ userId: 'u-admin', role: 'admin' })
    const found = async () => {
      const query = { target: link.id, limit: 50 }
      const { body } = await call<AuditAnswer>(searchAudit, { query, headers: admin })
      return body.entries
        .filter(({ actor }) => actor === 'a link')
        .map(({ action, fields }) => [action, fields.actor_id])
    }
    await expect.poll(async () => (await found()).length).toBe(2)
    expect(new Set(await found())).toEqual(
      new Set([
        ['meeting.open', `link ${link.shareId}`],
        ['link.open', `link ${link.shareId}`],
      ]),
    )
    // Of a stretch there is no picture; of a whole meeting its own.
    expect((await call(sharedVideoUrl, { headers: bearer(body.access_token) })).status).toBe(404)
    const { storage } = server.app
    await storage.put(`meetings/${link.id}/video.mp4`, Readable.from(['a picture']))
    const whole = await call<{ url: string }>(sharedVideoUrl, { headers: bearer(body.access_token) })
    expect(await (await fetch(new URL(whole.body.url, server.url))).text()).toBe('a picture')
    const stretch = await call<{ id: string; url: string }>(createShare, {
      params: { id: link.id },
      headers: server.bearer(ada),
      body: { with: 'link', from_millis: 1000 },
    })
    const token = stretch.body.url.split('/').at(-1)!
    const part = await call<{ access_token: string }>(openSharedLink, { body: { token } })
    expect((await call(sharedVideoUrl, { headers: bearer(part.body.access_token) })).status).toBe(404)
    const guessed = server.app.mediaUrls.of(`meetings/${link.id}/video.mp4`, {
      sessionId: `link ${stretch.body.id}`,
    })
    expect((await fetch(new URL(guessed, server.url))).status).toBe(404)
  })

  test('ask for their password, and open nothing once expired, or with another token', async () => {
    const link = await opened({ password: 'open sesame' })
    expect((await link.open()).status).toBe(401)
    expect((await link.open('wrong')).status).toBe(401)
    const { status, body } = await link.open('open sesame')
    expect(status).toBe(200)
    const forged = body.access_token.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))
    expect((await call(sharedTranscript, { headers: bearer(forged) })).status).toBe(401)
    await server.app.database.kysely
      .updateTable('meeting_share')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', link.shareId)
      .execute()
    expect((await link.open('open sesame')).status).toBe(404)
    expect((await call(sharedTranscript, { headers: bearer(body.access_token) })).status).toBe(401)
    expect((await call(openSharedLink, { body: { token: 'nonsense' } })).status).toBe(404)
  })
})

describe('keys', () => {
  test('do what their scope names, for as long as they stand', async () => {
    const id = await pastMeeting(server)
    const headers = server.bearer(ada)
    const body = { name: 'reader', actions: ['meeting.read', 'account.use'] }
    const created = await call<{ id: string; key: string }>(createKey, { headers, body })
    expect(created.body.key).toMatch(/^lvt_/)
    const key = { authorization: `Bearer ${created.body.key}` }
    expect((await call(getMeeting, { params: { id }, headers: key })).status).toBe(200)
    expect((await call(changeAccess, { params: { id }, headers: key, body: {} })).status).toBe(403)
    expect((await call<{ actions: string[] }>(usersMe, { headers: key })).body.actions).toEqual([
      'meeting.read',
      'account.use',
    ])
    const tooMuch = { headers: server.bearer(host), body: { name: 'x', actions: ['logs.read'] } }
    expect((await call(createKey, tooMuch)).status).toBe(422)
    expect((await call(deleteKey, { params: { id: created.body.id }, headers })).status).toBe(204)
    expect((await call(getMeeting, { params: { id }, headers: key })).status).toBe(401)
  })
})

test('an open socket closes when its right is taken away', async () => {
  const { kysely } = server.app.database
  const id = '5f0c3ad1-2f3b-4f5a-9a43-0d5f5a4b1c12'
  const principal = { userId: id, role: 'operator' as const, sessionId: 'a-session' }
  const headers = server.bearer(principal)
  const url = server.url.replace('http', 'ws') + pathOf(asrSocket)
  const socket = new WebSocket(url, ['livetap.asr.v1', 'engine.nutcracker'], { headers })
  await once(socket, 'open')
  const closed = once(socket, 'close')
  // The same session, of a user who is a viewer by now.
  server.principals.change('a-session', { role: 'viewer' })
  await kysely
    .insertInto('access_change')
    .values({ subject: `user ${id}` })
    .execute()
  server.app.access.watch.notify()
  expect((await closed)[0]).toBe(asrSocket.closeCodes.access_ended)
})
