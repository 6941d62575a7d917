import type { Account, AccountsAnswer, AuditEntryWire, LinkedAccount, OwnSession } from '@livetap/contract'
import { createKey } from '@livetap/contract/calls/access'
import {
  acceptAccountLink,
  addTeamMember,
  changeAccount,
  createAccount,
  createTeam,
  deleteTeam,
  endAccountSessions,
  endOtherSessions,
  endSession,
  linkAccount,
  listAccounts,
  listSessions,
  listTeams,
  openAccountLink,
  removeTeamMember,
  renameTeam,
} from '@livetap/contract/calls/accounts'
import { auditExport, searchAudit } from '@livetap/contract/calls/audit'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { openSharedLink } from '@livetap/contract/calls/shared-links'
import { usersMe } from '@livetap/contract/calls/sign-on'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callEndpoint, type TestCall } from '../../../testing/call-endpoint'
import { pastMeeting } from '../../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../../testing/test-server'
import { ConsoleClient } from '../testing/console-client'

const ADMIN = { email: 'ada@example.com', password: 'correct horse battery' }
const PASSWORD = 'nanoseconds 1906'

let server: TestServer
let ada: Record<string, string>
beforeAll(async () => {
  server = await testServer({
    realSignOn: true,
    env: { LIVETAP_ADMIN_EMAIL: ADMIN.email, LIVETAP_ADMIN_PASSWORD: ADMIN.password },
  })
  ada = (await signedIn(ADMIN.email, ADMIN.password)).headers
})
afterAll(() => server.close())

async function signedIn(email: string, password: string) {
  const client = new ConsoleClient(server.url)
  const answer = await client.signIn(email, password)
  expect(answer.status).toBe(200)
  return { client, answer, headers: { authorization: `Bearer ${answer.access_token}` } }
}

async function call<T>(endpoint: Endpoint, given: TestCall = {}) {
  const response = await callEndpoint(server.url, endpoint, { headers: ada, ...given })
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as T }
}

const problem = (body: unknown) => (body as { errors: { description: string }[] }).errors[0]?.description
const tokenOf = (url: string | undefined) => new URL(url!).hash.slice(1)
const invite = async (email: string, more: object = {}) => {
  const { status, body } = await call<LinkedAccount>(createAccount, { body: { email, ...more } })
  expect(status).toBe(200)
  return { ...body, token: tokenOf(body.url) }
}
const open = (token: string) => call(openAccountLink, { headers: {}, body: { token } })
const accept = (token: string, password = PASSWORD) =>
  call(acceptAccountLink, { headers: {}, body: { token, password } })
const change = (id: string, body: object) => call<Account>(changeAccount, { params: { id }, body })
const entries = async (query: Record<string, string>) =>
  (await call<{ entries: AuditEntryWire[] }>(searchAudit, { query })).body.entries
const me = async (headers: Record<string, string>) => (await call(usersMe, { headers })).status
/** An account that has accepted its invitation, signed in. */
async function member(email: string, more: object = {}) {
  const { id, token } = await invite(email, more)
  expect((await accept(token)).status).toBe(200)
  return { id, ...(await signedIn(email, PASSWORD)) }
}

describe('an invitation', () => {
  test('is a link that sets a password once; the account has the role and teams that were given', async () => {
    await call(createTeam, { body: { name: 'Compilers' } })
    const given = { role: 'host', teams: ['Compilers'] }
    const { id, token, url, state, link, role, teams } = await invite('Grace@example.com', given)
    expect({ state, role, teams: teams.map(({ name }) => name) }).toEqual({
      ...{ state: 'invited', role: 'host', teams: ['Compilers'] },
    })
    expect(link?.kind).toBe('invitation')
    expect(new URL(url!).pathname).toBe('/invitation')
    const client = new ConsoleClient(server.url)
    expect((await client.submit(await client.authorize(), 'grace@example.com', PASSWORD)).status).toBe(401)

    expect(await open(token)).toMatchObject({ status: 200, body: { email: 'grace@example.com' } })
    expect((await accept(token, 'short')).status).toBe(422)
    expect((await accept(token)).body).toEqual({ email: 'grace@example.com' })
    await signedIn('grace@example.com', PASSWORD)
    const { body } = await call<AccountsAnswer>(listAccounts, { query: { q: 'grace' } })
    expect(body.accounts).toMatchObject([{ id, state: 'active', role: 'host', sessions: 1, link: null }])
    expect((await entries({ target: id })).map(({ action, actor }) => [action, actor])).toEqual([
      ['session.sign-in', 'grace@example.com'],
      ['account.accept', 'grace@example.com'],
      ['account.create', ADMIN.email],
    ])
  })

  test('that is replayed, expired, replaced or forged opens nothing, and each attempt is counted', async () => {
    const { id, token } = await invite('replay@example.com')
    expect((await accept(token)).status).toBe(200)
    for (let n = 0; n < 2; n++) {
      const again = await accept(token, 'another password')
      expect([again.status, problem(again.body)]).toEqual([404, 'This link was used already: it works once'])
    }
    await signedIn('replay@example.com', PASSWORD)

    const late = await invite('late@example.com')
    await server.app.database.kysely
      .updateTable('account_link')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('account_id', '=', late.id)
      .execute()
    for (const tried of [await open(late.token), await accept(late.token)])
      expect([tried.status, problem(tried.body)]).toEqual([404, 'This link has expired'])

    const renewed = await call<LinkedAccount>(linkAccount, { params: { id: late.id } })
    expect(renewed.body.link?.kind).toBe('invitation')
    expect((await accept(late.token)).status).toBe(404)
    const forged = tokenOf(renewed.body.url).replace(/^./, first => (first === 'A' ? 'B' : 'A'))
    expect((await accept(forged)).status).toBe(404)
    expect((await accept(tokenOf(renewed.body.url))).status).toBe(200)

    const refused = await entries({ action: 'account.accept', result: 'refused' })
    const problems = new Set(refused.map(({ fields }) => fields.problem))
    expect(problems).toEqual(new Set(['used', 'expired', 'unknown']))
    expect(refused.some(({ target }) => target === id)).toBe(true)
  })

  test('that is moved to another door opens nothing there, and no other token opens an invitation', async () => {
    const { token } = await invite('moved@example.com')
    expect(await me({ authorization: `Bearer ${token}` })).toBe(401)
    expect((await call(openSharedLink, { headers: {}, body: { token } })).status).toBe(404)
    const key = await call<{ key: string }>(createKey, { body: { name: 'k', actions: ['account.use'] } })
    for (const other of [key.body.key, ada.authorization!.slice('Bearer '.length).slice(0, 200)])
      expect((await accept(other)).status).toBe(404)
    expect((await accept(token)).status).toBe(200)
  })

  test('that two use at the same moment sets one password', async () => {
    const { token } = await invite('twice@example.com')
    const tried = await Promise.all([accept(token, 'the first one'), accept(token, 'the second one')])
    expect(tried.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('is refused for an address that has an account, for a team that is not there, and for no address', async () => {
    expect((await call(createAccount, { body: { email: ADMIN.email } })).status).toBe(409)
    const noTeam = await call(createAccount, { body: { email: 'x@example.com', teams: ['none'] } })
    expect([noTeam.status, problem(noTeam.body)]).toEqual([422, 'teams: there is no team none'])
    expect((await call(createAccount, { body: { email: 'nonsense' } })).status).toBe(422)
  })
})

describe('an account', () => {
  test('that is disabled is out at once, its links open nothing, and it comes back when enabled', async () => {
    const person = await member('out@example.com')
    const { body } = await call<LinkedAccount>(linkAccount, { params: { id: person.id } })
    expect(body.link?.kind).toBe('reset')
    expect((await change(person.id, { disabled: true })).body.state).toBe('disabled')
    expect(await me(person.headers)).toBe(401)
    expect((await person.client.refresh(person.answer.refresh_token)).status).toBe(400)
    expect((await accept(tokenOf(body.url))).status).toBe(404)
    expect((await call(linkAccount, { params: { id: person.id } })).status).toBe(409)
    expect((await change(person.id, { disabled: false })).body.state).toBe('active')
    await signedIn('out@example.com', PASSWORD)
    const [enabled, disabled] = await entries({ target: person.id, action: 'account.change' })
    expect([disabled?.fields.disabled, enabled?.fields.disabled]).toEqual([true, false])
  })

  test('that is reset gets a password by a link; the old one and its sessions end', async () => {
    const person = await member('reset@example.com')
    const { body } = await call<LinkedAccount>(linkAccount, { params: { id: person.id } })
    expect(await me(person.headers)).toBe(200)
    expect((await accept(tokenOf(body.url), 'a password of today')).status).toBe(200)
    expect(await me(person.headers)).toBe(401)
    await signedIn('reset@example.com', 'a password of today')
  })

  test('is signed out everywhere by an admin, and has its new role at its next call', async () => {
    const person = await member('moving@example.com')
    expect((await change(person.id, { role: 'viewer' })).body.role).toBe('viewer')
    expect((await call<{ role: string }>(usersMe, { headers: person.headers })).body.role).toBe('viewer')
    expect((await call(endAccountSessions, { params: { id: person.id } })).status).toBe(204)
    expect(await me(person.headers)).toBe(401)
    const [ended] = await entries({ target: person.id, action: 'account.sessions' })
    expect(ended).toMatchObject({ actor: ADMIN.email, fields: { email: 'moving@example.com' } })
  })

  test('of the last admin keeps its role and stays enabled; who was only invited is no admin yet', async () => {
    const { body } = await call<AccountsAnswer>(listAccounts, { query: { role: 'admin' } })
    const id = body.accounts[0]!.id
    const { id: invited, token } = await invite('second@example.com', { role: 'admin' })
    expect((await change(id, { role: 'viewer' })).status).toBe(409)
    expect((await change(id, { disabled: true })).status).toBe(409)
    await accept(token)
    expect((await change(id, { role: 'operator' })).status).toBe(200)
    expect((await call(listAccounts)).status).toBe(403)
    const second = await signedIn('second@example.com', PASSWORD)
    expect(
      (await call(changeAccount, { params: { id }, headers: second.headers, body: { role: 'admin' } }))
        .status,
    ).toBe(200)
    expect((await change(invited, { role: 'viewer' })).status).toBe(200)
    expect((await change('no-such-account', { role: 'viewer' })).status).toBe(404)
  })

  test('where its entry cannot be written, nothing changes', async () => {
    const { id } = await invite('kept@example.com')
    const { pool } = server.app.database
    await pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no entries'; end $$`,
    )
    await pool.query('create trigger refuse before insert on audit_entry execute function refuse()')
    try {
      expect((await change(id, { role: 'admin' })).status).toBe(500)
      expect((await call(createAccount, { body: { email: 'lost@example.com' } })).status).toBe(500)
    } finally {
      await pool.query('drop trigger refuse on audit_entry')
    }
    const { body } = await call<AccountsAnswer>(listAccounts, { query: { q: '@example.com' } })
    expect(body.accounts.find(account => account.id === id)?.role).toBe('operator')
    expect(body.accounts.some(({ email }) => email === 'lost@example.com')).toBe(false)
  })
})

test('the list is filtered, and goes on from page to page', async () => {
  for (const name of ['p1', 'p2', 'p3']) await invite(`${name}@pages.example.com`, { role: 'trainer' })
  const query = { q: 'PAGES', role: 'trainer', state: 'invited', limit: 2 }
  const first = (await call<AccountsAnswer>(listAccounts, { query })).body
  const second = (await call<AccountsAnswer>(listAccounts, { query: { ...query, cursor: first.next! } })).body
  expect([first.total, second.next]).toEqual([3, null])
  expect([...first.accounts, ...second.accounts].map(({ email }) => email)).toEqual(
    ['p1', 'p2', 'p3'].map(name => `${name}@pages.example.com`),
  )
})

test('teams are made, renamed and deleted; accounts join them and leave them', async () => {
  const { body: team } = await call<{ id: string }>(createTeam, { body: { name: 'Night shift' } })
  expect((await call(createTeam, { body: { name: 'Night shift' } })).status).toBe(409)
  await call(createTeam, { body: { name: 'Day shift' } })
  const params = { id: team.id }
  expect((await call(renameTeam, { params, body: { name: 'Day shift' } })).status).toBe(409)
  expect((await call(renameTeam, { params, body: { name: 'Late shift' } })).status).toBe(200)
  const { id } = await invite('shift@example.com')
  expect((await change(id, { teams: ['Late shift', team.id] })).body.teams).toMatchObject([params])
  expect((await change(id, { teams: ['none'] })).status).toBe(422)
  const found = await call<AccountsAnswer>(listAccounts, { query: { team: 'Late shift' } })
  expect(found.body.accounts.map(account => account.id)).toEqual([id])
  const { body } = await call<{ teams: { name: string; members: number }[] }>(listTeams)
  expect(body.teams.find(({ name }) => name === 'Late shift')?.members).toBe(1)
  expect((await call(deleteTeam, { params })).status).toBe(204)
  expect((await call(deleteTeam, { params })).status).toBe(404)
  expect((await change(id, {})).body.teams).toEqual([])
  const said = (await entries({ target: team.id })).filter(({ result }) => result === 'done')
  expect(said.map(({ action }) => action)).toEqual(['team.delete', 'team.rename', 'team.create'])
})

test('the members of a team are put in and taken out one by one, and who is taken out loses what it saw', async () => {
  const { body: team } = await call<{ id: string }>(createTeam, { body: { name: 'Members' } })
  const { id, headers } = await member('joins@example.com', { role: 'host' })
  const meeting = await pastMeeting(server)
  const { kysely } = server.app.database
  await kysely.updateTable('meeting').set({ team_id: team.id }).where('id', '=', meeting).execute()
  const opens = async () => (await call(getMeeting, { params: { id: meeting }, headers })).status
  expect(await opens()).toBe(404)
  const params = { id: team.id, account_id: id }
  for (let n = 0; n < 2; n++)
    expect((await call<Account>(addTeamMember, { params })).body.teams).toMatchObject([{ id: team.id }])
  expect(await opens()).toBe(200)
  expect((await call(renameTeam, { params: { id: team.id }, body: { name: 'Renamed' } })).status).toBe(200)
  expect(await opens()).toBe(200)
  expect((await call<Account>(removeTeamMember, { params })).body.teams).toEqual([])
  expect(await opens()).toBe(404)
  const none = '5f0c3ad1-2f3b-4f5a-9a43-0d5f5a4b1c11'
  expect((await call(addTeamMember, { params: { ...params, id: none } })).status).toBe(404)
  expect((await call(addTeamMember, { params: { ...params, account_id: none } })).status).toBe(404)
  expect((await call(addTeamMember, { params, headers })).status).toBe(403)
  const said = await entries({ target: id, action: 'account.change' })
  const fields = said.filter(({ result }) => result === 'done').map(({ fields }) => fields)
  expect(fields.some(({ joined }) => joined === 'Members')).toBe(true)
  expect(fields.some(({ left }) => left === 'Renamed')).toBe(true)
})

test('an admin who was demoted reads no more of the audit log, by what they had open either', async () => {
  const other = await member('once.admin@example.com', { role: 'admin' })
  const asked = { query: { format: 'csv' }, headers: other.headers }
  const { status, body } = await call<{ url: string }>(auditExport, asked)
  expect(status).toBe(200)
  const address = new URL(body.url, server.url)
  const first = await fetch(address)
  expect(first.status).toBe(200)
  await first.body?.cancel()
  expect((await change(other.id, { role: 'operator' })).status).toBe(200)
  expect((await fetch(address)).status).toBe(403)
  expect((await call(searchAudit, { headers: other.headers })).status).toBe(403)
})

test('of two admins who demote each other at the same moment one stays', async () => {
  const admins = (await call<AccountsAnswer>(listAccounts, { query: { role: 'admin' } })).body.accounts
  expect(admins).toHaveLength(1)
  const other = await member('rival@example.com', { role: 'admin' })
  const [mine, theirs] = await Promise.all([
    change(other.id, { role: 'viewer' }),
    call(changeAccount, {
      params: { id: admins[0]!.id },
      headers: other.headers,
      body: { role: 'viewer' },
    }),
  ])
  expect([200, 403, 409]).toContain(mine.status)
  expect([200, 403, 409]).toContain(theirs.status)
  const left = await server.app.database.kysely
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .execute()
  expect(left.length).toBeGreaterThan(0)
  const { kysely } = server.app.database
  await kysely.updateTable('account').set({ role: 'viewer' }).where('id', '=', other.id).execute()
  await kysely.updateTable('account').set({ role: 'admin' }).where('id', '=', admins[0]!.id).execute()
})

describe('own sessions', () => {
  const list = async (headers: Record<string, string>) =>
    (await call<{ sessions: OwnSession[] }>(listSessions, { headers })).body.sessions

  test('are listed with this one marked, and ended one by one: the browser has to sign in again', async () => {
    const first = await member('own@example.com')
    const second = await signedIn('own@example.com', PASSWORD)
    const sessions = await list(first.headers)
    expect(sessions.map(({ current }) => current)).toEqual([false, true])
    expect(sessions[0]).toMatchObject({ address: '127.0.0.1', device: 'Unknown device' })
    const params = { id: sessions[0]!.id }
    expect((await call(endSession, { params })).status).toBe(404)
    expect((await call(endSession, { params, headers: first.headers })).status).toBe(204)
    expect(await me(second.headers)).toBe(401)
    expect(await me(first.headers)).toBe(200)
    const asked = await new ConsoleClient(server.url, second.client.browser).authorize()
    expect(asked.body).toContain('name="password"')
    expect((await entries({ action: 'session.end', target: params.id }))[0]?.actor).toBe('own@example.com')
  })

  test('all others end at once, this one goes on, and a key ends none', async () => {
    const first = await member('others@example.com')
    const others = [
      await signedIn('others@example.com', PASSWORD),
      await signedIn('others@example.com', PASSWORD),
    ]
    const made = await call<{ key: string }>(createKey, {
      headers: first.headers,
      body: { name: 'reader', actions: ['account.use'] },
    })
    const key = { authorization: `Bearer ${made.body.key}` }
    expect((await call(endOtherSessions, { headers: key })).status).toBe(403)
    expect((await call(endOtherSessions, { headers: first.headers })).status).toBe(204)
    for (const { headers } of others) expect(await me(headers)).toBe(401)
    expect(await list(first.headers)).toHaveLength(1)
  })
})
