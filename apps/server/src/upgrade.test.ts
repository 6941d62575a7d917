import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { liveAddress } from '@livetap/contract/calls/live-meetings'
import { recentMeetings } from '@livetap/contract/calls/meetings'
import { getTranscript, listHighlights } from '@livetap/contract/calls/transcripts'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LiveClient } from './modules/live-room/testing/live-client'
import { PipelineClient } from './modules/pipeline/testing/pipeline-client'
import { scriptedTools } from './modules/pipeline/testing/scripted-tools'
import { humWav } from './modules/pipeline/testing/test-sound'
import { migrate } from './platform/db/migrate'
import { migrations } from './platform/db/migrations'
import { createLog } from './platform/log/log'
import type { TestCall } from './testing/call-endpoint'
import { emptyDatabase } from './testing/database/test-database'
import { testServer } from './testing/test-server'

/** The migrations of 0.1.0 with a digest of each: what was released is never edited. */
const released: Record<string, string> = {
  '0001-events': 'ef8439a5e751fb51',
  '0002-sign-on': '47e4e270ccb66bf6',
  '0010-meetings': '907dd9f44f34a1fa',
  '0011-uploads': '9dd572a503324314',
  '0012-transcripts': 'd0777abec822f743',
  '0020-pipeline': '9a800ddef001d4da',
  '0021-samples': '852bda67873f8e27',
  '0022-open-runs': 'c50a42514bf1643e',
  '0030-live': '527f4d8b50699f85',
}

const ofRelease = migrations.filter(({ id }) => id in released)

/** As a server of 0.1.0 left it when it was killed: a past meeting, a recording under way, and a live meeting. */
const rows = `
  insert into meeting (id, title, host_user_id, host_email, site_id, site_name, source, region, enable_ensemble, sharder,
      trainable_shard_percent, status, started_at, ended_at, duration_ms, recording_key, recording_name) values
    ('past-us', 'Weekly', 'user-1', 'a@example.com', '1', 'cisco_webex', 'livetap', 'us', true, 'vadmarker', 50,
      'CallEnded', '2026-01-05T10:00:00Z', '2026-01-05T10:07:30Z', 60000, 'meetings/past-us/recording.wav', 'weekly.wav'),
    ('half-us', 'Half done', 'user-1', 'a@example.com', '1', 'cisco_webex', 'upload', 'us', true, 'vadmarker', 0,
      'processing', '2026-01-06T10:00:00Z', null, null, 'meetings/half-us/recording.wav', 'half.wav'),
    ('live-us', 'Still on', 'user-1', 'a@example.com', '1', 'cisco_webex', 'livetap', 'us', true, 'vadmarker', 0,
      'CallStarted', now() - interval '5 minutes', null, null, null, '');
  insert into utterance (id, meeting_id, start_ms, end_ms, text, words, csis, speaker_ids, speaker_segments, transcript_type, language_code)
    values ('u-1', 'past-us', 0, 1500, 'we ship on Friday', '[["we",0,300],["ship",300,700],["on",700,900],["Friday",900,1500]]',
      '[1]', '["speaker-1"]', '[["speaker-1","we ship on Friday"]]', 'final', 'en-US');
  insert into speaker_name (meeting_id, speaker_id, name, renamed_by) values ('past-us', 'speaker-1', 'Ada', 'user-1');
  insert into highlight (meeting_id, id, start_ms, end_ms, text, csis, source, label, trigger_type)
    values ('past-us', 'h-1', 0, 1500, 'we ship on Friday', '[1]', 'manual', '', 'manual');
  insert into shard (id, meeting_id, storage_key, start_offset_ms, end_offset_ms, csi, speaker_ids, transcript, words, transcript_type,
      language_code, language_inferred)
    values ('s-1', 'past-us', 'meetings/past-us/shards/s-1.flac', 0, 1500, 1, '["speaker-1"]', 'we ship on Friday', '[]', 'final', 'en-US', false);
  insert into fleet_worker (id, cluster, region, capacity, running, host) values ('old-host-17-ab', 'local', 'us', 1, 1, 'old-host');
  insert into pipeline_run (meeting_id, state, worker_id, token, started_at)
    values ('half-us', 'running', 'old-host-17-ab', gen_random_uuid(), now());
  insert into live_meeting (meeting_id, custom_phrases, node_id, node_url, node_seen_at, seq_reserved)
    values ('live-us', '[]', 'old-host:/data', 'ws://old-host:8080', now(), 100);
  insert into live_event (meeting_id, seq, type, message) values ('live-us', 7, 'chimes_disabled', '{"type":"chimes_disabled","seq":7}');
  insert into log_event (meeting, metric, service, pod, time, fields)
    values ('live-us', 'monitoring-voicea-client-up', 'vmc', 'old-host', now(), '{"message":"up","timestamp":"x"}');
  insert into ledger_event (meeting, name, time, fields) values
    ('past-us', 'meeting_created', '2026-01-05T10:00:00Z', '{"host":"a@example.com"}'),
    ('past-us', 'meeting_ended', '2026-01-05T10:01:00Z', '{"reason":"dropped"}');
`

test('what 0.1.0 released is in its place, unchanged, before everything newer', () => {
  expect(migrations.slice(0, ofRelease.length)).toEqual(ofRelease)
  const digest = (sql: string) => createHash('sha256').update(sql).digest('hex').slice(0, 16)
  expect(Object.fromEntries(ofRelease.map(({ id, sql }) => [id, digest(sql)]))).toEqual(released)
})

test('a data folder and a database of 0.1.0 upgrade: the past is read, a recording goes on, a live meeting is joined', async () => {
  const { url, drop } = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'livetap-upgrade-'))
  onTestFinished(async () => {
    await drop()
    await rm(folder, { recursive: true, force: true })
  })
  await migrate(url, ofRelease, createLog('silent'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(rows)
  await client.end()
  for (const id of ['past-us', 'half-us']) {
    const path = join(folder, 'storage', 'meetings', id, 'recording.wav')
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, humWav(5))
  }

  const server = await testServer({
    env: { DATABASE_URL: url, LIVETAP_DATA: folder },
    speech: scriptedTools(),
    nodeTimes: { heartbeatMs: 100, silentMs: 1_000 },
  })
  const console = new PipelineClient(server)
  const json = async (endpoint: Endpoint, input: TestCall) =>
    JSON.stringify(await (await console.call(endpoint, input)).json())
  const past = { params: { id: 'past-us' } }

  expect(await json(getTranscript, past)).toContain('Friday')
  expect(await json(getTranscript, past)).toContain('Ada')
  expect(await json(listHighlights, past)).toContain('h-1')
  expect(await json(recentMeetings, { query: { recent: 10 } })).toContain('Weekly')
  // 0.1.0 kept the moment at which the recording had been processed.
  expect((await console.meeting('past-us')).end).toBe('2026-01-05T10:01:00.000Z')
  await vi.waitFor(async () => expect((await console.meeting('half-us')).status).toBe('CallEnded'))
  expect(await json(getTranscript, { params: { id: 'half-us' } })).toContain('hello')

  const address = JSON.parse(
    await json(liveAddress, { params: { id: 'live-us' }, query: { client_id: 'client-0001' } }),
  ) as { live_addr: string }
  const joined = await LiveClient.open('live-us', address.live_addr, 0)
  await joined.until('chimes_disabled')
  joined.close()
  const { ledger } = server.app.events
  await vi.waitFor(
    async () => expect(await ledger.verify('past-us')).toEqual({ meeting: 'past-us', events: 2, breaks: [] }),
    60_000,
  )
  expect((await ledger.of('past-us')).map(({ name, number }) => [name, number])).toEqual([
    ['meeting_created', 1],
    ['meeting_ended', 2],
  ])
  const kept = await server.app.database.pool.query(
    'select message, fields from log_event where metric = $1',
    ['monitoring-voicea-client-up'],
  )
  expect(kept.rows).toEqual([{ message: 'up', fields: { timestamp: 'x' } }])
  await server.close()
})
