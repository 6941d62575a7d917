import { type SearchAnswer, searchAnswerSchema } from '@livetap/contract'
import { search } from '@livetap/contract/calls/search'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pastMeeting, utteranceAt } from '../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../testing/test-server'

let server: TestServer
beforeEach(async () => {
  server = await testServer()
})
afterEach(() => server.close())

const get = (q: string, more: object = {}) =>
  server.app.server.inject({
    url: pathOf(search, {}, { q, ...more }),
    headers: { host: new URL(server.url).host, ...server.bearer() },
  })

async function find(q: string, more: object = {}): Promise<SearchAnswer> {
  const answer = await get(q, more)
  expect(answer.statusCode, answer.body).toBe(200)
  return searchAnswerSchema.parse(answer.json())
}
const texts = async (q: string) => (await find(q)).moments.map(({ text }) => text).sort()
const marked = ({ moments }: SearchAnswer) =>
  moments.map(({ text, marks }) => marks.map(([from, to]) => text.slice(from, to)))

/** A meeting of these lines, each in a language of its own where it says one. */
const meetingOf = (...lines: (string | [language: string, text: string])[]) =>
  pastMeeting(server, {
    utterances: lines.map((line, at) => {
      const [languageCode, text] = typeof line === 'string' ? ['en-US', line] : line
      return utteranceAt(at * 10_000, text!, { languageCode })
    }),
  })
const change = (id: string, columns: object) =>
  server.app.database.kysely.updateTable('meeting').set(columns).where('id', '=', id).execute()

const tag = (id: string, ...tags: string[]) =>
  server.app.database.kysely
    .insertInto('meeting_tag')
    .values(tags.map(name => ({ meeting_id: id, tag: name, added_by: 'a test' })))
    .execute()

describe('what is found', () => {
  test('a moment is the line with its marks, its time, who says it and the lines around it', async () => {
    const id = await meetingOf('we begin', 'the budget of next year is open', 'thank you')
    await server.app.transcripts.speakerNames.rename(id, '1', 'Ann', 'a test')
    const { moments, meetings, total } = await find('budget')
    expect(moments).toMatchObject([
      {
        meeting_id: id,
        title: 'Planning',
        kind: 'line',
        speaker: 'Ann',
        start_millis: 10_000,
        mark_millis: 10_100,
        text: 'the budget of next year is open',
        marks: [[4, 10]],
        before: { speaker: 'Ann', text: 'we begin' },
        after: { speaker: 'Ann', text: 'thank you' },
      },
    ])
    expect(meetings).toMatchObject([{ id, count: 1, host: 'user@example.com' }])
    expect(total).toBe(1)
  })

  test('all words have to be in the line, a phrase in its order, and none of what is excluded', async () => {
    await meetingOf('red apple pie', 'apple red', 'apple pie is red hot')
    expect(await texts('apple red')).toHaveLength(3)
    expect(await texts('"apple pie"')).toEqual(['apple pie is red hot', 'red apple pie'])
    expect(await texts('apple -pie')).toEqual(['apple red'])
    expect(await texts('apple -"pie is red"')).toEqual(['apple red', 'red apple pie'])
  })

  test('of a question that hardly any line holds whole, lines with most of its words follow', async () => {
    const id = await meetingOf(
      'the grace period of a soft limit is seven days',
      'a hard limit has no grace period',
      'the limit of a grace period',
      'nothing of the kind',
      'no limit at all',
    )
    const answer = await find('what is the grace period of a soft limit?')
    expect(answer.partly).toBe(true)
    const [whole, ...others] = [...answer.moments].sort((a, b) => b.score - a.score)
    expect(whole!.text).toBe('the grace period of a soft limit is seven days')
    expect(others.map(({ text }) => text).sort()).toEqual([
      'a hard limit has no grace period',
      'the limit of a grace period',
    ])
    expect((await find('grace period soft limit', { meeting: id })).total).toBe(3)
    // A phrase is never left out, and of two words both have to be there.
    expect(await texts('"soft limit" grace period')).toEqual([whole!.text])
    expect(await find('hard days')).toMatchObject({ moments: [], partly: false })
    for (let at = 0; at < 4; at++) await meetingOf('the grace period of a soft limit, again')
    expect(await find('grace period soft limit')).toMatchObject({ total: 5, partly: false })
    expect(await find('grace period soft limit', { meeting: id })).toMatchObject({ total: 1 })
  })

  test.each([
    ['en-US', 'the houses were running late', 'house run'],
    ['de-DE', 'die Häuser stehen am Fluss', 'haus'],
    ['fr-FR', 'les nationalités européennes', 'nationalité'],
    ['es-ES', 'las canciones de la nación', 'canción'],
    ['it-IT', 'le decisioni importanti', 'decisione'],
    ['ru-RU', 'Новые дома построены', 'новый дом'],
    ['tr-TR', 'evlerimiz büyük', 'evler'],
  ])('%s is found by the stem of its words, in any form', async (language, line, q) => {
    await meetingOf([language, line], 'nothing of the kind')
    expect(await texts(q)).toEqual([line])
  })

  test('a language without a stemmer is found as it is written, and letters beyond ASCII have a lower case', async () => {
    await meetingOf(['uk-UA', 'ПРИВІТ усім'], ['xx', 'Ærlig talt'])
    expect(await texts('привіт')).toEqual(['ПРИВІТ усім'])
    expect(await texts('ærlig')).toEqual(['Ærlig talt'])
  })

  test('accents are forgiven both ways, and marks are where the words are', async () => {
    await meetingOf(['fr-FR', 'voilà l’été à Zürich — “enfin”'])
    const answer = await find('ete zurich enfin')
    expect(marked(answer)).toEqual([['été', 'Zürich', 'enfin']])
    expect(await texts('Éte')).toHaveLength(1)
  })

  test('Japanese, Korean and Chinese by any part of what is written', async () => {
    await meetingOf(
      ['ja-JP', '来週、東京都に行きます'],
      ['zh-CN', '预算 已经 批准了'],
      ['ko-KR', '회의를 시작하겠습니다'],
      ['ja-JP', '京都と東の町'],
    )
    expect(await texts('東京都')).toEqual(['来週、東京都に行きます'])
    expect(marked(await find('東京'))).toEqual([['東京']])
    expect(await texts('京都')).toHaveLength(2)
    expect(await texts('批准')).toHaveLength(1)
    expect(await texts('회의')).toHaveLength(1)
    expect(await texts('了')).toHaveLength(1)
    expect(await texts('行 -東京')).toEqual([])
  })

  test('a typing error is forgiven, and the answer says what was looked for instead', async () => {
    await meetingOf('the quarterly revenue forecast')
    await expect
      .poll(async () => (await find('quartrely forcast')).instead)
      .toEqual([
        { word: 'quartrely', found: ['quarterly'] },
        { word: 'forcast', found: ['forecast'] },
      ])
    expect(marked(await find('revenu forcast'))).toEqual([['revenue', 'forecast']])
    expect((await find('zzzzqqq')).moments).toEqual([])
  })

  test('a word that hardly any line has is a typing error too: what has it as typed comes first', async () => {
    await meetingOf('the forcast of a careless writer', 'the weather')
    await meetingOf(...Array.from({ length: 6 }, (_, at) => `forecast number ${at}`))
    await expect.poll(async () => (await find('forcast')).total).toBe(7)
    const answer = await find('forcast')
    expect(answer.instead).toEqual([{ word: 'forcast', found: ['forecast'] }])
    expect(answer.moments[0]!.text).toBe('the forcast of a careless writer')
    // What is said as rarely is no correction of it.
    await meetingOf('a whether of long ago')
    expect(await find('whether')).toMatchObject({ total: 1, instead: [] })
    expect(await find('forecast')).toMatchObject({ total: 6, instead: [] })
  })
})

describe('filters, facets and pages', () => {
  test('by speaker, host, tag, site, language and day', async () => {
    const first = await meetingOf('fig one')
    const second = await meetingOf(['de-DE', 'fig zwei'])
    await server.app.transcripts.speakerNames.rename(first, '1', 'Ann Lée', 'a test')
    await change(second, {
      host_email: 'bob@example.com',
      site_name: 'north',
      started_at: new Date('2025-02-03'),
    })
    await tag(first, 'customer', 'q3 plan')
    await tag(second, 'customers')
    for (const q of [
      'tag:Customer',
      'tag:"q3 plan"',
      '-tag:customers',
      'speaker:lee',
      'speaker:"ann lee"',
      '-speaker:"speaker 1"',
      'host:user@',
      'lang:en-GB',
      'after:2026',
      '-site:north',
    ])
      expect([q, await texts(`fig ${q}`)]).toEqual([q, ['fig one']])
    for (const q of [
      'speaker:"Speaker 1"',
      '-host:user@example.com',
      'host:BOB',
      'site:north',
      'lang:de',
      'before:2025-02-04',
      '-lang:en',
    ])
      expect([q, await texts(`fig ${q}`)]).toEqual([q, ['fig zwei']])
    expect(await texts('fig before:2025-02-03')).toEqual([])
    expect(await texts('fig speaker:ann speaker:"speaker 1"')).toHaveLength(2)
    expect(await texts('fig host:%')).toEqual([])
  })

  test('titles are found with the lines, and alone; highlights alone', async () => {
    const id = await pastMeeting(server, {
      utterances: [utteranceAt(0, 'planning the launch')],
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
    expect((await find('planning')).moments.map(({ kind }) => kind).sort()).toEqual(['line', 'title'])
    expect((await find('planning in:titles')).moments).toMatchObject([
      { kind: 'title', text: 'Planning', marks: [[0, 8]] },
    ])
    expect((await find('launch in:highlights')).moments).toMatchObject([
      { kind: 'highlight', line_id: 'h1', start_millis: 5_000, text: 'launch in May' },
    ])
    await server.app.meetings.store.change(id, { title: 'Rollout' })
    expect((await find('planning in:titles')).moments).toEqual([])
    expect((await find('rollout in:titles')).total).toBe(1)
    await server.app.transcripts.highlightsStore.delete(id, 'h1')
    expect((await find('launch in:highlights')).moments).toEqual([])
  })

  test('facets count all that was found, by what the meetings have', async () => {
    const first = await meetingOf('fig one', 'fig two', 'other')
    const second = await meetingOf(['de-DE', 'fig drei'])
    await server.app.transcripts.speakerNames.rename(first, '1', 'Ann', 'a test')
    await change(second, { host_email: 'bob@example.com', started_at: new Date('2025-02-03') })
    await tag(first, 'customer')
    await tag(second, 'customer', 'closed')
    expect((await find('fig', { limit: 1 })).facets).toEqual({
      speaker: [{ value: 'Ann', count: 2 }],
      host: [
        { value: 'user@example.com', count: 2 },
        { value: 'bob@example.com', count: 1 },
      ],
      tag: [
        { value: 'customer', count: 3 },
        { value: 'closed', count: 1 },
      ],
      site: [{ value: 'cisco_webex', count: 3 }],
      lang: [
        { value: 'en', count: 2 },
        { value: 'de', count: 1 },
      ],
      month: [
        { value: '2026-03', count: 2 },
        { value: '2025-02', count: 1 },
      ],
    })
  })

  test('pages hold every meeting once, and a meeting gives its other moments in their order', async () => {
    const ids: string[] = []
    for (let at = 0; at < 7; at++)
      ids.push(await meetingOf(...Array.from({ length: 5 }, (_, i) => `pear ${at} ${i}`)))
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await find('pear', { limit: 6, cursor: cursor ?? undefined })
      expect(page.total).toBe(35)
      for (const { id } of page.meetings) {
        expect(page.moments.filter(moment => moment.meeting_id === id)).toHaveLength(3)
        seen.push(id)
      }
      cursor = page.next
    } while (cursor)
    expect([...seen].sort()).toEqual([...ids].sort())
    const first = await find('pear', { meeting: ids[0], limit: 3 })
    const rest = await find('pear', { meeting: ids[0], limit: 3, cursor: first.next })
    expect([...first.moments, ...rest.moments].map(({ text }) => text)).toEqual(
      Array.from({ length: 5 }, (_, i) => `pear 0 ${i}`),
    )
    expect(rest.next).toBe(null)
  })
})

describe('pages by their best moments', () => {
  test('a page has as many moments as are asked for, and each meeting comes at the place of its best', async () => {
    const best = await meetingOf(
      'fig',
      'fig and a long line with many other words about something else entirely',
    )
    const ids = [best]
    for (let at = 0; at < 4; at++) ids.push(await meetingOf(`one fig in line ${at} here`))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await find('fig', { limit: 3, cursor })
      expect(page.moments.length).toBeLessThanOrEqual(3)
      expect(new Set(page.moments.map(({ meeting_id }) => meeting_id)).size).toBe(page.meetings.length)
      seen.push(...page.meetings.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen[0]).toBe(best)
    expect([...seen].sort()).toEqual([...ids].sort())
  })
})

describe('more than is counted', () => {
  test('of a word that is everywhere the newest meetings are found', async () => {
    const [old, recent] = [await meetingOf('quorum'), await meetingOf('the quorum is here', 'quorum')]
    await change(old, { started_at: new Date('2020-01-01') })
    // As the triggers write them; in the table they come before what is said later.
    const { pool } = server.app.database
    await pool.query('delete from search_row where meeting_id = $1', [recent])
    await pool.query(
      `insert into search_row (id, kind, meeting_id, start_ms, language, speakers, vector)
        select 'row-' || n, 'line', $1, n, 'en', '{1}', $2::tsvector from generate_series(1, 20000) n`,
      [old, "'quorum':1"],
    )
    await pool.query(
      `insert into search_row (id, kind, meeting_id, start_ms, language, speakers, vector)
        select id, 'line', meeting_id, start_ms, 'en', '{1}', search_vector('en', text) from utterance where meeting_id = $1`,
      [recent],
    )
    await pool.query('analyze search_row')
    const answer = await find('quorum')
    expect(new Map(answer.meetings.map(({ id, count }) => [id, count]))).toEqual(
      new Map([
        [old, 5_000],
        [recent, 2],
      ]),
    )
    expect(answer).toMatchObject({ total: 1_000, total_is_least: true })
  })
})

describe('at once', () => {
  test('what is edited, deleted or restricted is what search knows', async () => {
    const { utterances } = server.app.transcripts
    const id = await meetingOf('the secret word is walrus', 'and another line')
    const [line] = await utterances.page(id, { limit: 1 })
    await utterances.edit(line!, {
      text: 'the open word is otter',
      words: [],
      speakerSegments: [],
      editedBy: 'a test',
    })
    expect(await texts('walrus')).toEqual([])
    expect(await texts('otter')).toEqual(['the open word is otter'])
    await utterances.cutOut(id, { startMs: 0, endMs: 9_000 })
    expect(await texts('otter')).toEqual([])
    expect(await texts('another')).toHaveLength(1)
    await change(id, { restricted: true, host_user_id: 'another-user' })
    expect(await texts('another')).toEqual([])
    await change(id, { restricted: false })
    expect(await texts('another')).toHaveLength(1)
    await server.app.meetings.store.remove(id, 'a test')
    expect(await texts('another')).toEqual([])
    const { rows } = await server.app.database.pool.query('select count(*)::int as count from search_row')
    expect(rows).toEqual([{ count: 0 }])
  })

  test('words of text that is no more are kept nowhere, and those of other text stay', async () => {
    const { kysely } = server.app.database
    const kept = async () =>
      (await kysely.selectFrom('search_word').select('word').execute()).map(({ word }) => word).sort()
    const id = await meetingOf('the pangolin sleeps', 'a walrus and an okapi')
    await meetingOf('another walrus')
    await expect.poll(kept).toEqual(expect.arrayContaining(['okapi', 'pangolin', 'walrus', 'planning']))
    await kysely
      .updateTable('utterance')
      .set({ text: 'someone sleeps' })
      .where('text', '=', 'the pangolin sleeps')
      .execute()
    await kysely.deleteFrom('utterance').where('meeting_id', '=', id).where('start_ms', '=', 10_000).execute()
    await expect.poll(kept).not.toEqual(expect.arrayContaining(['pangolin']))
    await expect.poll(kept).not.toEqual(expect.arrayContaining(['okapi']))
    expect(await kept()).toEqual(expect.arrayContaining(['someone', 'sleeps', 'walrus', 'planning']))
    expect(await find('pangolim')).toMatchObject({ total: 0, instead: [] })
  })

  test('what a running meeting has said is found with the transaction that keeps it', async () => {
    const id = await pastMeeting(server)
    await server.app.transcripts.utterances.add(id, utteranceAt(0, 'live giraffe'))
    expect(await texts('giraffe')).toEqual(['live giraffe'])
    await server.app.database.kysely
      .transaction()
      .execute(async tx => {
        await server.app.transcripts.utterances.within(tx).add(id, utteranceAt(1, 'rolled back zebra'))
        throw new Error('undone')
      })
      .catch(() => undefined)
    expect(await texts('zebra')).toEqual([])
  })
})

describe('odd questions', () => {
  test('what cannot be looked for is refused in words', async () => {
    await meetingOf('the plan of the year')
    const refused = {
      empty: '',
      signs: '&& || !',
      pictures: '🎉🎉',
      'many words': 'word '.repeat(1_000),
      'a long word': 'x'.repeat(5_000),
      'no value': 'plan speaker:',
      'no day': 'plan before:2026-02-31',
      'no place': 'plan in:cellar',
      'everywhere alone': 'the of',
      NUL: 'plan\0',
    }
    for (const [why, q] of Object.entries(refused)) {
      const answer = await get(q)
      expect([why, answer.statusCode, answer.json().errors[0].description]).toEqual([
        why,
        422,
        expect.stringMatching(/^q: /),
      ])
    }
  })

  test('everything else is answered', async () => {
    await meetingOf('the plan of the year')
    const answered = [
      "plan' & ' | !",
      'plan:*',
      '"plan',
      'plan 🎉 -🎉',
      `plan -${'y'.repeat(900)}`,
      'plan <-> (((',
      'plan \\ %_',
      'plan "" -""',
      'plan host:"%_\\" ',
      "plan speaker:'; drop table utterance",
    ]
    for (const q of answered) expect([q, (await get(q)).statusCode]).toEqual([q, 200])
    expect(await texts('year')).toHaveLength(1)
  })

  test('a cursor of another question or of no one is refused', async () => {
    const cursors = ['[]', '[1,2,3]', '["a","b\\u0000","c"]', 'no list'].map(text =>
      Buffer.from(text).toString('base64url'),
    )
    for (const cursor of cursors) {
      expect((await get('plan', { cursor })).statusCode).toBe(422)
      expect((await get('plan', { cursor, meeting: 'x' })).statusCode).toBe(422)
    }
  })
})
