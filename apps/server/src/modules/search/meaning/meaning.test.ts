import { type SearchAnswer, searchAnswerSchema } from '@livetap/contract'
import { relatedMoments, search } from '@livetap/contract/calls/search'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConceptEmbedder } from '../../../testing/meaning/concept-embedder'
import { pastMeeting, utteranceAt } from '../../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../../testing/test-server'
import { PassageMaker } from './passage-maker'

let server: TestServer
let embedder: ConceptEmbedder
beforeEach(async () => {
  embedder = new ConceptEmbedder()
  server = await testServer({ embedder })
})
afterEach(() => server.close())

const get = (url: string) =>
  server.app.server.inject({ url, headers: { host: new URL(server.url).host, ...server.bearer() } })

async function find(q: string, more: object = {}): Promise<SearchAnswer> {
  const answer = await get(pathOf(search, {}, { q, ...more }))
  expect(answer.statusCode, answer.body).toBe(200)
  return searchAnswerSchema.parse(answer.json())
}
const found = async (q: string, more?: object) =>
  (await find(q, more)).moments.map(({ text, found_by }) => [text, found_by])

async function related(id: string, line: string) {
  const answer = await get(pathOf(relatedMoments, { id }, { line }))
  expect(answer.statusCode, answer.body).toBe(200)
  return relatedMoments.answer.parse(answer.json())
}

const meetingOf = (...lines: (string | [language: string, text: string])[]) =>
  pastMeeting(server, {
    utterances: lines.map((line, at) => {
      const [languageCode, text] = typeof line === 'string' ? ['en-US', line] : line
      return utteranceAt(at * 10_000, text!, { languageCode })
    }),
  })
const allMade = () => expect.poll(() => server.app.passages.store.waiting()).toBe(0)
/** As another process would, at once. */
async function makeAll(by = embedder) {
  const { passages, log } = server.app
  const maker = new PassageMaker({ store: passages.store, embedder: by, log, mustYield: async () => false })
  while (await maker.makeNext(0));
}
const count = async (table: string) => {
  const { rows } = await server.app.database.pool.query(`select count(*)::int as count from ${table}`)
  return rows[0].count as number
}
const linesOf = (id: string) => server.app.transcripts.utterances.page(id, { limit: 100 })

describe('what is meant', () => {
  test('a line is found that has none of the words, with its neighbours, and says how it was found', async () => {
    const id = await meetingOf(
      'we begin in a moment',
      'she sold her old sedan to a physician',
      'thank you all',
    )
    await allMade()
    const answer = await find('automobile doctor', { mode: 'meaning' })
    expect(answer).toMatchObject({
      mode: 'meaning',
      meaning: { available: true, languages: ['en'], waiting: 0, notice: null },
      total: 1,
      moments: [
        {
          meeting_id: id,
          kind: 'line',
          text: 'she sold her old sedan to a physician',
          marks: [],
          start_millis: 10_000,
          mark_millis: 10_000,
          before: { text: 'we begin in a moment' },
          after: { text: 'thank you all' },
          found_by: 'meaning',
        },
      ],
    })
  })

  test('words and meaning are merged unless one is asked for, and marks stay those of the words', async () => {
    await meetingOf('the salary of the surgeon was too low')
    await meetingOf('the doctor gets her wages in May')
    await allMade()
    expect(await found('doctor', { mode: 'words' })).toEqual([['the doctor gets her wages in May', 'words']])
    const { mode, moments } = await find('doctor')
    expect(mode).toBe('both')
    expect(moments.map(({ text, found_by, marks }) => [text, found_by, marks])).toEqual([
      ['the doctor gets her wages in May', 'both', [[4, 10]]],
      ['the salary of the surgeon was too low', 'meaning', []],
    ])
    expect((await find('"the doctor"')).mode).toBe('words')
    expect((await find('planning in:titles')).mode).toBe('words')
    const titles = await find('planning in:titles', { mode: 'both' })
    expect(titles.moments.map(({ kind }) => kind)).toEqual(['title', 'title'])
  })

  test('filters, excluded words and facets hold for what is found by meaning', async () => {
    const first = await meetingOf('my sedan is red')
    const second = await meetingOf('my vehicle is blue')
    await server.app.transcripts.speakerNames.rename(first, '1', 'Ann', 'a test')
    await server.app.database.kysely
      .updateTable('meeting')
      .set({ host_email: 'bob@example.com', started_at: new Date('2025-02-03') })
      .where('id', '=', second)
      .execute()
    await allMade()
    const texts = async (q: string) => (await find(q, { mode: 'meaning' })).moments.map(({ text }) => text)
    expect((await texts('automobile')).sort()).toEqual(['my sedan is red', 'my vehicle is blue'])
    for (const q of ['speaker:ann', '-host:bob', 'after:2026', '-blue', '-speaker:"speaker 1"'])
      expect([q, await texts(`automobile ${q}`)]).toEqual([q, ['my sedan is red']])
    expect(await texts('automobile lang:de')).toEqual([])
    const { facets, total } = await find('automobile', { mode: 'meaning' })
    expect(total).toBe(2)
    expect(facets).toMatchObject({
      speaker: [{ value: 'Ann', count: 1 }],
      lang: [{ value: 'en', count: 2 }],
      month: [
        { value: '2025-02', count: 1 },
        { value: '2026-03', count: 1 },
      ],
    })
  })

  test('pages hold each meeting once, and a meeting gives what it has', async () => {
    const ids: string[] = []
    for (let at = 0; at < 5; at++) ids.push(await meetingOf(`the sedan number ${at} of the automobile club`))
    await allMade()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await find('vehicle club', { mode: 'both', limit: 6, cursor })
      expect(page.total).toBe(5)
      seen.push(...page.meetings.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect([...seen].sort()).toEqual([...ids].sort())
    expect((await find('vehicle club', { meeting: ids[2] })).moments).toMatchObject([
      { meeting_id: ids[2], found_by: 'meaning' },
    ])
  })

  test('other languages stay with their words where the model does not read them, and are read by one that does', async () => {
    await meetingOf(['de-DE', 'das automobile steht dort'], ['en-US', 'an old vehicle stands there'])
    await allMade()
    expect(await found('sedan', { mode: 'meaning' })).toEqual([['an old vehicle stands there', 'meaning']])
    const everyLanguage = new ConceptEmbedder({ space: 'of every language', readsAll: true })
    await server.app.passages.stop()
    await server.app.passages.store.remakeOtherSpaces(everyLanguage.space)
    await makeAll(everyLanguage)
    // Vectors of another model are not compared with this one's.
    expect(await found('sedan', { mode: 'meaning' })).toEqual([])
    expect(everyLanguage.texts).toEqual(['das automobile steht dort an old vehicle stands there'])
  })

  test('a server without the model answers by words and says so', async () => {
    await meetingOf('the doctor is in')
    await allMade()
    embedder.isAvailable = false
    expect(await find('doctor', { mode: 'meaning' })).toMatchObject({
      mode: 'words',
      meaning: {
        available: false,
        notice: 'Search by meaning is not available on this server: the words alone were looked for',
      },
      moments: [{ text: 'the doctor is in', found_by: 'words' }],
    })
    expect(await find('doctor')).toMatchObject({ mode: 'words', meaning: { notice: null } })
  })

  test('a model that hangs keeps no one waiting for words', async () => {
    await meetingOf('the doctor is in')
    await allMade()
    embedder.before = ({ signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    expect(await find('doctor', { mode: 'both' })).toMatchObject({
      mode: 'words',
      meaning: { notice: expect.stringMatching(/does not answer in time/) },
      moments: [{ found_by: 'words' }],
    })
  })
})

describe('at once', () => {
  test('what is edited, deleted or restricted is not found by what it meant, also before it is read again', async () => {
    const { utterances } = server.app.transcripts
    const id = await meetingOf('she sold her sedan', 'the physician has time')
    await allMade()
    await server.app.passages.stop()
    const [line] = await linesOf(id)
    await utterances.edit(line!, {
      text: 'she sold her house',
      words: [],
      speakerSegments: [],
      editedBy: 'a test',
    })
    expect(await count('search_passage')).toBe(0)
    expect(await found('automobile', { mode: 'meaning' })).toEqual([])
    await makeAll()
    expect(await found('automobile', { mode: 'meaning' })).toEqual([])
    expect(await found('doctor time', { mode: 'meaning' })).toHaveLength(1)
    await server.app.database.kysely
      .updateTable('meeting')
      .set({ restricted: true, host_user_id: 'another-user' })
      .where('id', '=', id)
      .execute()
    expect(await found('doctor time', { mode: 'meaning' })).toEqual([])
    await server.app.meetings.store.remove(id, 'a test')
    expect([await count('search_passage'), await count('search_meaning')]).toEqual([0, 0])
  })

  test('passages whose lines did not change keep their vectors', async () => {
    const sentence = 'one two three four five six seven eight nine ten eleven twelve'
    const id = await meetingOf(...Array.from({ length: 40 }, (_, at) => `${sentence} ${at}`))
    await allMade()
    const before = embedder.texts.length
    expect(before).toBeGreaterThan(4)
    const lines = await linesOf(id)
    await server.app.transcripts.utterances.edit(lines.at(-1)!, {
      text: 'the end',
      words: [],
      speakerSegments: [],
      editedBy: 'a test',
    })
    await allMade()
    expect(embedder.texts.length - before).toBe(1)
    expect(embedder.texts.at(-1)).toMatch(/the end$/)
  })

  test('a change while passages are made is not lost: what was made of the old text is thrown away', async () => {
    await server.app.passages.stop()
    const id = await meetingOf('she sold her sedan')
    const [line] = await linesOf(id)
    embedder.before = async () => {
      embedder.before = async () => undefined
      await server.app.transcripts.utterances.edit(line!, {
        text: 'she called her physician',
        words: [],
        speakerSegments: [],
        editedBy: 'a test',
      })
    }
    await makeAll()
    expect(await found('automobile', { mode: 'meaning' })).toEqual([])
    expect(await found('doctor called', { mode: 'meaning' })).toHaveLength(1)
  })

  test('a running meeting has no passages before it has ended', async () => {
    const id = await meetingOf('she sold her sedan')
    const { kysely } = server.app.database
    await kysely.updateTable('meeting').set({ status: 'CallStarted' }).where('id', '=', id).execute()
    await server.app.transcripts.utterances.add(id, utteranceAt(20_000, 'and her vehicle'))
    expect(await server.app.passages.store.waiting()).toBe(0)
    expect(await count('search_passage')).toBe(0)
    await kysely.updateTable('meeting').set({ status: 'CallEnded' }).where('id', '=', id).execute()
    await allMade()
    expect(await found('automobile', { mode: 'meaning' })).toHaveLength(1)
  })
})

describe('related moments', () => {
  test('the nearest of other passages, none of its own, and in no meeting that one may not open', async () => {
    const own = await meetingOf('the surgeon drives a vehicle')
    await meetingOf('a doctor and his automobile')
    const secret = await meetingOf('our physician has a sedan')
    await meetingOf('nothing of the kind is said here')
    await server.app.database.kysely
      .updateTable('meeting')
      .set({ restricted: true, host_user_id: 'another-user' })
      .where('id', '=', secret)
      .execute()
    await allMade()
    const [line] = await linesOf(own)
    expect(await related(own, line!.id)).toMatchObject({
      moments: [{ text: 'a doctor and his automobile', title: 'Planning', found_by: 'meaning', marks: [] }],
      notice: null,
    })
    const [hidden] = await linesOf(secret)
    expect(await related(own, hidden!.id)).toEqual({ moments: [], notice: expect.any(String) })
  })

  test('of a passage with several matters that line is shown which the asked one is about', async () => {
    const own = await meetingOf(
      'the sedan of the club needs new tyres before winter',
      'every surgeon gets her wages on the first of May',
    )
    await meetingOf(
      'an automobile without tyres is of little use in winter',
      'what a doctor gets as a salary is paid in May',
    )
    await allMade()
    const shown = []
    for (const line of await linesOf(own))
      shown.push((await related(own, line.id)).moments.map(({ text }) => text))
    expect(shown).toEqual([
      ['an automobile without tyres is of little use in winter'],
      ['what a doctor gets as a salary is paid in May'],
    ])
  })

  test('a line that is not read by meaning says so', async () => {
    const id = await meetingOf(['de-DE', 'guten Tag'])
    await allMade()
    const [line] = await linesOf(id)
    expect((await related(id, line!.id)).notice).toMatch(/not read by meaning yet/)
    embedder.isAvailable = false
    expect((await related(id, line!.id)).notice).toMatch(/not available on this server/)
  })
})

test('odd questions are answered, or refused in words, by meaning too', async () => {
  await meetingOf('the plan of the year')
  await allMade()
  for (const mode of ['meaning', 'both']) {
    const status = async (q: string) => (await get(pathOf(search, {}, { q, mode }))).statusCode
    for (const q of [
      "plan' & ' | !",
      'plan:*',
      '"plan',
      'plan 🎉 -🎉',
      'plan <-> (((',
      'the of',
      'plan \\ %_',
    ])
      expect([mode, q, await status(q)]).toEqual([mode, q, 200])
    for (const q of ['', '🎉🎉', 'word '.repeat(1_000), 'x'.repeat(5_000), 'plan\0', 'plan before:soon'])
      expect([mode, q, await status(q)]).toEqual([mode, q, 422])
  }
  expect((await get(pathOf(search, {}, { q: 'plan', mode: 'magic' }))).statusCode).toBe(422)
})
