import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArchiveInfo, encodeSyncKey, texts } from '@livetap/contract'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import {
  archiveInfo,
  cancelArchive,
  estimateArchive,
  listArchives,
  requestArchive,
} from '@livetap/contract/calls/training-archives'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '../../../platform/db/migrate'
import { migrations } from '../../../platform/db/migrations'
import { createLog } from '../../../platform/log/log'
import { MEDIA_LIFETIME_MS } from '../../../platform/media/media-urls'
import { StorageError } from '../../../platform/storage/storage'
import { readZip } from '../../../platform/zip/read-zip'
import { callEndpoint } from '../../../testing/call-endpoint'
import { emptyDatabase } from '../../../testing/database/test-database'
import { type TestServer, testServer } from '../../../testing/test-server'
import { meetingFiles } from '../../meetings'
import type { NewShard } from '../shards/shard'
import { ShardEditsStore } from '../shards/shard-edits.store'
import { ShardsStore } from '../shards/shards.store'
import { shardAt, trainableMeeting } from '../testing/trainable-meeting'
import { ArchivesStore } from './archives.store'
import { readNemoManifest, readRttm } from './testing/published-formats'

const limits = { entries: 1_000, entryBytes: 2 ** 24, totalBytes: 2 ** 28 }

/** Half a second of a tone, differing by its frequency. */
function tone(frequency: number): Int16Array {
  return Int16Array.from(
    { length: 8_000 },
    (_, at) => 8_000 * Math.sin((at * frequency * 2 * Math.PI) / 16_000),
  )
}

/** A meeting whose shards have sound in the storage. */
async function meetingWithSound(
  { app }: TestServer,
  name: string,
  texts: readonly string[],
  more: Partial<NewShard>[] = [],
) {
  const shards = texts.map((text, at) => shardAt(at * 10_000, text, { id: `${name}-${at}`, ...more[at] }))
  const meetingId = await trainableMeeting(app.database.kysely, { shards })
  for (const [at, { id }] of shards.entries()) {
    const file = join(app.config.dataDir, `${id}.flac`)
    await app.media.encodeFlac(tone(200 + 100 * at), file)
    await app.storage.put(meetingFiles.shard(meetingId, id), await readFile(file))
  }
  return meetingId
}

const calls = (server: TestServer) => {
  const headers = server.bearer({ userName: 'trainer@example.com' })
  const asked = async (answer: Promise<Response>) => (await (await answer).json()) as ArchiveInfo
  const info = (request_id: string) =>
    asked(callEndpoint(server.url, archiveInfo, { headers, params: { request_id } }))
  return {
    headers,
    info,
    /** As it is when no one packs it any more. */
    ended: (request_id: string) =>
      vi.waitUntil(async () => {
        const found = await info(request_id)
        return found.status !== 'zip-processing' && found
      }),
    request: (request_id: string, filter: object = {}) =>
      asked(
        callEndpoint(server.url, requestArchive, {
          headers,
          body: { client_region: 'us', request_id, ...filter },
        }),
      ),
    cancel: (request_id: string) =>
      callEndpoint(server.url, cancelArchive, { headers, params: { request_id } }),
    estimate: async (filter: object) =>
      (
        await callEndpoint(server.url, estimateArchive, { headers, body: { client_region: 'us', ...filter } })
      ).json(),
    list: async () =>
      (
        (await (
          await callEndpoint(server.url, listArchives, { headers, query: { client_region: 'us' } })
        ).json()) as { archives: ArchiveInfo[] }
      ).archives,
  }
}

async function entriesOf(zip: Buffer, folder: string): Promise<Map<string, Buffer>> {
  const path = join(folder, 'downloaded.zip')
  await writeFile(path, zip)
  const found = new Map<string, Buffer>()
  for await (const entry of readZip(path, limits)) found.set(entry.name, await entry.read())
  return found
}

test('TRN-06 TRN-10 an archive is estimated, packed, downloaded by a signed link, and its manifest and RTTM are read by loaders of the published formats', async () => {
  const server = await testServer()
  const { app, url } = server
  const twoSpeakers = {
    speakerIds: ['1', '2'],
    turns: [
      { speakerId: '2', startMs: 0, endMs: 400 },
      { speakerId: '1', startMs: 500, endMs: 1_400 },
    ],
  }
  const said = ['one two', 'three four five', 'unusable one']
  const meetingId = await meetingWithSound(server, 'a', said, [{}, twoSpeakers])
  const api = calls(server)
  const shards = new ShardsStore(app.database.kysely)
  const edits = new ShardEditsStore(app.database.kysely)
  const by = 'trainer@example.com'
  const shard = async (at: number) => (await shards.find(`a-${at}`))!
  await edits.record(await shard(0), 0, { text: 'one two corrected', by, source: 'trainer' })
  await edits.mark(await shard(2), 'Noise', by, new Date())
  expect(await api.estimate({})).toMatchObject({ count: 2, length_ms: 2_500 })
  expect(await api.estimate({ max_total_shards_ms: 1_200 })).toMatchObject({ count: 1, length_ms: 1_000 })
  expect(await api.estimate({ has_human_transcript: true })).toMatchObject({ count: 1 })
  expect(await api.estimate({ min_length_ms: 1_500, language: 'en' })).toMatchObject({ count: 1 })
  expect(await api.estimate({ site_name: 'elsewhere' })).toMatchObject({ count: 0, bytes: 0 })
  const far = encodeSyncKey({ evaluation: false, seconds: 99_999_999_999, id: '' })
  expect(await api.estimate({ sync_key: far })).toMatchObject({ count: 0 })
  for (const rest of ['', '#', '#a#b', '#\0', `#${'x'.repeat(600)}`])
    expect(await api.estimate({ sync_key: btoa(`t_99999999999${rest}`) }), rest).toMatchObject({ count: 0 })
  expect(await api.estimate({ sync_key: 'no key', source: '' })).toMatchObject({ count: 2 })

  const first = await api.request('r1', { language: 'en', end_time: '' })
  expect(first).toMatchObject({
    request_id: 'r1',
    client_region: 'us',
    status: 'zip-processing',
    url: null,
    total: 2,
  })
  const done = await api.ended('r1')
  expect(done).toMatchObject({ status: 'zip-completed', count: 2, length_ms: 2_500, error: null })
  expect(await api.request('r1', { language: 'en' })).toMatchObject({ status: 'zip-completed' })
  expect(await api.list()).toMatchObject([{ request_id: 'r1', requested_by: 'user@example.com' }])
  expect((await api.cancel('r1')).status).toBe(409)
  expect((await api.cancel('nobody')).status).toBe(404)

  const download = await fetch(url + done.url)
  expect(download.headers.get('content-disposition')).toMatch(/utterances__us__.*\.zip/)
  expect((await fetch(url + done.url!.replace(/\?.*/, ''))).status).toBe(401)
  const zip = Buffer.from(await download.arrayBuffer())
  expect(zip.length).toBe(done.bytes)
  const files = await entriesOf(zip, app.config.dataDir)
  const lines = readNemoManifest(String(files.get('manifest.jsonl')))
  expect(lines.map(({ text, duration }) => [text, duration])).toEqual([
    ['one two corrected', 1],
    ['three four five', 1.5],
  ])
  expect(lines[0]).toMatchObject({
    meeting_id: meetingId,
    lang: 'en-US',
    split: 'train',
    text_source: 'trainer',
  })
  const turns = readRttm(String(files.get('speakers.rttm')))
  // Who speaks when, where that is known; the whole shard else.
  expect(turns).toMatchObject([
    { file: 'a-0', start: 0, duration: 1, speaker: `${meetingId}_1` },
    { file: 'a-1', start: 0, duration: 0.4, speaker: `${meetingId}_2` },
    { file: 'a-1', start: 0.5, duration: 0.9, speaker: `${meetingId}_1` },
  ])
  for (const { audio_filepath } of lines) {
    const sound = files.get(audio_filepath)!
    const path = join(app.config.dataDir, 'heard.flac')
    await writeFile(path, sound)
    expect(await app.media.probe({ path, ending: '.flac' })).toMatchObject({ durationMs: 500 })
    const sum = createHash('sha256').update(sound).digest('hex')
    expect(String(files.get('SHA256SUMS'))).toContain(`${sum}  ${audio_filepath}\n`)
  }
  const readme = String(files.get('README.txt'))
  expect(readme).toContain('language: en')
  expect(readme).toContain(createHash('sha256').update(files.get('manifest.jsonl')!).digest('hex'))
  expect([...files.keys()].sort()).toEqual([
    'README.txt',
    'SHA256SUMS',
    'audio/a-0.flac',
    'audio/a-1.flac',
    'manifest.jsonl',
    'speakers.rttm',
  ])
  expect((await readdir(join(app.config.dataDir, 'scratch', app.identity.pod)).catch(() => [])).length).toBe(
    0,
  )
})

test('TRN-06 an archive is cancelled while it is packed; shards of a meeting that is deleted meanwhile are not in it', async () => {
  let goOn: () => void = () => undefined
  let reached: () => void = () => undefined
  const hold = new Map<string, Promise<void>>()
  const holding = (id: string) => {
    const isReached = new Promise<void>(resolve => {
      reached = resolve
    })
    hold.set(id, new Promise(resolve => (goOn = resolve)))
    return isReached
  }
  const server = await testServer({
    async archiveWatch(requestId) {
      const held = hold.get(requestId)
      if (!held) return
      reached()
      await held
      hold.delete(requestId)
    },
  })
  const { app } = server
  const gone = await meetingWithSound(server, 'gone', ['to be deleted'])
  await meetingWithSound(server, 'kept', ['to be kept'])
  const api = calls(server)

  const cancelled = holding('c1')
  await api.request('c1')
  await cancelled
  expect((await api.cancel('c1')).status).toBe(200)
  goOn()
  expect(await api.info('c1')).toMatchObject({ status: 'zip-cancelled', url: null })

  const deleted = holding('d1')
  await api.request('d1')
  await deleted
  const removal = { headers: api.headers, params: { id: gone } }
  expect((await callEndpoint(server.url, deleteMeeting, removal)).ok).toBe(true)
  goOn()
  const done = await api.ended('d1')
  expect(done).toMatchObject({ status: 'zip-completed', count: 1 })
  const files = await entriesOf(
    Buffer.from(await (await fetch(server.url + done.url)).arrayBuffer()),
    app.config.dataDir,
  )
  expect(String(files.get('manifest.jsonl'))).not.toContain('to be deleted')
  const stored = async () => {
    const keys = []
    for await (const { key } of app.storage.list('archives/')) keys.push(key)
    return keys
  }
  expect(await stored()).toHaveLength(1)

  // What was packed before a meeting is deleted goes with it; an archive without its shards stays.
  const other = await meetingWithSound(server, 'other', ['of another'])
  await api.request('o1')
  const { url: link } = await api.ended('o1')
  expect((await fetch(server.url + link)).status).toBe(200)
  const headers = api.headers
  expect((await callEndpoint(server.url, deleteMeeting, { headers, params: { id: other } })).ok).toBe(true)
  expect(await api.info('o1')).toMatchObject({
    status: 'zip-failed',
    url: null,
    reason: 'meeting_removed',
    error: expect.stringContaining('was deleted'),
  })
  expect((await fetch(server.url + link)).status).toBe(404)
  expect(await api.info('d1')).toMatchObject({ url: expect.any(String), reason: null, error: null })
  expect((await api.list()).map(({ request_id, status }) => [request_id, status])).toEqual([
    ['o1', 'zip-failed'],
    ['d1', 'zip-completed'],
    ['c1', 'zip-cancelled'],
  ])
  expect(await stored()).toHaveLength(1)
})

test('TRN-06 the link of an archive lives for ten minutes, its file for seven days', async () => {
  const server = await testServer({ nodeTimes: { heartbeatMs: 50, silentMs: 10_000 } })
  const { app } = server
  await meetingWithSound(server, 'aged', ['said once'])
  const api = calls(server)
  const askedAt = Date.now()
  await api.request('e1')
  const { url: link, url_expires_at: until } = await api.ended('e1')
  const expiry = Date.parse(until!)
  expect(expiry).toBeGreaterThanOrEqual(askedAt + MEDIA_LIFETIME_MS)
  expect(expiry).toBeLessThanOrEqual(Date.now() + MEDIA_LIFETIME_MS)
  const { storage_key: key } = await app.database.kysely
    .selectFrom('training_archive')
    .select('storage_key')
    .where('request_id', '=', 'e1')
    .executeTakeFirstOrThrow()
  const aged = async (days: number) =>
    await app.database.pool.query(
      `update training_archive set finished_at = now() - $1 * interval '1 day' where request_id = 'e1'`,
      [days],
    )
  // The next look for archives removes what is too old; one that is packed shows that a look took place.
  await aged(6)
  await api.request('e2')
  await api.ended('e2')
  expect(await app.storage.stat(key!)).toBeDefined()
  await aged(8)
  await vi.waitFor(async () => expect(await app.storage.stat(key!)).toBeUndefined())
  expect(await api.info('e1')).toMatchObject({
    status: 'zip-failed',
    url: null,
    url_expires_at: null,
    reason: 'expired',
    error: expect.stringContaining('7 days'),
  })
  expect((await fetch(server.url + link)).status).toBe(404)
  expect(await api.info('e2')).toMatchObject({ url: expect.any(String) })
})

test('TRN-06 what a worker that died left is packed by another; an archive that fails says why, and so does the log', async () => {
  const lines: string[] = []
  const log = createLog('error', { write: (line: string) => void lines.push(line) })
  const server = await testServer({ log, nodeTimes: { heartbeatMs: 50, silentMs: 10_000 } })
  const { app } = server
  const { kysely } = app.database
  const meetingId = await meetingWithSound(server, 'left', ['left behind'])
  const api = calls(server)
  const store = new ArchivesStore(kysely, { jobs: app.jobs.store })
  const token = randomUUID()
  await app.database.pool.query(
    `with archive as (
       insert into training_archive (request_id, region, filter, status, requested_by, total)
       values ('t1', 'us', '{}', 'zip-processing', 'x', 1))
     insert into job (queue, subject, state, worker_id, token)
     values ('archive', 't1', 'running', 'a pod that died', $1)`,
    [token],
  )
  expect(await api.ended('t1')).toMatchObject({ status: 'zip-completed', count: 1 })
  const late = {
    queue: 'archive',
    subject: 't1',
    workerId: 'a pod that died',
    token,
    takeovers: 0,
    traceparent: null,
  } as const
  const lateEnd = store.complete(late, 'archives/late.zip', none, new Set([meetingId]))
  await expect(lateEnd).rejects.toMatchObject({ reason: 'lost' })

  const path = app.storage.localPath!(meetingFiles.shard(meetingId, 'left-0'))
  await rm(path)
  await mkdir(path)
  await api.request('f1')
  expect(await api.ended('f1')).toMatchObject({
    status: 'zip-failed',
    url: null,
    reason: 'packing_failed',
    error: expect.stringContaining('EISDIR'),
  })
  expect(lines.some(line => line.includes(texts.train.archiveDownloadIssue) && line.includes('f1'))).toBe(
    true,
  )
})

test('TRN-06 an archive whose storage is away for a moment is packed when it is back', async () => {
  let failures = 0
  const server = await testServer({
    archiveWatch() {
      failures += 1
      if (failures === 1) throw new StorageError('unavailable', 'the object storage did not answer')
    },
  })
  await meetingWithSound(server, 'away', ['said once'])
  const api = calls(server)
  await api.request('a1')
  expect(await api.ended('a1')).toMatchObject({ status: 'zip-completed', count: 1, error: null })
  // Once for each time that its shard was packed.
  expect(failures).toBe(2)
})

test('TRN-06 an archive that lost its file in an earlier version has failed, with the reason', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const log = createLog('silent')
  const at = migrations.findIndex(({ id }) => id === '0160-archive-reason')
  await migrate(url, migrations.slice(0, at), log)
  const pool = new pg.Pool({ connectionString: url })
  onTestFinished(() => pool.end())
  await pool.query(
    `insert into training_archive (request_id, region, filter, status, requested_by, storage_key, error) values
       ('kept', 'us', '{}', 'zip-completed', 'x', 'archives/kept.zip', null),
       ('old', 'us', '{}', 'zip-completed', 'x', null, null),
       ('withdrawn', 'us', '{}', 'zip-completed', 'x', null, 'A meeting in it was deleted'),
       ('failed', 'us', '{}', 'zip-failed', 'x', null, 'disk')`,
  )
  await migrate(url, migrations, log)
  const { rows } = await pool.query(
    'select request_id, status, reason, error from training_archive order by request_id',
  )
  expect(rows).toEqual([
    { request_id: 'failed', status: 'zip-failed', reason: 'packing_failed', error: 'disk' },
    { request_id: 'kept', status: 'zip-completed', reason: null, error: null },
    { request_id: 'old', status: 'zip-failed', reason: 'expired', error: expect.any(String) },
    {
      request_id: 'withdrawn',
      status: 'zip-failed',
      reason: 'meeting_removed',
      error: 'A meeting in it was deleted',
    },
  ])
})

const none = { count: 0, lengthMs: 0, bytes: 0 }
