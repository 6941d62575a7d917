import { SHARD_ORDERS, type ShardOrder } from '@livetap/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../testing/database/test-database'
import { testPrincipal } from '../../../testing/test-principals'
import { replaceShards, shardAt, trainableMeeting } from '../testing/trainable-meeting'
import { OrderedShardsStore, orderedQuery } from './ordered-shards.store'
import type { Shard } from './shard'
import { ShardEditsStore } from './shard-edits.store'
import type { ShardFilter } from './shard-filter'
import { placeOf } from './shard-order.store'
import { ShardsStore } from './shards.store'

let database: TestDatabase
let shards: ShardsStore
let edits: ShardEditsStore
beforeAll(async () => {
  database = await testDatabase()
  shards = new ShardsStore(database.kysely)
  edits = new ShardEditsStore(database.kysely)
})
afterAll(() => database.drop())

const by = 'trainer@example.com'
const meeting = (given: Parameters<typeof trainableMeeting>[1]) => trainableMeeting(database.kysely, given)
const found = async (id: string) => (await shards.find(id))!

async function everything(filter: ShardFilter, limit: number): Promise<Shard[]> {
  const all: Shard[] = []
  for (;;) {
    const page = await shards.page(filter, { after: all.at(-1), limit })
    all.push(...page)
    if (page.length < limit) return all
  }
}

describe('listing', () => {
  test('TRN-10 pages follow each other by (created second, id) without a gap or a repeat', async () => {
    const ids = Array.from({ length: 7 }, (_, at) => `page-${at}`)
    await meeting({ region: 'pages', shards: ids.map((id, at) => shardAt(at * 6000, 'one two', { id })) })
    await database.kysely
      .updateTable('shard')
      .set({ created_second: 1000 })
      .where('id', 'in', ['page-6', 'page-2'])
      .execute()
    const listed = await everything({ region: 'pages' }, 2)
    expect(listed.map(({ id }) => id)).toEqual([
      'page-2',
      'page-6',
      'page-0',
      'page-1',
      'page-3',
      'page-4',
      'page-5',
    ])
  })

  test('each field of the filter leaves out what does not match it', async () => {
    const region = 'filters'
    await meeting({
      region,
      siteName: 'north',
      source: 'webex',
      shards: [
        shardAt(0, 'a b', { id: 'plain' }),
        shardAt(10_000, 'a b c d', { id: 'long' }),
        shardAt(20_000, 'a b', { id: 'british', languageCode: 'en-GB' }),
        shardAt(30_000, 'a b', { id: 'german', languageCode: 'de-DE', isEvaluation: true }),
        shardAt(40_000, 'a b', {
          id: 'known',
          csi: null,
          participant: { ciUuid: 'u', participantId: 'p', globalParticipantId: 'g' },
        }),
      ],
    })
    await meeting({ region, siteName: 'south', shards: [shardAt(0, 'a b', { id: 'south' })] })
    await edits.record(await found('plain'), 0, { text: 'A B', by, source: 'trainer' })
    await edits.mark(await found('long'), 'Noise', by, new Date())
    const ids = async (filter: ShardFilter) =>
      (await shards.page({ region, ...filter }, { limit: 50 })).map(({ id }) => id).sort()

    expect(await ids({})).toHaveLength(6)
    expect(await ids({ siteName: 'south' })).toEqual(['south'])
    expect(await ids({ source: 'upload' })).toEqual(['south'])
    expect(await ids({ languages: ['de-DE', 'en-GB'] })).toEqual(['british', 'german'])
    expect(await ids({ languages: ['en'] })).toEqual(['british', 'known', 'long', 'plain', 'south'])
    expect(await ids({ languages: ['en-US'], unusable: true })).toEqual(['long'])
    expect(await ids({ evaluation: true })).toEqual(['german'])
    expect(await ids({ evaluation: false })).not.toContain('german')
    expect(await ids({ hasCsi: false })).toEqual(['known'])
    expect(await ids({ hasParticipantId: true })).toEqual(['known'])
    expect(await ids({ hasGlobalParticipantId: false })).not.toContain('known')
    expect(await ids({ hasHumanTranscript: true })).toEqual(['plain'])
    expect(await ids({ minLengthMs: 1001 })).toEqual(['long'])
    expect(await ids({ maxLengthMs: 1000, hasHumanTranscript: false })).not.toContain('long')
    expect(await ids({ createdFrom: new Date(Date.now() + 60_000) })).toEqual([])
    expect(await ids({ createdUntil: new Date(Date.now() - 60_000) })).toEqual([])
    expect(await shards.totals({ region, languages: ['en'] })).toMatchObject({ count: 5, lengthMs: 6000 })
  })
})

describe('in an order', () => {
  const ordered = async (filter: ShardFilter, order: ShardOrder, limit = 2) => {
    const store = new OrderedShardsStore(database.kysely)
    const all: Shard[] = []
    for (;;) {
      const last = all.at(-1)
      const page = await store.page(filter, { order, after: last && placeOf(order, last), limit })
      all.push(...page)
      if (page.length < limit) return all.map(({ id }) => id)
    }
  }

  test('pages follow each other by meeting time, length or confidence; what has none comes last', async () => {
    const region = 'orders'
    const late = await meeting({
      region,
      shards: [
        shardAt(9000, 'one two three', { id: 'late-2', confidence: 0.4 }),
        shardAt(0, 'one', { id: 'late-1', confidence: null }),
      ],
    })
    await meeting({
      region,
      shards: [
        shardAt(20_000, 'one two', { id: 'early-2', confidence: 0.9 }),
        shardAt(5000, 'one two', { id: 'early-1', confidence: 0.4 }),
        shardAt(40_000, 'one two three four', { id: 'early-3' }),
      ],
    })
    await database.kysely
      .updateTable('shard')
      .set({ meeting_start_ms: Date.parse('2026-03-05T00:00:00Z') })
      .where('meeting_id', '=', late)
      .execute()
    expect(await ordered({ region }, 'meeting')).toEqual([
      'early-1',
      'early-2',
      'early-3',
      'late-1',
      'late-2',
    ])
    expect(await ordered({ region }, 'shortest')).toEqual([
      'late-1',
      'early-1',
      'early-2',
      'late-2',
      'early-3',
    ])
    expect(await ordered({ region }, 'least_certain')).toEqual([
      'early-1',
      'late-2',
      'early-2',
      'early-3',
      'late-1',
    ])
    expect(await ordered({ region, minLengthMs: 1500 }, 'least_certain')).toEqual(['late-2', 'early-3'])
    expect((await found('early-1')).confidence).toBe(0.4)
    expect((await found('late-1')).confidence).toBeNull()
  })

  test('a page reads as many rows as it shows, at any depth of each order', async () => {
    const region = 'deep'
    const COUNT = 4000
    const id = await meeting({ region, shards: [] })
    await sql`
      insert into shard (id, meeting_id, storage_key, start_offset_ms, end_offset_ms, speaker_ids, transcript, words,
        transcript_type, language_code, language_inferred, region, confidence)
      select 'deep-' || lpad(n::text, 5, '0'), ${id}, 'x', n * 10000, n * 10000 + 100 + n % 97 * 100, '[]', 'x', '[]', 'final',
        'en-US', false, ${region}, case when n % 7 > 0 then n * 13 % 1000 end
      from generate_series(1, ${COUNT}::int) as n`.execute(database.kysely)
    await sql`analyze shard`.execute(database.kysely)
    const store = new OrderedShardsStore(database.kysely)
    const limit = 20
    for (const order of SHARD_ORDERS)
      for (const depth of [0, COUNT / 2, COUNT - limit]) {
        const before = depth === 0 ? [] : await store.page({ region }, { order, limit: depth })
        const last = before.at(-1)
        const page = { order, limit, after: last && placeOf(order, last) }
        const explained = await orderedQuery(database.kysely, { region }, page).explain('json', sql`analyze`)
        const nodes = nodesOf(JSON.parse(JSON.stringify(explained)))
        const scan = nodes.find(node => node['Relation Name'] === 'shard')!
        expect(scan).toMatchObject({ 'Actual Rows': limit, 'Index Name': INDEXES[order] })
        expect(scan['Rows Removed by Filter'] ?? 0).toBe(0)
      }
  })
})

const INDEXES: Record<ShardOrder, string> = {
  meeting: 'shard_by_meeting',
  shortest: 'shard_by_length',
  least_certain: 'shard_by_confidence',
}

type PlanNode = Record<string, unknown>

/** Every node of a plan, wherever it lies in the answer. */
function nodesOf(value: unknown): PlanNode[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(nodesOf)
  return 'Node Type' in value ? [value, ...inside] : inside
}

test('a text that is saved as it stands is confirmed, another one edited; the shard has the kind of its newest version', async () => {
  const id = await meeting({ shards: [shardAt(0, 'hello there', { id: 'read' })] })
  const save = async (text: string) => {
    const shard = await found('read')
    return (await edits.record(shard, shard.version, { text, by, source: 'trainer' }))!.kind
  }
  expect(await save('hello there')).toBe('confirmed')
  expect((await found('read')).human?.kind).toBe('confirmed')
  expect(await save('Hello there.')).toBe('edited')
  // Changed back: it was changed all the same.
  expect(await save('hello there')).toBe('edited')
  expect((await found('read')).human?.kind).toBe('edited')
  expect((await edits.versions(['read'])).map(({ kind }) => kind)).toEqual(['edited', 'edited', 'confirmed'])
  expect((await shards.ofMeeting(id))[0]!.human?.kind).toBe('edited')
})

describe('a meeting that is processed again', () => {
  test('a shard that is still the same keeps its text, its mark and its place in the listing', async () => {
    const shard = shardAt(0, 'hello there', { id: 'stays' })
    const id = await meeting({ shards: [shard] })
    await edits.record(await found('stays'), 0, { text: 'Hello there.', by, source: 'trainer' })
    await edits.mark(await found('stays'), 'Noise', by, new Date())
    const before = await found('stays')
    await replaceShards(database.kysely, id, [{ ...shard, transcript: 'hallo there' }])
    expect(await found('stays')).toMatchObject({
      transcript: 'hallo there',
      version: 1,
      human: { text: 'Hello there.', by, source: 'trainer' },
      unusable: { reason: 'Noise', by },
      createdSecond: before.createdSecond,
    })
  })

  test('edits go to the shard whose sound is nearly the same, and wait where none is', async () => {
    const id = await meeting({
      region: 'again',
      shards: [
        shardAt(1000, 'one two three four five six', { id: 'old-1' }),
        shardAt(9000, 'seven eight nine ten', { id: 'old-2' }),
      ],
    })
    await edits.record(await found('old-1'), 0, { text: 'First.', by, source: 'trainer' })
    await edits.record(await found('old-1'), 1, { text: 'Second.', by, source: 'host' })
    await edits.record(await found('old-2'), 0, { text: 'Lost.', by, source: 'trainer' })
    await edits.mark(await found('old-2'), 'Noise', by, new Date())

    await replaceShards(database.kysely, id, [
      shardAt(1200, 'one two three four five six', { id: 'new-1' }),
      // The same place in another voice, and half of the sound: neither is the same sound.
      shardAt(9000, 'seven eight nine ten', { id: 'other-voice', csi: 2 }),
      shardAt(10_000, 'nine ten', { id: 'half' }),
    ])
    expect(await found('new-1')).toMatchObject({ version: 2, human: { text: 'Second.', source: 'host' } })
    expect((await edits.versions(['new-1'])).map(({ version, text }) => [version, text])).toEqual([
      [2, 'Second.'],
      [1, 'First.'],
    ])
    expect(await found('other-voice')).toMatchObject({ version: 0, human: null })
    expect(await found('half')).toMatchObject({ version: 0, human: null, unusable: null })
    expect((await edits.unplaced(testPrincipal, 'again', id)).map(({ kind, text }) => [kind, text])).toEqual([
      ['unusable', 'Noise'],
      ['transcript', 'Lost.'],
    ])

    // The old cut comes back: what waited finds its place, and both versions move together again.
    await replaceShards(database.kysely, id, [
      shardAt(1000, 'one two three four five six', { id: 'third-1' }),
      shardAt(9000, 'seven eight nine ten', { id: 'old-2' }),
    ])
    expect(await found('old-2')).toMatchObject({ human: { text: 'Lost.' }, unusable: { reason: 'Noise' } })
    expect(await found('third-1')).toMatchObject({ version: 2, human: { text: 'Second.' } })
    expect(await edits.unplaced(testPrincipal, 'again', id)).toEqual([])
  })

  test('an edit of one of two people with the same csi does not go to the other', async () => {
    const of = (participantId: string) => ({
      participant: { ciUuid: null, participantId, globalParticipantId: null },
    })
    const id = await meeting({ shards: [shardAt(0, 'one two three four', { id: 'ada-1', ...of('ada') })] })
    await edits.record(await found('ada-1'), 0, { text: 'By Ada.', by, source: 'trainer' })
    await replaceShards(database.kysely, id, [
      shardAt(0, 'one two three four', { id: 'bob-2', ...of('bob') }),
      shardAt(100, 'one two three four', { id: 'ada-2', ...of('ada') }),
    ])
    expect(await found('bob-2')).toMatchObject({ version: 0, human: null })
    expect(await found('ada-2')).toMatchObject({ version: 1, human: { text: 'By Ada.' } })
  })
})

test('TRN-02 the second of two writers of one version is refused', async () => {
  await meeting({ shards: [shardAt(0, 'hello', { id: 'contested' })] })
  const shard = await found('contested')
  const both = await Promise.all(
    ['one', 'two'].map(text => edits.record(shard, 0, { text, by, source: 'trainer' })),
  )
  expect(both.filter(Boolean)).toHaveLength(1)
  expect((await found('contested')).version).toBe(1)
})
