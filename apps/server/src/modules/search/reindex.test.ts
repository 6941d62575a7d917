import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SearchAnswer, searchAnswerSchema } from '@livetap/contract'
import { search } from '@livetap/contract/calls/search'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { pastMeeting, utteranceAt } from '../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../testing/test-server'
import { runReindexCommand } from './reindex-command'
import { SearchIndexStore } from './search-index.store'

let server: TestServer
beforeEach(async () => {
  server = await testServer()
})
afterEach(() => server.close())

async function find(q: string): Promise<SearchAnswer> {
  const answer = await server.app.server.inject({
    url: pathOf(search, {}, { q }),
    headers: { host: new URL(server.url).host, ...server.bearer() },
  })
  return searchAnswerSchema.parse(answer.json())
}

const reindex = (...args: string[]) => reindexWith({}, ...args)
async function reindexWith(env: Record<string, string>, ...args: string[]) {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const code = await runReindexCommand(args, {
    env: { DATABASE_URL: server.app.database.url, ...env },
    cwd: '/',
    write,
    writeProblem: write,
  })
  return { code, output }
}

const emptied = async () => {
  await server.app.database.pool.query('delete from search_row')
  await server.app.database.pool.query('delete from search_word')
}

test('all is found again by the command, beside the running server', async () => {
  const id = await pastMeeting(server, {
    utterances: Array.from({ length: 1_200 }, (_, at) => utteranceAt(at * 1_000, `the walrus number ${at}`)),
    highlights: [
      {
        id: 'h1',
        startMs: 5_000,
        endMs: 6_000,
        text: 'launch in May',
        csis: [1],
        source: 'test',
        label: '',
        trigger: { type: 'voice' },
        createdBy: null,
      },
    ],
  })
  await emptied()
  expect((await find('walrus')).total).toBe(0)
  const { code, output } = await reindex()
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/search has read all: [\d,]+ lines and titles\npassages .* are not made: /),
  ])
  expect((await find('walrus number')).meetings).toMatchObject([{ id, count: 1_200 }])
  expect((await find('planning in:titles')).total).toBe(1)
  expect((await find('launch in:highlights')).total).toBe(1)
  await expect
    .poll(async () => (await find('wallrus')).instead)
    .toMatchObject([{ word: 'wallrus', found: ['walrus'] }])
})

test('what was begun is finished, by the command or by the server alone', async () => {
  await pastMeeting(server, { utterances: [utteranceAt(0, 'an otter'), utteranceAt(1_000, 'another otter')] })
  await emptied()
  const index = new SearchIndexStore(server.app.database.kysely)
  await index.restart()
  await index.fill(1)
  const { code, output } = await reindex()
  expect([code, output]).toEqual([0, expect.stringContaining('search has read all')])
  expect((await find('otter')).total).toBe(2)
  await emptied()
  await index.restart()
  await expect.poll(async () => (await find('otter')).total).toBe(2)
  await expect.poll(() => index.unfinished()).toBeUndefined()
})

test('an extension that came later forgives typing errors then', async () => {
  await pastMeeting(server, { utterances: [utteranceAt(0, 'the walrus')] })
  await server.app.database.pool.query('drop extension pg_trgm cascade')
  const index = new SearchIndexStore(server.app.database.kysely)
  expect(await index.extensions()).toEqual({ trigrams: false, accents: true })
  await server.app.database.pool.query('create extension pg_trgm')
  expect(await reindex()).toMatchObject({ code: 0 })
  const { rows } = await server.app.database.pool.query(
    `select indexdef from pg_indexes where indexname = 'search_word_trigrams'`,
  )
  expect(rows).toMatchObject([{ indexdef: expect.stringContaining('gin_trgm_ops') }])
  await expect.poll(async () => (await find('wallrus')).instead).toHaveLength(1)
})

test('passages are made anew by what is configured, with progress', async () => {
  await pastMeeting(server, { utterances: [utteranceAt(0, 'an otter in the river')] })
  const { pool } = server.app.database
  const embeddings = createServer((request, response) => {
    request.resume().on('end', () => {
      response.end(JSON.stringify({ data: [{ index: 0, embedding: Array(32).fill(0.5) }] }))
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void embeddings.close())
  await once(embeddings, 'listening')
  const env = {
    LIVETAP_EMBEDDINGS_URL: `http://127.0.0.1:${(embeddings.address() as AddressInfo).port}`,
    LIVETAP_EMBEDDINGS_DIMENSIONS: '32',
  }
  const ids = async () => (await pool.query('select id, space from search_passage')).rows
  expect(await reindexWith(env)).toEqual({
    code: 0,
    output: expect.stringMatching(/the passages of all finished meetings are made\n$/),
  })
  const first = await ids()
  expect(first).toMatchObject([{ space: 'text-embedding-3-small/32' }])
  expect((await reindexWith(env)).code).toBe(0)
  const second = await ids()
  expect(second).toHaveLength(1)
  expect(second[0].id).toBeGreaterThan(first[0].id)
})

test('a word that it does not know gets the usage', async () => {
  expect(await reindex('all')).toMatchObject({ code: 1, output: expect.stringContaining('npm run reindex') })
})
