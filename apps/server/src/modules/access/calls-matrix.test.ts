import { once } from 'node:events'
import {
  type Action,
  type ErrorBody,
  isMeetingAction,
  type Role,
  recentMeetingsAnswerSchema,
  roles,
} from '@livetap/contract'
import { createKey, createShare } from '@livetap/contract/calls/access'
import { allEndpoints, allSockets } from '@livetap/contract/calls/all'
import { recentMeetings } from '@livetap/contract/calls/meetings'
import { openSharedLink } from '@livetap/contract/calls/shared-links'
import { type Endpoint, pathOf, prefixOf } from '@livetap/contract/wire/endpoint'
import { fillPath, namesIn } from '@livetap/contract/wire/fill-path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Principal } from '../../platform/principal'
import { ServiceError } from '../../platform/service-error'
import { callEndpoint } from '../../testing/call-endpoint'
import { type TestServer, testServer } from '../../testing/test-server'
import type { Decided } from './access.service'
import { actionsOf, type Decision, decide, mayAtAll } from './policy'
import { type Kind, kinds, meetingOfKind, meetings, teamOf, userOf } from './testing/matrix-meetings'

/** What stands in a path beside what the call acts on. A parameter that is new needs a value here. */
const values: Record<string, string> = {
  utteranceId: 'u1',
  speakerId: '1',
  action: 'cancel',
  request_id: 'r1',
  webexId: 'w1',
  number: '1',
  pod: 'p1',
  format: 'csv',
  id: 'x1',
  shareId: '5f0c3ad1-2f3b-4f5a-9a43-0d5f5a4b1c11',
  account_id: '5f0c3ad1-2f3b-4f5a-9a43-0d5f5a4b1c12',
}
/** Of tables that beat or log by themselves. */
const restless =
  /^(node|node_sample|log_event.*|ledger_.*|audit_.*|cloud_outbox|search_.*|job|used_ticket|access_change)$/

/** What is entered without a principal, and so has no cell: each new one is named here, with its reason. */
const withoutCell: Record<string, string> = {
  authorize: 'leads to the page on which one signs in',
  accessToken: 'is given what signing in has made',
  logout: 'judges the token itself, which may come in a form',
  openSharedLink: 'takes the token of a link, which is looked up',
  openAccountLink: 'takes the token of a one-time link, which is looked up',
  acceptAccountLink: 'takes the token of a one-time link, which is looked up',
  getEnv: 'holds nothing of anyone',
  healthz: 'holds nothing of anyone',
  readyz: 'holds nothing of anyone',
  prometheusMetrics: 'is the operator’s, by loopback or its own token',
}

/** Who asks: an account of each role, and keys of some, whose meetings are those of their user. */
const askers = [
  ...roles.map(role => ({ name: role as string, role, key: undefined as Asker['key'] })),
  { name: 'key of a host', role: 'host', key: { team: false } },
  {
    name: 'key of an admin that reads meetings',
    role: 'admin',
    key: { actions: ['meeting.read'], team: false },
  },
  { name: 'key of an operator’s team', role: 'operator', key: { team: true } },
  { name: 'a link', role: 'viewer', key: undefined, isLink: true },
] satisfies Asker[]

interface Asker {
  name: string
  role: Role
  key: { actions?: readonly Action[]; team: boolean } | undefined
  /** Of one of the user’s own meetings. */
  isLink?: boolean
}

let server: TestServer
const users = {} as Record<Role, Principal>
const ids = {} as Record<Kind, Record<Role, string>>
const teams = {} as Record<Role, string>
/** As the server knows them, and what they call with. */
const principals = new Map<Asker, { principal: Principal; token: string }>()
let decided: Decided | undefined
/** Stops what may be done before it is done: the same request is made by all. */
let isStopping = true

beforeAll(async () => {
  server = await testServer({ limits: { requestsPerMinute: 1_000_000 } })
  for (const role of roles) users[role] = userOf(role)
  for (const kind of kinds) {
    ids[kind] = {} as Record<Role, string>
    for (const role of roles) ids[kind][role] = await meetingOfKind(server, kind, role)
  }
  for (const role of roles) teams[role] = (await server.app.access.teams.find(teamOf(role)))!.id
  for (const asker of askers) principals.set(asker, await enrolled(asker))
  server.app.access.service.onDecision(one => {
    decided = one
    if (isStopping && one.decision === 'allow') throw new ServiceError('unavailable', 'it may be done')
  })
})
afterAll(() => server.close())

async function enrolled({
  name,
  role,
  key,
  isLink,
}: Asker): Promise<{ principal: Principal; token: string }> {
  const user = users[role]
  const { authorization } = server.bearer(user)
  if (isLink) return await opened(ids.own[role], users.admin)
  if (!key) return { principal: user, token: authorization }
  const team = key.team ? await server.app.access.teams.find(teamOf(role)) : undefined
  const actions = key.actions ?? actionsOf(user).filter(action => action !== 'keys.manage')
  const answer = await callEndpoint(server.url, createKey, {
    headers: { authorization },
    body: { name, actions, team: team?.name ?? null },
  })
  return await knownBy(((await answer.json()) as { key: string }).key)
}

async function opened(meetingId: string, by: Principal) {
  const shared = { params: { id: meetingId }, headers: server.bearer(by), body: { with: 'link' } }
  const { url } = (await (await callEndpoint(server.url, createShare, shared)).json()) as { url: string }
  const body = { token: url.split('/').at(-1) }
  const answer = await callEndpoint(server.url, openSharedLink, { body })
  return await knownBy(((await answer.json()) as { access_token: string }).access_token)
}

async function knownBy(token: string): Promise<{ principal: Principal; token: string }> {
  const principal = await server.app.access.callers(server.app.signOn).authenticator.authenticate(token)
  return { principal: principal!, token: `Bearer ${token}` }
}

/** Of everything that people make. */
async function digest(): Promise<string> {
  const { kysely } = server.app.database
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    order by 1`.execute(kysely)
  const parts: string[] = []
  for (const { name } of rows.filter(row => !restless.test(row.name))) {
    const table = sql.table(name)
    // When a key or a link was used last is written without a change.
    const row = sql`(to_jsonb(one) - 'last_used_at' - 'opened_at')::text`
    const { rows: sums } = await sql<{ sum: string }>`
      select ${name} || ' ' || md5(coalesce(string_agg(md5(${row}), ',' order by md5(${row})), '')) as sum
      from ${table} as one`.execute(kysely)
    parts.push(sums[0]!.sum)
  }
  return parts.join('\n')
}

type Call = Pick<Endpoint, 'name' | 'family' | 'path' | 'action' | 'on' | 'entry'> & {
  method?: string
  /** Of what lies at a signed address. */
  file?: keyof typeof files
}

const files = {
  recording: (id: string) => `meetings/${id}/audio.flac`,
  shard: (id: string) => ['meetings', id, 'shards', 'one.flac'].join('/'),
  archive: () => 'archives/one.zip',
}

/** The address with what the call acts on filled in. */
function addressOf({ path, family, on, file }: Call, meetingId: string | undefined, session: string): string {
  const target =
    on &&
    { meeting: meetingId, shard: `shard-${meetingId}`, file: files[file ?? 'recording'](meetingId!) }[on.kind]
  const params: Record<string, string> = {}
  for (const name of namesIn(path)) {
    const value = on?.from === 'params' && on.name === name ? target : values[name]
    if (value === undefined) throw new Error(`${path}: say what stands for ${name}`)
    params[name] = value
  }
  const address = prefixOf(family) + fillPath(path, params)
  const query = on?.from === 'query' && target ? `?${on.name}=${encodeURIComponent(target)}` : ''
  return session
    ? server.app.signedUrls.sign(address + query, { sessionId: session, lifetimeMs: 60_000 })
    : address + query
}

function expected(
  { principal }: { principal: Principal },
  kind: Kind | undefined,
  call: Call,
  of: Role,
): Decision {
  const action = call.action!
  if (!kind || !call.on) return mayAtAll(principal, action) ? 'allow' : 'deny'
  if (principal.kind === 'link' && call.file)
    return call.file === 'recording' && kind === 'own' ? 'allow' : 'hide'
  if (call.file === 'archive') return mayAtAll(principal, 'training.export') ? 'allow' : 'hide'
  const standing = { ...meetings[kind], teamId: kind === 'teams' ? teams[of] : null }
  return decide(principal, call.file === 'shard' ? 'training.read' : action, standing)
}

/** The same request for the meeting of `of`, by `asker`. */
async function ask(call: Call, asker: Asker, kind: Kind | undefined, of: Role = asker.role) {
  decided = undefined
  const { principal, token } = principals.get(asker)!
  const session = call.entry === 'signed-url' ? principal.sessionId : ''
  const url = addressOf(call, kind && ids[kind][of], session)
  const answer = await server.app.server.inject({
    method: call.method as 'GET',
    url,
    headers: { host: new URL(server.url).host, ...(session ? {} : { authorization: token }) },
  })
  const body = answer.statusCode >= 400 ? (JSON.parse(answer.body) as ErrorBody) : undefined
  return { status: answer.statusCode, description: body?.errors[0]?.description }
}

const answerOf = { allow: 503, deny: 403, hide: 404 } as const
const calls = (allEndpoints as readonly Call[])
  .filter(({ action }) => action !== undefined)
  .flatMap(call =>
    call.on?.kind === 'file'
      ? Object.keys(files).map(file => ({ ...call, file: file as keyof typeof files }))
      : [call],
  )
const admin = askers.find(({ name }) => name === 'admin')!
const link = askers.find(({ name }) => name === 'a link')!

describe.each(askers.map(asker => [asker.name, asker] as const))('%s', (_name, asker) => {
  test('each call, on each meeting, is allowed or refused as the policy says, the same request of an admin passes, and a refusal changes nothing', async () => {
    const before = await digest()
    const wrong: string[] = []
    for (const call of calls)
      for (const kind of call.on ? kinds : [undefined]) {
        const decision = expected(principals.get(asker)!, kind, call, asker.role)
        const { status, description } = await ask(call, asker, kind)
        const cell = `${call.name} ${call.file ?? ''} ${kind ?? ''}: ${decision}, and answered ${status} ${description}`
        if (status !== answerOf[decision] || decided?.decision !== decision) wrong.push(cell)
        if (decision === 'deny' && description !== `You may not do this: ${call.action}`) wrong.push(cell)
        if (decision === 'hide' && !/^There is no(such|thing| )/.test(description ?? '')) wrong.push(cell)
        if (decision === 'allow') continue
        const twin = await ask(call, call.action === 'shared.read' ? link : admin, kind, asker.role)
        if (twin.status !== answerOf.allow) wrong.push(`${cell}; its twin ${twin.status} ${twin.description}`)
      }
    expect(wrong).toEqual([])
    expect(await digest()).toBe(before)
  })

  test('its lists hold the meetings that it may know of, and no others', async () => {
    const { principal, token } = principals.get(asker)!
    isStopping = false
    const answer = await server.app.server.inject({
      url: pathOf(recentMeetings, {}, { recent: 200 }),
      headers: { host: new URL(server.url).host, authorization: token },
    })
    isStopping = true
    if (!mayAtAll(principal, recentMeetings.action)) {
      expect(answer.statusCode).toBe(403)
      return
    }
    const listed = new Set(recentMeetingsAnswerSchema.parse(answer.json()).meetings.map(({ id }) => id))
    const known = kinds.filter(kind => listed.has(ids[kind][asker.role]))
    const may = kinds.filter(kind => {
      const standing = { ...meetings[kind], teamId: kind === 'teams' ? teams[asker.role] : null }
      return decide(principal, 'meeting.read', standing) === 'allow'
    })
    expect(known).toEqual(may)
  })
})

test('what has no cell is entered without a principal, and each is named with its reason', () => {
  const open = (allEndpoints as readonly Call[]).filter(({ action }) => action === undefined)
  expect(open.map(({ name }) => name).toSorted()).toEqual(Object.keys(withoutCell).toSorted())
  expect(open.filter(({ entry }) => entry !== 'public' && entry !== 'operator')).toEqual([])
})

/** How a socket is answered that this one opens for the meeting of `of`. */
async function openSocket(
  socket: (typeof allSockets)[number],
  asker: Asker,
  kind: Kind | undefined,
  of: Role,
) {
  const meetingId = kind && ids[kind][of]
  const { principal, token } = principals.get(asker)!
  const { userId, sessionId } = principal
  const ticket = socket.ticket && {
    ticket: server.app.tickets.issue({
      purpose: socket.ticket.purpose,
      resource: meetingId!,
      userId,
      sessionId,
    }),
  }
  const query = ticket ? `?${new URLSearchParams(ticket)}` : ''
  const address = server.url.replace('http', 'ws') + addressOf(socket, meetingId, '') + query
  const opened = new WebSocket(address, { headers: ticket ? {} : { authorization: token } })
  opened.on('error', () => undefined)
  const [, response] = (await once(opened, 'unexpected-response')) as [unknown, { statusCode: number }]
  opened.terminate()
  return response.statusCode
}

test('the sockets are decided by the same, and their refusals have their twins and change nothing', async () => {
  const before = await digest()
  const wrong: string[] = []
  for (const socket of allSockets)
    for (const asker of askers)
      for (const kind of socket.on ? kinds : [undefined]) {
        const decision = expected(principals.get(asker)!, kind, { ...socket }, asker.role)
        const cell = `${socket.name} ${asker.name} ${kind}`
        const status = await openSocket(socket, asker, kind, asker.role)
        if (status !== answerOf[decision]) wrong.push(`${cell}: ${status}`)
        if (decision === 'allow') continue
        const twin = await openSocket(socket, admin, kind, asker.role)
        if (twin !== answerOf.allow) wrong.push(`${cell}, its twin: ${twin}`)
      }
  expect(wrong).toEqual([])
  expect(await digest()).toBe(before)
})

test('every action of a meeting is asked for with a meeting', () => {
  for (const { action, on } of [...calls, ...allSockets])
    if (action && isMeetingAction(action)) expect(on).toBeDefined()
})
