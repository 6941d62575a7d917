import type {
  ManuscriptActivity,
  ManuscriptReturn,
  ManuscriptShards,
  MatchingShards,
} from '@livetap/contract'
import {
  matchingShards,
  projectActivity,
  projectPackage,
  projectShards,
  returnProject,
} from '@livetap/contract/calls/manuscripts'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { zipOf } from '../../platform/zip/testing/zip-of'
import { type TestServer, testServer } from '../../testing/test-server'
import { ShardEditsStore } from '../trainable/shards/shard-edits.store'
import { ShardsStore } from '../trainable/shards/shards.store'
import { replaceShards, shardAt, trainableMeeting } from '../trainable/testing/trainable-meeting'
import { ProjectShardsStore } from './project-shards.store'
import { ManuscriptsClient } from './testing/manuscripts-client'

let server: TestServer
let ada: ManuscriptsClient

beforeAll(async () => {
  server = await testServer()
  ada = new ManuscriptsClient(server)
  return () => server.close()
})

/** Six seconds each, so that ten make a minute. */
const shards = (site: string, count: number, more: object = {}) =>
  Array.from({ length: count }, (_, at) =>
    shardAt(at * 10_000, 'one two three four five six seven eight nine ten eleven twelve', {
      id: `${site}-${at}`,
      ...more,
    }),
  )

const asked = (site: string, more: object = {}) => ({
  name: site,
  site_name: site,
  train_ms_required: 12_000,
  has_global_participant_id: false,
  has_participant_id: false,
  ...more,
})

const meetingOf = (siteName: string, list: ReturnType<typeof shards>) =>
  trainableMeeting(server.app.database.kysely, { siteName, shards: list })

const round = () => server.app.manuscripts.fill()

async function sentIn(id: string): Promise<string[]> {
  const { body } = await ada.call<ManuscriptShards>(projectShards, { params: { id } })
  return body.shards.map(shard => shard.id).sort()
}

async function returnFiles(id: string, entries: { name: string; content: string }[]) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await zipOf(entries))]), 'back.zip')
  const url = server.url + pathOf(returnProject, { id })
  const response = await fetch(url, {
    method: 'POST',
    headers: server.bearer({ userName: 'ada@example.com' }),
    body: form,
  })
  return { status: response.status, body: (await response.json()) as ManuscriptReturn }
}

test('what a project would be filled from is counted by its own fields, without what is unusable or another open project has', async () => {
  await meetingOf('counted', [
    ...shards('counted', 4),
    ...shards('counted-eval', 1, { isEvaluation: true }),
    ...shards('counted-fr', 1, { languageCode: 'fr' }),
    shardAt(90_000, 'too short', { id: 'counted-short' }),
  ])
  const query = {
    language: 'en-US',
    site_name: 'counted',
    min_length_ms: 5000,
    max_length_ms: 21_000,
    has_participant_id: false,
    has_global_participant_id: false,
  }
  const count = async (more: object = {}) =>
    (await ada.call<MatchingShards>(matchingShards, { query: { ...query, ...more } })).body
  expect(await count()).toEqual({
    train: { shards: 4, length_ms: 24_000 },
    evaluation: { shards: 1, length_ms: 6000 },
  })
  expect((await count({ min_length_ms: 1 })).train.shards).toBe(5)
  expect((await count({ has_participant_id: true })).train).toEqual({ shards: 0, length_ms: 0 })
  expect((await count({ site_name: 'nowhere' })).evaluation).toEqual({ shards: 0, length_ms: 0 })
  expect((await ada.call(matchingShards, { query: { ...query, min_length_ms: 0 } })).status).toBe(422)

  const edits = new ShardEditsStore(server.app.database.kysely)
  const shard = await new ShardsStore(server.app.database.kysely).find('counted-0')
  await edits.mark(shard!, 'Noise', 'ada@example.com', new Date())
  expect((await count()).train.shards).toBe(3)
  const { id } = await ada.create(asked('counted'))
  await ada.set(id, 'ready')
  await round()
  expect((await count()).train).toEqual({ shards: 1, length_ms: 6000 })
  // What a closed project did not bring back is free again.
  await ada.set(id, 'closed')
  expect((await count()).train.shards).toBe(3)
})

test('MAN-10 a project is filled with what it asks for: language, site, lengths, participants, and no more than it requires', async () => {
  await meetingOf('fits', [
    ...shards('fits', 4),
    ...shards('fits-fr', 1, { languageCode: 'fr' }),
    ...shards('fits-eval', 2, { isEvaluation: true }),
    shardAt(90_000, 'too short', { id: 'fits-short' }),
    ...shards('fits-known', 1, {
      participant: { ciUuid: 'c', participantId: 'p', globalParticipantId: 'g' },
    }),
  ])
  await meetingOf('elsewhere', shards('elsewhere', 1))
  const { id } = await ada.create(asked('fits', { eval_ms_required: 3_000 }))
  await round()
  expect(await sentIn(id)).toEqual([])
  await ada.set(id, 'ready')
  await round()
  expect(await sentIn(id)).toEqual(['fits-0', 'fits-1', 'fits-eval-0'])
  expect(await ada.get(id)).toMatchObject({
    status: 'processing',
    version: 2,
    train_ms_sent: 12_000,
    eval_ms_sent: 6_000,
    train_ms_received: 0,
  })
  const known = await ada.create(asked('fits', { has_global_participant_id: true, has_participant_id: true }))
  await ada.set(known.id, 'ready')
  await round()
  expect(await sentIn(known.id)).toEqual(['fits-known-0'])
})

test('MAN-10 a participant flag that is off takes either kind; what is too long or marked as unusable is not sent', async () => {
  const participant = { ciUuid: 'c', participantId: 'p', globalParticipantId: 'g' }
  await meetingOf('either', [
    shardAt(0, 'one two three four five six seven eight nine ten', { id: 'either-known', participant }),
    shardAt(10_000, 'one two three four five six seven eight nine ten', { id: 'either-unknown' }),
    shardAt(20_000, 'one two three four five six seven eight nine ten', { id: 'either-unusable' }),
    shardAt(30_000, 'x '.repeat(30).trim(), { id: 'either-long' }),
  ])
  const { kysely } = server.app.database
  const unusable = (await new ShardsStore(kysely).find('either-unusable'))!
  const edits = new ShardEditsStore(kysely)
  await edits.mark(unusable, 'Noise', 'ada@example.com', new Date())
  const { id } = await ada.create(asked('either', { train_ms_required: 60_000, max_length_ms: 10_000 }))
  await ada.set(id, 'ready')
  await round()
  expect(await sentIn(id)).toEqual(['either-known', 'either-unknown'])
  // Usable again, it is sent in the next round.
  await edits.mark(
    (await new ShardsStore(kysely).find('either-unusable'))!,
    null,
    'ada@example.com',
    new Date(),
  )
  await round()
  expect(await sentIn(id)).toEqual(['either-known', 'either-unknown', 'either-unusable'])
})

test('MAN-10 with too few shards a project stays in processing and goes on as new ones come; a shard is in one open project at most', async () => {
  await meetingOf('few', shards('few', 1))
  const [first, second] = [await ada.create(asked('few')), await ada.create(asked('few'))]
  await ada.setAll([first.id, second.id], 'ready')
  await round()
  expect([await sentIn(first.id), await sentIn(second.id)]).toEqual([['few-0'], []])
  expect(await ada.get(second.id)).toMatchObject({ status: 'processing', train_ms_sent: 0 })
  const more = await meetingOf('few', shards('more', 2))
  await round()
  expect([await sentIn(first.id), await sentIn(second.id)]).toEqual([['few-0', 'more-0'], ['more-1']])
  // What one gives up by closing is free for the other, and does not come back with it.
  await ada.set(first.id, 'closed')
  await round()
  expect(await sentIn(second.id)).toEqual(['few-0', 'more-1'])
  await ada.set(first.id, 'processing')
  await round()
  expect(await sentIn(first.id)).toEqual(['more-0'])
  // A shard that is gone cannot come back.
  await replaceShards(server.app.database.kysely, more, shards('again', 0))
  await round()
  expect([await sentIn(first.id), await sentIn(second.id)]).toEqual([[], ['few-0']])
  await ada.setAll([first.id, second.id], 'closed')
})

test('MAN-06 MAN-10 a return becomes the texts of the shards and completes the project; what does not match is listed', async () => {
  await meetingOf('back', shards('back', 2))
  const { id } = await ada.create(asked('back'))
  expect((await returnFiles(id, [])).status).toBe(409)
  await ada.set(id, 'ready')
  await round()
  const half = await returnFiles(id, [
    { name: 'texts/back-0.txt', content: 'What was\nreally said' },
    { name: 'texts/back-9.txt', content: 'of nobody' },
    { name: 'back-1.json', content: '{"speech": 1}' },
    { name: 'notes.pdf', content: '' },
  ])
  expect(half.body).toMatchObject({
    file: 'back.zip',
    returned_by: 'ada@example.com',
    received: 1,
    unmatched: [
      { name: 'texts/back-9.txt', reason: 'names no shard of this project' },
      { name: 'back-1.json', reason: 'has no field transcript' },
      { name: 'notes.pdf', reason: 'is not a .txt or .json transcript' },
    ],
    unmatched_total: 3,
  })
  expect(await ada.get(id)).toMatchObject({ status: 'processing', train_ms_received: 6_000 })
  const rest = await returnFiles(id, [{ name: 'back-1.json', content: '{"transcript": "The other one"}' }])
  expect(rest.body.received).toBe(1)
  expect(await ada.get(id)).toMatchObject({ status: 'completed', train_ms_received: 12_000 })
  const store = new ShardsStore(server.app.database.kysely)
  expect((await store.find('back-0'))?.human).toMatchObject({
    text: 'What was really said',
    by: 'ada@example.com',
    source: 'vendor',
  })
  const { body } = await ada.call<ManuscriptActivity>(projectActivity, { params: { id } })
  const day = new Date().toISOString().slice(0, 10)
  expect(body.days).toEqual([{ day, sent_ms: 12_000, received_ms: 12_000 }])
  expect(body.returns.map(({ received }) => received)).toEqual([1, 1])
  expect(body.changes.map(({ what }) => what)).toEqual(['status ready', 'created'])
})

test('MAN-10 what a return adds is kept by a round that counts at the same time', async () => {
  await meetingOf('race', shards('race', 2))
  const project = await ada.create(asked('race'))
  await ada.set(project.id, 'ready')
  await round()
  const id = Number(project.id)
  const { kysely } = server.app.database
  const store = new ProjectShardsStore(kysely)
  let counting: Promise<boolean> | undefined
  await kysely.transaction().execute(async tx => {
    await tx
      .updateTable('manuscript_shard')
      .set({ received_at: new Date() })
      .where('project_id', '=', id)
      .execute()
    await tx
      .updateTable('manuscript_project')
      .set({ train_ms_received: 12_000 })
      .where('id', '=', id)
      .execute()
    counting = store.receive(id, [])
    await vi.waitFor(async () => {
      const { rows } = await sql<{ waiting: boolean }>`
        select exists (select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%manuscript_project%') as waiting`.execute(kysely)
      expect(rows[0]!.waiting).toBe(true)
    })
  })
  await counting
  expect(await ada.get(project.id)).toMatchObject({ status: 'completed', train_ms_received: 12_000 })
})

test('MAN-10 dummyvendor returns by itself what an earlier round sent', async () => {
  await meetingOf('dummy', shards('dummy', 3))
  const { id } = await ada.create(asked('dummy', { vendor: 'dummyvendor', train_ms_required: 15_000 }))
  await ada.set(id, 'ready')
  await expect.poll(async () => (await ada.get(id)).status, { timeout: 120_000 }).toBe('completed')
  expect(await ada.get(id)).toMatchObject({ train_ms_sent: 18_000, train_ms_received: 18_000 })
  expect((await new ShardsStore(server.app.database.kysely).find('dummy-0'))?.human).toMatchObject({
    by: 'dummyvendor',
    source: 'vendor',
  })
})

test('MAN-08 what is to be sent is a zip by an address that opens without a bearer', async () => {
  const list = shards('zip', 2)
  const meetingId = await meetingOf('zip', list)
  const store = new ShardsStore(server.app.database.kysely)
  for (const { storageKey } of await store.ofMeeting(meetingId))
    await server.app.storage.put(storageKey, Buffer.from('fLaC sound'))
  const { id } = await ada.create(asked('zip'))
  await ada.set(id, 'ready')
  await round()
  const { body } = await ada.call<{ url: string }>(projectPackage, { params: { id } })
  const answer = await fetch(server.url + body.url)
  expect(answer.headers.get('content-disposition')).toContain(`manuscript__${id}__captionmax.zip`)
  const bytes = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  for (const part of ['audio/zip-0.flac', 'audio/zip-1.flac', 'fLaC sound', 'manifest.jsonl', 'README.txt'])
    expect(bytes).toContain(part)
  expect((await fetch(server.url + body.url.replace(/signature=.*/, 'signature=x'))).status).toBe(401)
})
