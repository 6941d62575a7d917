import {
  COUNTED_TO,
  type Facets,
  librarySorts,
  MAX_SAVED_VIEWS,
  MAX_TAGS,
  type Role,
  recentMeetingsAnswerSchema,
  roles,
  type SavedView,
} from '@livetap/contract'
import {
  changeView,
  createView,
  deleteView,
  listViews,
  setTags,
  suggestTags,
} from '@livetap/contract/calls/library'
import { recentMeetings } from '@livetap/contract/calls/meetings'
import type { Endpoint, QueryValues } from '@livetap/contract/wire/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callEndpoint, type TestCall } from '../../../testing/call-endpoint'
import { type TestServer, testServer } from '../../../testing/test-server'
import { pageQuery } from './library.store'
import type { LibraryFilter } from './library-filter'
import { type LibraryPlace, placeAt } from './library-order.store'

let server: TestServer
let headers: { authorization: string }
beforeAll(async () => {
  server = await testServer({ limits: { requestsPerMinute: 1_000_000 } })
  headers = server.bearer()
})
afterAll(() => server.close())

const call = (endpoint: Endpoint, input: TestCall = {}) =>
  callEndpoint(server.url, endpoint, { headers, ...input })

async function listed(query: QueryValues, of = headers) {
  const answer = await call(recentMeetings, { query: { limit: 100, ...query }, headers: of })
  expect(answer.status).toBe(200)
  return recentMeetingsAnswerSchema.parse(await answer.json())
}
const idsOf = async (query: QueryValues, of = headers) =>
  (await listed(query, of)).meetings.map(({ id }) => id)

interface Given {
  id: string
  title?: string
  host?: string
  hostUserId?: string
  site?: string
  language?: string | null
  status?: string
  startedAt?: string
  durationMs?: number | null
  restricted?: boolean
  trainable?: number
}

async function add({ id, ...given }: Given): Promise<string> {
  const {
    title = id,
    host = 'host@example.com',
    hostUserId = 'someone-else',
    site = 'site',
    language = 'en-US',
    status = 'CallEnded',
    startedAt = '2026-01-01T00:00:00Z',
    durationMs = null,
    restricted = false,
    trainable = 0,
  } = given
  await sql`insert into meeting (id, title, host_user_id, host_email, site_id, site_name, conference_id, source, region,
      language, enable_ensemble, sharder, trainable_shard_percent, status, started_at, duration_ms, restricted)
    values (${id}, ${title}, ${hostUserId}, ${host}, '1', ${site}, ${id}, 'upload', 'us', ${language}, true,
      'vadmarker', ${trainable}, ${status}, ${startedAt}::timestamptz, ${durationMs}, ${restricted})`.execute(
    server.app.database.kysely,
  )
  return id
}

const name = (meetingId: string, speakerId: string, given: string) =>
  server.app.transcripts.speakerNames.rename(meetingId, speakerId, given, 'a test')

const tag = async (id: string, tags: unknown, of = headers) =>
  await call(setTags, { params: { id }, body: { tags }, headers: of })

const counted = (facets: Facets | undefined) =>
  Object.fromEntries(
    Object.entries(facets ?? {}).map(([facet, values]) => [
      facet,
      values.map(({ value, count }) => `${value} ${count}`),
    ]),
  )

describe('the list', () => {
  beforeAll(async () => {
    await add({ id: 'a1', title: 'Zebra', host: 'Ann@Example.com', site: 'north', durationMs: 60_000 })
    await add({
      ...{ id: 'a2', title: 'apple', host: 'ben@example.com', site: 'south', language: 'de-DE' },
      ...{ startedAt: '2026-01-02T00:00:00.000001Z', durationMs: 30_000 },
    })
    await add({
      ...{ id: 'a3', title: 'apple', host: 'ann@example.com', site: 'south', language: 'nb' },
      ...{ startedAt: '2026-01-02T00:00:00.000002Z', status: 'failed' },
    })
    await add({ id: 'a4', title: 'Mango', site: 'west', language: null, status: 'processing' })
    await name('a1', '1', 'Ada Lovelace')
    await name('a1', '2', 'Bo')
    await name('a2', '1', 'ada lovelace')
    await tag('a1', ['Budget', 'q3  plan'])
    await tag('a2', ['budget'])
    const { id } = await server.app.database.kysely
      .insertInto('team')
      .values({ name: 'Platform' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await server.app.database.kysely
      .updateTable('meeting')
      .set({ team_id: id })
      .where('id', '=', 'a2')
      .execute()
  })
  afterAll(async () => {
    await server.app.database.kysely.deleteFrom('meeting').execute()
  })

  test('shows each meeting with its speakers, team, language and tags', async () => {
    const { meetings, next } = await listed({ q: 'a1' })
    expect(meetings).toMatchObject([
      {
        ...{ id: 'a1', title: 'Zebra', host: 'Ann@Example.com', site: 'north', duration: 60_000 },
        ...{ speaker_names: ['Ada Lovelace', 'Bo'], team: null, language: 'en-US' },
        ...{ tags: ['budget', 'q3 plan'], may: expect.arrayContaining(['meeting.edit']) },
      },
    ])
    expect(next).toBeUndefined()
  })

  test.each([
    [{ host: 'ann@example.com' }, ['a3', 'a1']],
    [{ host: ['ann@example.com', 'BEN@example.com'] }, ['a3', 'a2', 'a1']],
    [{ site: ['north', 'west'] }, ['a4', 'a1']],
    [{ state: 'failed', sort: '-start' }, ['a3']],
    [{ state: ['transcribing', 'ended'] }, ['a2', 'a4', 'a1']],
    [{ language: 'no' }, ['a3']],
    [{ language: ['de', 'en'] }, ['a2', 'a1']],
    [{ team: 'Platform' }, ['a2']],
    [{ speaker: 'ADA lovelace' }, ['a2', 'a1']],
    [{ speaker: ['ada lovelace', 'bo'] }, ['a1']],
    [{ tag: 'budget' }, ['a2', 'a1']],
    [{ tag: ['budget', 'q3 plan'] }, ['a1']],
    [{ tag: 'budget', site: 'south' }, ['a2']],
    [{ q: 'APP ben' }, ['a2']],
    [{ from: '2026-01-02T00:00:00Z' }, ['a3', 'a2']],
    [{ to: '2026-01-01T12:00:00Z' }, ['a4', 'a1']],
    [{ q: '%' }, []],
  ])('is narrowed by %j', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids)
  })

  test('counts the values of each facet, and of one that narrows it the others too', async () => {
    const { facets, total } = await listed({})
    expect(total).toBe(4)
    expect(counted(facets)).toEqual({
      state: ['ended 2', 'failed 1', 'transcribing 1'],
      host: ['ann@example.com 2', 'ben@example.com 1', 'host@example.com 1'],
      team: ['Platform 1'],
      site: ['south 2', 'north 1', 'west 1'],
      language: ['de 1', 'en 1', 'no 1'],
      speaker: ['Ada Lovelace 2', 'Bo 1'].map(value => expect.stringMatching(new RegExp(value, 'i'))),
      tag: ['budget 2', 'q3 plan 1'],
    })
    const south = await listed({ site: 'south' })
    expect(south.total).toBe(2)
    expect(counted(south.facets)).toMatchObject({
      site: ['south 2', 'north 1', 'west 1'],
      host: ['ann@example.com 1', 'ben@example.com 1'],
      tag: ['budget 1'],
    })
  })

  test('is in each order, by lower case and length, and reversed', async () => {
    const sorted: Record<string, string[]> = {}
    for (const sort of librarySorts) sorted[sort] = await idsOf({ sort })
    expect(sorted).toMatchObject({
      start: ['a1', 'a4', 'a2', 'a3'],
      title: ['a2', 'a3', 'a4', 'a1'],
      length: ['a3', 'a4', 'a2', 'a1'],
      host: ['a1', 'a3', 'a2', 'a4'],
    })
    for (const sort of ['start', 'title', 'length', 'host'])
      expect(sorted[`-${sort}`]).toEqual([...sorted[sort]!].reverse())
  })

  test.each(librarySorts)('by %s, its pages hold every meeting once', async sort => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listed({ sort, limit: 1, cursor })
      seen.push(...page.meetings.map(({ id }) => id))
      // Counted with the first page alone.
      expect(page.facets === undefined).toBe(cursor !== undefined)
      expect(page.total === undefined).toBe(cursor !== undefined)
      cursor = page.next
    } while (cursor !== undefined)
    expect(seen).toEqual(await idsOf({ sort }))
  })

  test.each([
    { cursor: 'x' },
    { sort: 'colour' },
    { limit: 0 },
    { limit: 201 },
    { state: 'sad', limit: 5 },
    { q: 'x'.repeat(201) },
    { tag: Array.from({ length: 21 }, (_, n) => `tag ${n}`) },
    { host: ['me', 'shared'] },
  ])('refuses %j', async query => {
    expect((await call(recentMeetings, { query })).status).toBe(422)
  })

  test('a cursor of another order is refused', async () => {
    const { next } = await listed({ sort: 'title', limit: 1 })
    expect((await call(recentMeetings, { query: { sort: 'host', cursor: next } })).status).toBe(422)
  })
})

describe('tags', () => {
  test('are kept in lower case, once, and replaced as a whole', async () => {
    const id = await add({ id: 't1' })
    const answer = await tag(id, ['  Road   Map ', 'road map', 'Été'])
    expect(await answer.json()).toEqual({ tags: ['road map', 'été'] })
    expect(await (await tag(id, ['road map'])).json()).toEqual({ tags: ['road map'] })
    expect((await listed({ q: id })).meetings[0]!.tags).toEqual(['road map'])
    expect(await (await tag(id, [])).json()).toEqual({ tags: [] })
  })

  test.each([
    [['a,b']],
    [['say "hi"']],
    [[' ']],
    [['x'.repeat(41)]],
    [Array.from({ length: MAX_TAGS + 1 }, (_, n) => `tag ${n}`)],
    ['budget'],
  ])('refuses %j', async tags => {
    await add({ id: `bad-${JSON.stringify(tags).length}` })
    expect((await tag(`bad-${JSON.stringify(tags).length}`, tags)).status).toBe(422)
  })

  test('a change and its audit entry are one transaction', async () => {
    const id = await add({ id: 't2' })
    await tag(id, ['audited', 'later'])
    const { rows } = await sql<{ same: boolean; fields: object }>`
      select entry.xmin = tagged.xmin as same, entry.fields from audit_entry as entry, meeting_tag as tagged
      where entry.target = ${id} and entry.action = 'meeting.tag' and tagged.meeting_id = ${id}
        and tagged.tag = 'later'`.execute(server.app.database.kysely)
    expect(rows).toMatchObject([{ same: true, fields: { tags: 'audited later' } }])
  })

  test('are changed by those who may edit the meeting, and a refusal changes nothing', async () => {
    const id = await add({ id: 't3', restricted: true })
    const stranger = server.bearer({ role: 'host', userId: 'stranger', emails: ['stranger@example.com'] })
    expect((await tag(id, ['mine'], stranger)).status).toBe(404)
    const share = { meeting_id: id, user_id: 'stranger', email: 'stranger@example.com', created_by: 'a test' }
    const { kysely } = server.app.database
    await kysely
      .insertInto('meeting_share')
      .values({ ...share, grants: 'view' })
      .execute()
    expect((await tag(id, ['mine'], stranger)).status).toBe(403)
    await kysely.updateTable('meeting_share').set({ grants: 'edit' }).where('meeting_id', '=', id).execute()
    expect((await tag(id, ['mine'], stranger)).status).toBe(200)
  })

  test('are suggested by their beginning, most used first', async () => {
    await tag(await add({ id: 's1' }), ['release', 'review', '100%'])
    await tag(await add({ id: 's2' }), ['review'])
    const suggested = async (find: string) =>
      ((await (await call(suggestTags, { query: { find } })).json()) as { tags: unknown[] }).tags
    expect(await suggested('RE')).toEqual([
      { tag: 'review', count: 2 },
      { tag: 'release', count: 1 },
    ])
    expect(await suggested('100%')).toEqual([{ tag: '100%', count: 1 }])
    expect(await suggested('%')).toEqual([])
  })
})

describe('saved views', () => {
  const ann = () => server.bearer({ userId: 'ann' })
  const viewsOf = async (of: typeof headers) =>
    ((await (await call(listViews, { headers: of })).json()) as { views: SavedView[] }).views

  test('are each account’s own: created, renamed, changed and deleted', async () => {
    const made = await call(createView, { body: { name: ' Budget ', query: 'tag=budget' }, headers: ann() })
    const view = (await made.json()) as SavedView
    expect(view).toMatchObject({ name: 'Budget', query: 'tag=budget' })
    expect(await viewsOf(ann())).toEqual([view])
    expect(await viewsOf(server.bearer({ userId: 'ben' }))).toEqual([])
    const change = (body: object, of = ann()) =>
      call(changeView, { params: { id: view.id }, body, headers: of })
    expect(await (await change({ name: 'Money' })).json()).toEqual({ ...view, name: 'Money' })
    expect(await (await change({ query: 'sort=title' })).json()).toMatchObject({ query: 'sort=title' })
    expect((await change({ name: 'Mine' }, server.bearer({ userId: 'ben' }))).status).toBe(404)
    const remove = (of: typeof headers) => call(deleteView, { params: { id: view.id }, headers: of })
    expect((await remove(server.bearer({ userId: 'ben' }))).status).toBe(404)
    expect((await remove(ann())).status).toBe(204)
    expect(await viewsOf(ann())).toEqual([])
  })

  test('have one name each, and their number and length have a limit', async () => {
    const cleo = server.bearer({ userId: 'cleo' })
    const create = (name: string, query = '') => call(createView, { body: { name, query }, headers: cleo })
    expect((await create('One')).status).toBe(200)
    expect((await create('one')).status).toBe(409)
    const two = (await (await create('Two')).json()) as SavedView
    const rename = await call(changeView, { params: { id: two.id }, body: { name: 'ONE' }, headers: cleo })
    expect(rename.status).toBe(409)
    expect((await create('')).status).toBe(422)
    expect((await create('Long', 'x'.repeat(2_001))).status).toBe(422)
    for (let n = 2; n < MAX_SAVED_VIEWS; n++) expect((await create(`View ${n}`)).status).toBe(200)
    const refused = await create('One too many')
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('delete one first')])
  })
})

describe('what one may not know of', () => {
  const secret = { site: 'secret site', host: 'secret@example.com', language: 'fr' }
  const user = (role: Role) => ({ role, userId: `lib-${role}`, emails: [`lib-${role}@example.com`] })

  test.each(roles)('is in no row, count, facet or suggestion of the role %s', async role => {
    const { kysely } = server.app.database
    await kysely.deleteFrom('meeting').execute()
    const hidden = await add({ id: `hidden-${role}`, ...secret, restricted: true })
    await name(hidden, '1', 'Secret Speaker')
    await tag(hidden, ['secret tag'], server.bearer({ role: 'admin', userId: 'an-admin' }))
    const team = await kysely
      .insertInto('team')
      .values({ name: `secret team of ${role}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely.updateTable('meeting').set({ team_id: team.id }).where('id', '=', hidden).execute()
    const own = await add({ id: `own-${role}`, hostUserId: `lib-${role}`, host: `lib-${role}@example.com` })
    const of = server.bearer(user(role))
    const answer = await listed({ sort: 'title' }, of)
    const suggestions = await (await call(suggestTags, { headers: of })).text()
    const maySee = role === 'admin'
    expect(answer.meetings.map(({ id }) => id)).toEqual(maySee ? [hidden, own] : [own])
    expect(answer.total).toBe(maySee ? 2 : 1)
    expect(JSON.stringify(answer.facets).toLowerCase().includes('secret')).toBe(maySee)
    expect(suggestions.includes('secret')).toBe(maySee)
    // Neither is it found by asking for what it has.
    for (const query of [
      { site: secret.site },
      { tag: 'secret tag' },
      { speaker: 'secret speaker' },
      { team: `secret team of ${role}` },
      { host: secret.host },
      { language: 'fr' },
      { q: 'hidden' },
    ]) {
      const found = await listed(query, of)
      expect([query, found.total, found.meetings.length]).toEqual([query, maySee ? 1 : 0, maySee ? 1 : 0])
      if (!maySee) expect(JSON.stringify(found.facets)).not.toContain('ecret')
    }
  })
})

describe('many meetings', () => {
  const MANY = 4_000
  const indexOf: Record<string, string> = {
    start: 'meeting_started_at',
    title: 'meeting_by_title',
    length: 'meeting_by_length',
    host: 'meeting_by_host',
  }
  const everything: LibraryFilter = {
    ...{ words: [], from: undefined, to: undefined },
    ...{ state: [], host: [], team: [], site: [], language: [], speaker: [], tag: [] },
  }

  beforeAll(async () => {
    const { kysely } = server.app.database
    await kysely.deleteFrom('meeting').execute()
    await sql`insert into meeting (id, title, host_user_id, host_email, site_id, site_name, conference_id, source, region,
        enable_ensemble, sharder, trainable_shard_percent, status, started_at, duration_ms)
      select 'many-' || n, 'Meeting ' || md5(n::text), 'u', 'h' || n % 7 || '@example.com', '1',
        case when n <= ${COUNTED_TO} then 'thousand' else 'rest' end, 'many-' || n, 'upload', 'us', true, 'vadmarker', 0,
        'CallEnded', timestamptz '2026-01-01' + n * interval '1 minute', n * 1000
      from generate_series(1, ${MANY}) n`.execute(kysely)
    await sql`analyze meeting`.execute(kysely)
  })

  test('are counted exactly to a thousand, and no further', async () => {
    const { facets, total } = await listed({ limit: 1 })
    expect(total).toBe(COUNTED_TO + 1)
    expect(counted(facets)).toMatchObject({
      site: [`rest ${COUNTED_TO + 1}`, `thousand ${COUNTED_TO}`],
      state: [`ended ${COUNTED_TO + 1}`],
    })
    expect((await listed({ site: 'thousand', limit: 1 })).total).toBe(COUNTED_TO)
  })

  test.each(librarySorts)('a page by %s reads its own rows alone, at any depth', async sort => {
    const limit = 20
    const viewer = { ...user('operator') }
    const deep = await listed({ sort, limit: 200 })
    let cursor = deep.next!
    for (let n = 0; n < 15; n++) cursor = (await listed({ sort, limit: 200, cursor })).next!
    const places: (LibraryPlace | undefined)[] = [undefined, placeAt(sort, deep.next!), placeAt(sort, cursor)]
    for (const after of places) {
      const query = pageQuery(viewer, everything, { sort, limit, after })
      const { rows } = await sql<{
        'QUERY PLAN': { Plan: PlanNode }[]
      }>`explain (analyze, format json) ${query}`.execute(server.app.database.kysely)
      const scans = scansOf(rows[0]!['QUERY PLAN'][0]!.Plan)
      expect(scans.map(({ index }) => index)).toEqual([indexOf[sort.replace('-', '')]])
      // One more says that no other meeting began in the same microsecond.
      expect(scans[0]!.rows).toBeLessThanOrEqual(limit + 2)
    }
  })

  const user = (role: Role) => ({ kind: 'account' as const, role, userId: 'u', emails: [] })
})

interface PlanNode {
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  'Subplan Name'?: string
  Plans?: PlanNode[]
}

/** How rows of the list are read; what its rights and its names need are plans of their own. */
const scansOf = (node: PlanNode): { index: string | undefined; rows: number }[] => [
  ...(node['Relation Name'] === 'meeting'
    ? [
        {
          index: node['Index Name'],
          rows: (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0),
        },
      ]
    : []),
  ...(node.Plans ?? [])
    .filter(({ 'Subplan Name': name }) => name === undefined || name === 'CTE listed')
    .flatMap(scansOf),
]
