import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../testing/database/test-database'
import { replaceShards, shardAt, trainableMeeting } from '../testing/trainable-meeting'
import type { Shard } from './shard'
import { ShardEditsStore } from './shard-edits.store'
import type { ShardFilter } from './shard-filter'
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
    expect((await edits.unplaced('again', id)).map(({ kind, text }) => [kind, text])).toEqual([
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
    expect(await edits.unplaced('again', id)).toEqual([])
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
