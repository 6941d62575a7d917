import {
  type Role,
  recentMeetingsAnswerSchema,
  roles,
  type SearchMode,
  searchAnswerSchema,
  searchModeSchema,
} from '@livetap/contract'
import { getMeeting, recentMeetings } from '@livetap/contract/calls/meetings'
import { relatedMoments, search } from '@livetap/contract/calls/search'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ConceptEmbedder } from '../../testing/meaning/concept-embedder'
import { type TestServer, testServer } from '../../testing/test-server'
import { decide } from './policy'
import { type Kind, kinds, lineOf, meetingOfKind, meetings, userOf, wordOf } from './testing/matrix-meetings'

/** What lists hold of the meetings of each kind, for each role. Calls and sockets have `calls-matrix.test.ts`. */

let server: TestServer
const ids = {} as Record<Kind, Record<Role, string>>

beforeAll(async () => {
  server = await testServer({
    limits: { requestsPerMinute: 1_000_000 },
    embedder: new ConceptEmbedder(),
  })
  for (const kind of kinds) {
    ids[kind] = {} as Record<Role, string>
    for (const role of roles) ids[kind][role] = await meetingOfKind(server, kind, role)
  }
  await vi.waitFor(async () => expect(await server.app.passages.store.waiting()).toBe(0), {
    timeout: 120_000,
  })
})
afterAll(() => server.close())

async function answered(role: Role, url: string): Promise<unknown> {
  const headers = { host: new URL(server.url).host, ...server.bearer(userOf(role)) }
  return (await server.app.server.inject({ url, headers })).json()
}

const listedBy = async (role: Role) =>
  recentMeetingsAnswerSchema
    .parse(await answered(role, pathOf(recentMeetings, {}, { recent: 200 })))
    .meetings.map(({ id }) => id)

/** All that a search answers, page after page. */
async function found(role: Role, q: string, mode: SearchMode = 'words') {
  const pages = []
  let cursor: string | undefined
  do {
    const page = searchAnswerSchema.parse(
      await answered(role, pathOf(search, {}, { q, mode, cursor, limit: 30 })),
    )
    pages.push(page)
    cursor = page.next ?? undefined
  } while (cursor)
  return { ...pages[0]!, moments: pages.flatMap(({ moments }) => moments) }
}

describe.each(roles)('%s', role => {
  test('its lists hold the meetings that it may know of, and no others', async () => {
    const recent = await listedBy(role)
    const library = await answered(role, pathOf(recentMeetings, {}, { limit: 200 }))
    const { meetings: page, total, facets } = recentMeetingsAnswerSchema.parse(library)
    expect(page.map(({ id }) => id).sort()).toEqual([...recent].sort())
    expect([total, facets?.state]).toEqual([recent.length, [{ value: 'ended', count: recent.length }]])
    const listed = new Set(recent)
    const known = kinds.filter(kind => listed.has(ids[kind][role]))
    const may = kinds.filter(
      kind => decide(userOf(role), 'meeting.read', { ...meetings[kind], teamId: null }) === 'allow',
    )
    expect(known).toEqual(may)
  })

  test('each row says what it may do to its meeting, as the meeting itself does', async () => {
    const listed = recentMeetingsAnswerSchema.parse(
      await answered(role, pathOf(recentMeetings, {}, { recent: 200 })),
    )
    for (const kind of kinds) {
      const row = listed.meetings.find(({ id }) => id === ids[kind][role])
      if (!row) continue
      const may = decide(userOf(role), 'meeting.edit', { ...meetings[kind], teamId: null }) === 'allow'
      expect([kind, row.may?.includes('meeting.edit')]).toEqual([kind, may])
      const one = (await answered(role, pathOf(getMeeting, { id: row.id }))) as { may: string[] }
      expect([kind, one.may]).toEqual([kind, row.may])
      const isShared = meetings[kind].relation === 'reader' || meetings[kind].relation === 'editor'
      expect([kind, row.sharing?.with_me]).toEqual([kind, isShared])
    }
  })

  test('search finds, counts and proposes what is in those meetings, and nothing else', async () => {
    const listed = await listedBy(role)
    const all = kinds.flatMap(kind => roles.map(of => ({ id: ids[kind][of], word: wordOf(kind, of) })))
    const mayKnow = all.filter(({ id }) => listed.includes(id))
    const words = mayKnow.map(({ word }) => word)
    for (const mode of searchModeSchema.options) {
      const { moments, facets, total } = await found(role, 'walrus', mode)
      expect([mode, moments.map(({ meeting_id }) => meeting_id).sort()]).toEqual([
        mode,
        mayKnow.map(({ id }) => id).sort(),
      ])
      expect(total).toBe(mayKnow.length)
      for (const { value } of facets!.speaker) expect(words).toContain(value)
      for (const { value } of facets!.host) expect(words).toContain(value.replace('@example.com', ''))
      expect(facets!.lang).toEqual(mayKnow.length > 0 ? [{ value: 'en', count: mayKnow.length }] : [])
    }
    for (const { word, id } of all) {
      const isKnown = listed.includes(id)
      expect([word, (await found(role, word)).total]).toEqual([word, isKnown ? 1 : 0])
      const mistyped = await found(role, word.replace('secret', 'secert'))
      for (const { found: proposed } of mistyped.instead)
        for (const one of proposed) expect(words).toContain(one)
      expect(mistyped.moments.filter(({ meeting_id }) => !listed.includes(meeting_id))).toEqual([])
      const meant = await found(role, `${word} walrus`, 'meaning')
      expect(meant.moments.map(({ meeting_id }) => meeting_id).filter(one => !listed.includes(one))).toEqual(
        [],
      )
    }
  })

  test('moments that are related to a line are in those meetings, and those of other lines are not to be had', async () => {
    const listed = await listedBy(role)
    for (const kind of kinds) {
      const ofLine = (line: string) =>
        answered(role, pathOf(relatedMoments, { id: ids[kind][role] }, { line, limit: 20 }))
      if (!listed.includes(ids[kind][role])) {
        expect(await ofLine(lineOf(kind, role))).toMatchObject({ errors: [expect.anything()] })
        continue
      }
      const { moments } = relatedMoments.answer.parse(await ofLine(lineOf(kind, role)))
      expect(moments.length).toBe(Math.min(20, listed.length - 1))
      expect(moments.map(({ meeting_id }) => meeting_id).filter(id => !listed.includes(id))).toEqual([])
      const elsewhere = await ofLine(lineOf('restricted', role === 'admin' ? 'host' : 'admin'))
      expect(elsewhere).toMatchObject({ moments: [] })
    }
  })
})

test('of those who may share a meeting its row tells with how many it is shared, and by how many links', async () => {
  const id = ids.sharedToView.host
  const rowFor = async (role: Role) =>
    recentMeetingsAnswerSchema
      .parse(await answered(role, pathOf(recentMeetings, {}, { recent: 200 })))
      .meetings.find(row => row.id === id)?.sharing
  expect(await rowFor('operator')).toEqual({ with_me: false, others: 1, links: 0 })
  expect(await rowFor('host')).toEqual({ with_me: true })
  const { kysely } = server.app.database
  const link = { meeting_id: id, token_hash: 'of a link', grants: 'view' as const, created_by: 'a test' }
  await kysely.insertInto('meeting_share').values(link).execute()
  expect(await rowFor('admin')).toEqual({ with_me: false, others: 1, links: 1 })
  await kysely
    .updateTable('meeting_share')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('token_hash', '=', 'of a link')
    .execute()
  expect(await rowFor('admin')).toEqual({ with_me: false, others: 1, links: 0 })
})
