import {
  decodeSyncKey,
  editedShardSchema,
  errorBodySchema,
  neighboursSchema,
  orderedShardsSchema,
  shardPageSchema,
  shardTranscriptsSchema,
  shardVersionsSchema,
  trainingProgressSchema,
  transcriptOffersSchema,
  unplacedEditsSchema,
  unusableSchema,
} from '@livetap/contract'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import {
  debugAudio,
  getShard,
  markUnusable,
  orderedShards,
  saveTrainingTranscript,
  shardNeighbours,
  shardVersions,
  trainableAudioFile,
  trainableTranscripts,
  trainingProgress,
  transcriptOffers,
  unmarkUnusable,
  unplacedEdits,
} from '@livetap/contract/calls/trainable'
import { editUtterance } from '@livetap/contract/calls/transcripts'
import { type Endpoint, pathOf } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { strictParse } from '../../testing/answer-check'
import { callEndpoint, type TestCall } from '../../testing/call-endpoint'
import { utteranceAt } from '../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../testing/test-server'
import { meetingFiles } from '../meetings'
import { replaceShards, shardAt, type TrainableMeeting, trainableMeeting } from './testing/trainable-meeting'

let server: TestServer
let anna: { authorization: string }
let ben: { authorization: string }
beforeAll(async () => {
  server = await testServer()
  anna = server.bearer({ userName: 'anna@example.com' })
  ben = server.bearer({ userName: 'ben@example.com' })
})
afterAll(() => server.close())

const call = (endpoint: Endpoint, input: TestCall = {}) =>
  callEndpoint(server.url, endpoint, { ...input, headers: { ...anna, ...input.headers } })

async function answer<S extends z.ZodType>(
  schema: S,
  endpoint: Endpoint,
  input?: TestCall,
): Promise<z.output<S>> {
  const got = await call(endpoint, input)
  expect(got.status).toBe(200)
  return strictParse(schema, await got.json())
}

const description = async (got: Response) => errorBodySchema.parse(await got.json()).errors[0]!.description
const meeting = (given: TrainableMeeting) => trainableMeeting(server.app.database.kysely, given)
const list = (query: Record<string, string | number>) => answer(shardPageSchema, debugAudio, { query })
const save = (id: string, transcript: string, more: TestCall = {}) =>
  call(saveTrainingTranscript, {
    query: { audio_id: id, client_region: 'us' },
    body: { transcript },
    ...more,
  })

describe('the listing of a region', () => {
  test('TRN-10 debug/audio goes on by sync key, base64 of e_ or t_, the second, # and the id', async () => {
    const id = await meeting({
      region: 'eu',
      siteName: 'north',
      shards: ['l1', 'l2', 'l3'].map((shard, at) =>
        shardAt(at * 5000, 'one two', { id: shard, isEvaluation: shard === 'l2' }),
      ),
    })
    const first = await list({ client_region: 'eu', limit: 2 })
    expect(first.audio.map(one => one.id)).toEqual(['l1', 'l2'])
    expect(first.has_more_results).toBe(true)
    const key = decodeSyncKey(first.sync_key)!
    expect(atob(first.sync_key)).toBe(`e_${key.seconds}#l2`)
    expect(Math.abs(key.seconds * 1000 - Date.now())).toBeLessThan(60_000)
    expect(first.audio[0]!.metadata).toMatchObject({
      length_ms: 1000,
      site_name: 'north',
      meeting_id: id,
      client_region: 'eu',
    })
    const second = await list({ client_region: 'eu', limit: 2, sync_key: first.sync_key })
    expect(second.audio.map(one => one.id)).toEqual(['l3'])
    expect(second.has_more_results).toBe(false)
    const end = await list({ client_region: 'eu', sync_key: second.sync_key })
    expect(end).toEqual({ audio: [], has_more_results: false, sync_key: second.sync_key })

    // Anything that follows the first # is accepted: where it is no id, the listing begins with that second.
    for (const rest of ['', '#', '#\u00e9\0', `#${'x'.repeat(600)}`]) {
      const from = async (seconds: number) =>
        await list({ client_region: 'eu', sync_key: btoa(`t_${seconds}${rest}`) })
      expect((await from(key.seconds)).audio, rest).toHaveLength(3)
      expect((await from(key.seconds + 1)).audio, rest).toEqual([])
    }
    const further = btoa(`t_${key.seconds}#l2#more`)
    expect((await list({ client_region: 'eu', sync_key: further })).audio.map(one => one.id)).toEqual(['l3'])

    expect((await call(debugAudio)).status).toBe(422)
    const broken = await call(debugAudio, { query: { client_region: 'eu', sync_key: 'nonsense' } })
    expect(broken.status).toBe(422)
    expect(await description(broken)).toBe('sync_key: is no key of a listing')
  })

  test('an order that a trainer chose goes on by a cursor of its own, which is good for that order alone', async () => {
    await meeting({
      region: 'ord',
      shards: [
        shardAt(0, 'one two three', { id: 'ord-1', confidence: 0.2 }),
        shardAt(5000, 'one', { id: 'ord-2', confidence: 0.9 }),
        shardAt(9000, 'one two', { id: 'ord-3' }),
      ],
    })
    await save('ord-1', 'one two three', { query: { audio_id: 'ord-1', client_region: 'ord' } })
    const page = (query: Record<string, string | number>) =>
      answer(orderedShardsSchema, orderedShards, { query: { client_region: 'ord', limit: 2, ...query } })
    const first = await page({ order: 'shortest' })
    expect(first.audio.map(({ id }) => id)).toEqual(['ord-2', 'ord-3'])
    const second = await page({ order: 'shortest', next: first.next! })
    expect(second.audio.map(({ id }) => id)).toEqual(['ord-1'])
    expect(second.next).toBeNull()
    expect(second.audio[0]!.human_transcripts).toMatchObject([{ kind: 'confirmed' }])
    const unsure = await page({ order: 'least_certain', limit: 3, max_length_ms: 1200 })
    expect(unsure.audio.map(({ id, metadata }) => [id, metadata.confidence])).toEqual([
      ['ord-2', 0.9],
      ['ord-3', null],
    ])
    expect(unsure.next).toBeNull()
    const query = { client_region: 'ord', order: 'meeting', next: first.next! }
    const broken = await call(orderedShards, { query })
    expect(broken.status).toBe(422)
    expect(await description(broken)).toBe('next: must come from an earlier page')
    expect((await call(orderedShards, { query: { ...query, order: 'longest' } })).status).toBe(422)
  })

  test('filters by site, language, length, edited and unusable', async () => {
    await meeting({
      region: 'fil',
      siteName: 'north',
      shards: [
        shardAt(0, 'a b', { id: 'f1', languageCode: 'de-DE' }),
        shardAt(9000, 'a b c d', { id: 'f2' }),
      ],
    })
    await save('f1', 'A B', { query: { audio_id: 'f1', client_region: 'fil' } })
    await call(markUnusable, { params: { id: 'f2' }, body: { reason: 'Noise' } })
    const ids = async (query: Record<string, string | number>) =>
      (await list({ client_region: 'fil', ...query })).audio.map(({ id }) => id)
    expect(await ids({ site_name: 'north' })).toEqual(['f1', 'f2'])
    expect(await ids({ site_name: 'south' })).toEqual([])
    expect(await ids({ language: 'fr,de' })).toEqual(['f1'])
    expect(await ids({ min_length_ms: 1500 })).toEqual(['f2'])
    expect(await ids({ edited: 'false' })).toEqual(['f2'])
    expect(await ids({ unusable: 'false' })).toEqual(['f1'])
  })
})

describe('the text of a shard', () => {
  test('TRN-02 a saved text is a version with its writer, and what it replaced stays readable', async () => {
    await meeting({ shards: [shardAt(0, 'helo there', { id: 't1' })] })
    const saved = await save('t1', ' Hello there. ')
    expect(saved.status).toBe(200)
    expect(saved.headers.get('etag')).toBe('"1"')
    expect(strictParse(editedShardSchema, await saved.json())).toMatchObject({
      id: 't1',
      version: 1,
      transcript: 'Hello there.',
      before: 'helo there',
      source: 'trainer',
      created_by: 'anna@example.com',
      kind: 'edited',
    })
    const { versions } = await answer(shardVersionsSchema, shardVersions, { params: { id: 't1' } })
    expect(versions.map(({ transcript, original }) => [transcript, original])).toEqual([
      ['Hello there.', false],
      ['helo there', true],
    ])
  })

  test('TRN-02 on an older version it is refused, and says who was faster', async () => {
    await meeting({ shards: [shardAt(0, 'hello', { id: 't2' })] })
    expect((await save('t2', 'by Ben', { headers: { ...ben, 'if-match': '"0"' } })).status).toBe(200)
    const late = await save('t2', 'by Anna', { headers: { 'if-match': '"0"' } })
    expect(late.status).toBe(409)
    expect(await description(late)).toMatch(/^ben@example\.com has changed this text meanwhile: version 1 /)
    expect((await save('t2', 'by Anna', { headers: { 'if-match': 'W/"1"' } })).status).toBe(200)
    expect((await save('t2', 'again', { headers: { 'if-match': 'yesterday' } })).status).toBe(422)
  })

  test('TRN-10 a plain text is taken; an empty one, no region and another region are refused', async () => {
    await meeting({ shards: [shardAt(0, 'hello', { id: 't3' })] })
    const plain = await fetch(
      server.url + pathOf(saveTrainingTranscript, {}, { audio_id: 't3', client_region: 'us' }),
      { method: 'POST', headers: { ...anna, 'content-type': 'text/plain' }, body: 'Hello, plain.' },
    )
    expect(await plain.json()).toMatchObject({ transcript: 'Hello, plain.', version: 1 })
    expect((await save('t3', '   ')).status).toBe(422)
    const without = await save('t3', 'x', { query: { audio_id: 't3' } })
    expect(without.status).toBe(422)
    expect(await description(without)).toMatch(/client_region/)
    expect((await save('t3', 'x', { query: { audio_id: 't3', client_region: 'eu' } })).status).toBe(404)
    expect((await save('nobody', 'x')).status).toBe(404)
  })

  test('a mark of unusable has a reason and a writer, and goes away again', async () => {
    await meeting({ shards: [shardAt(0, 'hello', { id: 't4' })] })
    const mark = { params: { id: 't4' }, body: { reason: 'Noise' } }
    expect(await answer(unusableSchema, markUnusable, mark)).toMatchObject({
      reason: 'Noise',
      by: 'anna@example.com',
    })
    const shown = async () => (await answer(shardPageSchema, getShard, { params: { id: 't4' } })).audio[0]!
    expect((await shown()).unusable).toMatchObject({ reason: 'Noise' })
    expect((await call(unmarkUnusable, { params: { id: 't4' } })).status).toBe(204)
    expect((await shown()).unusable).toBeNull()
  })

  test('the day of a trainer: each shard counts once, for him and for everyone', async () => {
    await meeting({
      region: 'day',
      shards: [
        shardAt(0, 'a b', { id: 'd1' }),
        shardAt(5000, 'c d', { id: 'd2' }),
        shardAt(9000, 'e f', { id: 'd3' }),
      ],
    })
    const query = { audio_id: 'd1', client_region: 'day' }
    await save('d1', 'A', { query })
    await save('d1', 'A b', { query })
    await save('d2', 'C', { query: { ...query, audio_id: 'd2' }, headers: ben })
    await call(markUnusable, { params: { id: 'd2' }, body: { reason: 'Noise' } })
    const since = (shiftMs: number) => ({
      query: { client_region: 'day', since: new Date(Date.now() + shiftMs).toISOString() },
    })
    // Read and found right; a text that was changed and is then confirmed is an edited one.
    await save('d3', 'e f', { query: { ...query, audio_id: 'd3' } })
    await save('d1', 'A b', { query })
    expect(await answer(trainingProgressSchema, trainingProgress, since(-60_000))).toEqual({
      mine: { edited: 1, edited_ms: 1000, confirmed: 1, confirmed_ms: 1000, unusable: 1 },
      everyone: { edited: 2, edited_ms: 2000, confirmed: 1, confirmed_ms: 1000, unusable: 1 },
    })
    const nothing = { edited: 0, edited_ms: 0, confirmed: 0, confirmed_ms: 0, unusable: 0 }
    expect(await answer(trainingProgressSchema, trainingProgress, since(60_000))).toEqual({
      mine: nothing,
      everyone: nothing,
    })
  })
})

describe('one shard', () => {
  test('TRN-08 TRN-10 has every field, its texts, and those of its meeting that follow it', async () => {
    const participant = { ciUuid: 'ci-1', participantId: 'p-1', globalParticipantId: 'g-1' }
    const peaks = { step_millis: 10, peaks: [-3, 4] }
    const id = await meeting({
      shards: [
        shardAt(1000, 'hello there', { id: 'a1', participant, peaks, languageInferred: true }),
        shardAt(5000, 'more', { id: 'a2' }),
        shardAt(9000, 'and more', { id: 'a3' }),
      ],
    })
    await meeting({ shards: [shardAt(0, 'of another meeting', { id: 'a2b' })] })
    await save('a1', 'Hello there.')
    const first = await answer(shardPageSchema, getShard, { params: { id: 'a1' } })
    expect(first.has_more_results).toBe(true)
    expect(first.audio).toHaveLength(1)
    expect(first.audio[0]).toMatchObject({
      id: 'a1',
      transcript: 'Hello there.',
      original_transcript: 'hello there',
      human_transcripts: [{ version: 1, transcript: 'Hello there.', created_by: 'anna@example.com' }],
      peaks,
      metadata: {
        ci_uuid: 'ci-1',
        participant_id: 'p-1',
        global_participant_id: 'g-1',
        csi: 1,
        language_code: 'en-US',
        language_inferred: true,
        length_ms: 1000,
        start_offset_ms: 1000,
        end_offset_ms: 2000,
        meeting_id: id,
        site_name: 'cisco_webex',
        source: 'upload',
        webex_meeting_number: '123456789',
        speakers: ['1'],
        transcript_type: 'final',
      },
    })
    const query = { sync_key: first.sync_key, limit: 10 }
    const rest = await answer(shardPageSchema, getShard, { params: { id: 'a1' }, query })
    expect(rest.audio.map(one => one.id)).toEqual(['a2', 'a3'])
    expect(rest.has_more_results).toBe(false)
    expect((await call(getShard, { params: { id: 'nobody' } })).status).toBe(404)
  })

  test('its sound is answered whole and in ranges, by id and by signed address', async () => {
    const id = await meeting({ shards: [shardAt(0, 'hello', { id: 'sound' })] })
    await server.app.storage.put(meetingFiles.shard(id, 'sound'), Buffer.from('0123456789'))
    const whole = await call(trainableAudioFile, { query: { id: 'sound' } })
    expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([
      200,
      'audio/flac',
      '0123456789',
    ])
    const part = await call(trainableAudioFile, { query: { id: 'sound' }, headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ])
    const { audio } = await answer(shardPageSchema, getShard, { params: { id: 'sound' } })
    const signed = await fetch(server.url + audio[0]!.uri, { headers: { range: 'bytes=8-' } })
    expect([signed.status, await signed.text()]).toEqual([206, '89'])
  })

  test('what was said before and after it, without its own words', async () => {
    const id = await meeting({ shards: [shardAt(1000, 'the one', { id: 'n1' })] })
    await server.app.transcripts.utterances.replaceAll(id, [
      utteranceAt(0, 'long before'),
      // Half of it lies in the shard.
      utteranceAt(800, 'right before the one right after'),
      utteranceAt(3000, 'later'),
    ])
    const { before, after } = await answer(neighboursSchema, shardNeighbours, { params: { id: 'n1' } })
    expect(before.map(({ text }) => text)).toEqual(['long before', 'right before'])
    expect(after.map(({ text }) => text)).toEqual(['later'])
  })

  test('what was said before and after it is found where its own utterance reaches a little over its edges', async () => {
    const id = await meeting({ shards: [shardAt(5000, 'the one', { id: 'n2' })] })
    await server.app.transcripts.utterances.replaceAll(id, [
      utteranceAt(0, 'long before'),
      utteranceAt(4950, 'the one', { endMs: 6100, words: [{ text: 'the', startMs: 5000, endMs: 5400 }] }),
      utteranceAt(9000, 'later'),
    ])
    const input = { params: { id: 'n2' }, query: { count: 1 } }
    const { before, after } = await answer(neighboursSchema, shardNeighbours, input)
    expect(before.map(({ text }) => text)).toEqual(['long before'])
    expect(after.map(({ text }) => text)).toEqual(['later'])
  })
})

describe('a meeting', () => {
  test('TRN-07 TRN-10 its shards come in the order of their start, with an address only when asked', async () => {
    const id = await meeting({
      shards: [shardAt(9000, 'second', { id: 'm1' }), shardAt(2000, 'first', { id: 'm2' })],
    })
    await save('m1', 'Second.')
    const input = { params: { id }, query: { audio_uri: 'true' } }
    const { transcripts } = await answer(shardTranscriptsSchema, trainableTranscripts, input)
    expect(transcripts.map(({ speech_result }) => speech_result)).toMatchObject([
      { alternatives: [{ transcript: 'first' }], start_millis: 2000, end_millis: 2500 },
      { alternatives: [{ transcript: 'Second.' }], start_millis: 9000, language_code: 'en-US' },
    ])
    expect(transcripts[0]!.uri).toContain('signature=')
    const without = await answer(shardTranscriptsSchema, trainableTranscripts, { params: { id } })
    expect(without.transcripts[0]!.uri).toBeUndefined()
    expect((await call(trainableTranscripts, { params: { id: 'nobody' } })).status).toBe(404)
  })

  test('what the host corrects becomes the text of a shard that holds the utterances whole', async () => {
    const id = await meeting({
      shards: [
        shardAt(1000, 'one two three', { id: 'h1', endOffsetMs: 3000 }),
        shardAt(3050, 'half', { id: 'h2', endOffsetMs: 3200 }),
      ],
    })
    const utterances = [
      utteranceAt(1000, 'one two', { id: 'hu1' }),
      utteranceAt(2000, 'three', { id: 'hu2' }),
      utteranceAt(3000, 'cut by the shard', { id: 'hu3' }),
    ]
    await server.app.transcripts.utterances.replaceAll(id, utterances)
    for (const [utteranceId, text] of [
      ['hu2', 'Three!'],
      ['hu3', 'cut by a shard'],
    ] as const)
      await call(editUtterance, { params: { id, utteranceId }, body: { text, version: 0 }, headers: ben })
    const shown = async (shard: string) =>
      (await answer(shardPageSchema, getShard, { params: { id: shard } })).audio[0]!
    expect((await shown('h1')).human_transcripts).toMatchObject([
      { transcript: 'one two Three!', source: 'host', created_by: 'ben@example.com' },
    ])
    expect((await shown('h2')).human_transcripts).toEqual([])
  })

  test('what a trainer corrects leaves the host’s text alone and is offered to him until he edits it', async () => {
    const id = await meeting({ shards: [shardAt(1000, 'ship on friday', { id: 'o1', csi: 1 })] })
    const words = shardAt(1000, 'ship on friday').words
    await server.app.transcripts.utterances.replaceAll(id, [
      utteranceAt(500, 'we ship on friday', {
        id: 'ou1',
        endMs: 3000,
        words: [{ text: 'we', startMs: 500, endMs: 700 }, ...words],
      }),
    ])
    const offers = async () =>
      (await answer(transcriptOffersSchema, transcriptOffers, { params: { id } })).offers
    expect(await offers()).toEqual([])
    await save('o1', 'ship on Monday')
    expect((await server.app.transcripts.utterances.find(id, 'ou1'))!.text).toBe('we ship on friday')
    expect(await offers()).toMatchObject([
      {
        utterance_id: 'ou1',
        version: 0,
        text: 'we ship on friday',
        offered: 'we ship on Monday',
        by: 'anna@example.com',
        shard_ids: ['o1'],
      },
    ])
    const taken = { text: 'we ship on Monday', version: 0 }
    await call(editUtterance, { params: { id, utteranceId: 'ou1' }, body: taken })
    expect(await offers()).toEqual([])
  })

  test('edits that find no place when it is processed again are listed', async () => {
    const id = await meeting({ region: 'pla', shards: [shardAt(0, 'one two', { id: 'p1' })] })
    await save('p1', 'One, two.', { query: { audio_id: 'p1', client_region: 'pla' } })
    await replaceShards(server.app.database.kysely, id, [shardAt(30_000, 'other', { id: 'p2' })])
    const query = { client_region: 'pla' }
    expect((await answer(unplacedEditsSchema, unplacedEdits, { query })).edits).toMatchObject([
      {
        meeting_id: id,
        transcript: 'One, two.',
        before: 'one two',
        created_by: 'anna@example.com',
        start_offset_ms: 0,
      },
    ])
  })

  test('deleting it removes shards, texts and files', async () => {
    const id = await meeting({ shards: [shardAt(0, 'gone', { id: 'g1' })] })
    await server.app.storage.put(meetingFiles.shard(id, 'g1'), Buffer.from('sound'))
    await save('g1', 'Gone.')
    expect((await call(deleteMeeting, { params: { id } })).ok).toBe(true)
    expect((await call(getShard, { params: { id: 'g1' } })).status).toBe(404)
    expect(await server.app.storage.stat(meetingFiles.shard(id, 'g1'))).toBeUndefined()
    const left = await server.app.database.kysely
      .selectFrom('shard_edit')
      .select('id')
      .where('meeting_id', '=', id)
      .execute()
    expect(left).toEqual([])
  })
})
