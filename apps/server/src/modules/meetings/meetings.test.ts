import { meetingDetailSchema, recentMeetingsAnswerSchema, statusAnswerSchema } from '@livetap/contract'
import {
  changeProcessing,
  deleteMeeting,
  getMeeting,
  meetingDeletion,
  meetingStatus,
  recentMeetings,
  renameMeeting,
} from '@livetap/contract/calls/meetings'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callEndpoint, type TestCall } from '../../testing/call-endpoint'
import { pastMeeting, utteranceAt } from '../../testing/meetings/past-meeting'
import { RecordedProcessing } from '../../testing/meetings/recorded-processing'
import { type TestServer, testServer } from '../../testing/test-server'
import type { Meeting } from './meeting'
import { meetingFiles } from './meeting-files'
import { completeSuffixes, newMeetingId, suffixOfRegion } from './meeting-id'

let server: TestServer
let processing: RecordedProcessing
let headers: { authorization: string }
beforeAll(async () => {
  processing = new RecordedProcessing()
  server = await testServer({ processing })
  headers = server.bearer({ userName: 'owner@example.com' })
})
afterAll(() => server.close())

const call = (endpoint: Endpoint, input: TestCall = {}) =>
  callEndpoint(server.url, endpoint, { headers, ...input })

describe('ids', () => {
  const suffixes = { us1: 'us', eu: 'europe' }

  test('end in the suffix of their region', () => {
    const id = newMeetingId(suffixOfRegion(suffixes, 'europe')!)
    expect(id).toMatch(/^[0-9a-f]{32}_eu$/)
  })

  test('a region without a suffix is its own', () => {
    const complete = completeSuffixes(suffixes, ['us', 'asia'])
    expect(complete).toEqual({ us1: 'us', eu: 'europe', asia: 'asia' })
  })
})

describe('the record', () => {
  test('is listed newest first with its speakers, and answered in full', async () => {
    const older = await pastMeeting(server)
    const newer = await pastMeeting(server, {
      utterances: [
        utteranceAt(0, 'hello there', { speakerIds: ['1', '2'] }),
        utteranceAt(500, 'and again', { speakerIds: ['2'] }),
        utteranceAt(900, 'so do I', { speakerIds: ['3'] }),
      ],
    })
    const { meetings } = recentMeetingsAnswerSchema.parse(
      await (await call(recentMeetings, { query: { recent: 2 } })).json(),
    )
    expect(meetings.map(one => one.id)).toEqual([newer, older])
    expect(meetings.map(one => one.speakers)).toEqual([3, 0])
    const detail = meetingDetailSchema.parse(await (await call(getMeeting, { params: { id: newer } })).json())
    expect(detail).toEqual({
      id: newer,
      title: 'Planning',
      host: 'user@example.com',
      site: 'cisco_webex',
      number: '123456789',
      region: 'us',
      source: 'upload',
      status: 'CallEnded',
      stage: '',
      progress: 0,
      error: null,
      start: '2026-03-04T05:06:07.000Z',
      duration: 90_000,
      end: '2026-03-04T05:07:37.000Z',
      recording: 'audio',
      speakers: 3,
      languages: ['en'],
      transcripts_count: 3,
      highlights_count: 0,
      restricted: false,
      may: expect.arrayContaining(['meeting.read', 'meeting.edit', 'meeting.share']),
    })
    expect(
      statusAnswerSchema.parse(await (await call(meetingStatus, { params: { id: newer } })).json()).status,
    ).toBe('CallEnded')
  })

  test('counts what was said in it by the indexes of its lines and highlights', async () => {
    const id = await pastMeeting(server, {
      utterances: [
        utteranceAt(0, 'un deux trois quatre cinq', { speakerIds: ['1'], languageCode: 'fr-FR' }),
        utteranceAt(900, 'and in English', { speakerIds: ['1', '2'], languageCode: 'en-GB' }),
        utteranceAt(1800, 'without a voice', { speakerIds: [], speakerSegments: [], csis: [7] }),
        utteranceAt(2700, 'of no one', { speakerIds: [], speakerSegments: [], csis: [], languageCode: '' }),
      ],
      highlights: [
        {
          id: 'h1',
          startMs: 0,
          endMs: 500,
          text: 'un',
          csis: [1],
          source: 'eva',
          label: 'decision',
          trigger: { type: 'eva' },
          createdBy: null,
        },
      ],
    })
    expect(await (await call(getMeeting, { params: { id } })).json()).toMatchObject({
      speakers: 3,
      languages: ['en', 'fr'],
      transcripts_count: 4,
      highlights_count: 1,
    })
    // A change is answered without them: nothing is counted that no one asks for.
    const renamed = await call(renameMeeting, { params: { id }, body: { title: 'Counted' } })
    expect(await renamed.json()).not.toHaveProperty('transcripts_count')
  })

  test('is found by its id, its number, its host, or a time at which it ran', async () => {
    const id = await pastMeeting(server)
    const { store } = server.app.meetings
    await store.create({
      ...(await store.find(id))!,
      recordingBytes: 0,
      id: 'found_us',
      number: '7%_7',
      hostEmail: 'Eve.Smith@example.org',
      status: 'CallStarted',
      startedAt: new Date('2025-01-02T10:00:00Z'),
    })
    const found = async (query: Record<string, string>) => {
      const answer = await call(recentMeetings, { query: { recent: 200, ...query } })
      return recentMeetingsAnswerSchema.parse(await answer.json()).meetings.map(one => one.id)
    }
    // Words in any order, each somewhere in the record.
    for (const find of ['found_us', '7%_', 'eve.smith', 'smith  plan'])
      expect([find, await found({ find })]).toEqual([find, ['found_us']])
    expect(await found({ find: id })).toEqual([id])
    expect(await found({ find: 'nobody' })).toEqual([])
    expect(await found({ find: 'planning nobody' })).toEqual([])
    // It runs: it has no end yet. The other ran for 90 seconds.
    expect(await found({ from: '2025-01-02T12:00:00Z', to: '2025-01-02T12:01:00Z' })).toEqual(['found_us'])
    expect(await found({ to: '2025-01-02T09:59:59Z' })).toEqual([])
    expect(await found({ from: '2026-03-04T05:07:00Z', to: '2026-03-04T05:07:30Z' })).toContain(id)
    expect(await found({ from: '2026-03-04T05:07:38Z', to: '2026-03-05T00:00:00Z' })).toEqual(['found_us'])
    expect((await call(recentMeetings, { query: { from: 'yesterday' } })).status).toBe(422)
    await store.change('found_us', { status: 'CallEnded' })
  })

  test('is found by its state, and by whether the user hosts it', async () => {
    const { store } = server.app.meetings
    const made = (await store.find(await pastMeeting(server)))!
    const add = (id: string, status: Meeting['status'], hostUserId: string) =>
      store.create({ ...made, recordingBytes: 0, id, status, hostUserId })
    await add('state-live_us', 'CallStarted', 'eve')
    await add('state-made_us', 'processing', 'eve')
    await add('state-failed_us', 'failed', 'ann')
    const found = async (query: Record<string, string>, of = headers) => {
      const answer = await call(recentMeetings, {
        query: { recent: 200, find: 'state-', ...query },
        headers: of,
      })
      return recentMeetingsAnswerSchema.parse(await answer.json()).meetings.map(one => one.id)
    }
    expect(await found({ state: 'live' })).toEqual(['state-live_us'])
    expect(await found({ state: 'transcribing' })).toEqual(['state-made_us'])
    expect(await found({ state: 'failed' })).toEqual(['state-failed_us'])
    expect(await found({ host: 'me' }, server.bearer({ userId: 'ann' }))).toEqual(['state-failed_us'])
    expect(await found({ host: 'me', state: 'live' }, server.bearer({ userId: 'ann' }))).toEqual([])
    expect((await call(recentMeetings, { query: { state: 'sad' } })).status).toBe(422)
    expect((await call(recentMeetings, { query: { host: 'eve' } })).status).toBe(422)
    await store.change('state-live_us', { status: 'CallEnded' })
    await store.change('state-made_us', { status: 'CallEnded' })
  })

  test('gets another title, with its spaces trimmed', async () => {
    const id = await pastMeeting(server)
    const rename = (title: string, of = id) => call(renameMeeting, { params: { id: of }, body: { title } })
    expect(await (await rename('  Retrospective ')).json()).toMatchObject({ title: 'Retrospective' })
    expect(await (await call(getMeeting, { params: { id } })).json()).toMatchObject({
      title: 'Retrospective',
    })
    expect((await rename('x'.repeat(301))).status).toBe(422)
    expect((await rename('x', 'no-such-meeting')).status).toBe(404)
  })

  test('a new title leaves a trace of who gave it', async () => {
    const id = await pastMeeting(server)
    await call(renameMeeting, { params: { id }, body: { title: 'Retrospective' } })
    await call(renameMeeting, { params: { id }, body: { title: 'Retrospective' } })
    await server.app.events.recorder.written()
    expect(await server.app.events.ledger.of(id)).toMatchObject([
      { name: 'meeting_renamed', fields: { renamed_by: 'owner@example.com' } },
    ])
  })

  test.each([0, 1000, 'x'])('refuses a list of %s', async recent => {
    expect((await call(recentMeetings, { query: { recent } })).status).toBe(422)
  })

  test('an unknown one is 404 on every path', async () => {
    const params = { id: 'x_us' }
    for (const endpoint of [getMeeting, meetingStatus, deleteMeeting])
      expect((await call(endpoint, { params })).status).toBe(404)
    for (const action of ['cancel', 'retry'])
      expect((await call(changeProcessing, { params: { ...params, action } })).status).toBe(404)
  })

  test('status, record and list tell one progress of the whole processing, with the stage and its number', async () => {
    const id = await pastMeeting(server)
    await server.app.meetings.store.change(id, {
      status: 'processing',
      stage: 'recognition',
      progress: 50,
    })
    const expected = {
      status: 'processing',
      stage: 'recognition',
      progress: 0.42,
      stage_number: 5,
      stage_count: 10,
      error: null,
    }
    expect(await (await call(meetingStatus, { params: { id } })).json()).toEqual(expected)
    expect(await (await call(getMeeting, { params: { id } })).json()).toMatchObject(expected)
    const { meetings } = (await (await call(recentMeetings, { query: { recent: 200 } })).json()) as {
      meetings: { id: string }[]
    }
    expect(meetings.find(meeting => meeting.id === id)).toMatchObject(expected)
  })
})

describe('processing', () => {
  test('is cancelled while it runs and retried once it failed, by whom is recorded', async () => {
    const id = await pastMeeting(server)
    const { store } = server.app.meetings
    expect((await call(changeProcessing, { params: { id, action: 'cancel' } })).status).toBe(409)
    await store.change(id, { status: 'processing', recordingKey: `meetings/${id}/recording.wav` })
    expect((await call(changeProcessing, { params: { id, action: 'retry' } })).status).toBe(409)
    expect((await call(changeProcessing, { params: { id, action: 'cancel' } })).status).toBe(200)
    await store.change(id, { status: 'failed', error: 'cancelled' })
    expect((await call(changeProcessing, { params: { id, action: 'retry' } })).status).toBe(200)
    expect([processing.cancelled, processing.retried]).toEqual([[id], [id]])
    expect((await call(changeProcessing, { params: { id, action: 'explode' } })).status).toBe(422)
    await server.app.events.recorder.written()
    const ledger = await server.app.events.ledger.of(id)
    expect(ledger).toMatchObject([
      { name: 'meeting_ended', fields: { by: 'owner@example.com', reason: 'cancelled' } },
      { name: 'processing_retried', fields: { by: 'owner@example.com' } },
    ])
  })

  test('one whose recording never arrived cannot be retried', async () => {
    const id = await pastMeeting(server)
    await server.app.meetings.store.change(id, { status: 'failed' })
    expect((await call(changeProcessing, { params: { id, action: 'retry' } })).status).toBe(409)
  })
})

describe('removal', () => {
  const left = async (id: string) => {
    const keys: string[] = []
    for await (const { key } of server.app.storage.list(`meetings/${id}/`)) keys.push(key)
    return keys
  }

  test('takes sound, text and files away and keeps the ledger, which says who', async () => {
    const id = await pastMeeting(server, { audio: Buffer.from('x'), utterances: [utteranceAt(0, 'a b')] })
    await server.app.storage.put(meetingFiles.shard(id, 's1'), Buffer.from('s'))
    server.app.events.recorder.of(id).ledger('recordingUploaded', { bytes: 1 })
    expect((await call(deleteMeeting, { params: { id } })).status).toBe(204)
    expect((await call(getMeeting, { params: { id } })).status).toBe(404)
    expect(await left(id)).toEqual([])
    await server.app.events.recorder.written()
    const { pool } = server.app.database
    const ledger = await pool.query('select name from ledger_event where meeting = $1 order by id', [id])
    expect(ledger.rows).toEqual([{ name: 'recording_uploaded' }, { name: 'meeting_deleted' }])
    const logs = await pool.query('select metric, fields from log_event where meeting = $1', [id])
    expect(logs.rows).toMatchObject([
      { metric: 'monitoring-meeting-delete-wrapi', fields: { deleted_by: 'somebody' } },
    ])
    const text = await pool.query('select 1 from utterance where meeting_id = $1', [id])
    expect(text.rows).toEqual([])
  })

  test('its log entries lose people’s names and e-mail addresses, and other meetings’ keep theirs', async () => {
    const [id, other] = [await pastMeeting(server), await pastMeeting(server)]
    const { recorder } = server.app.events
    for (const record of [recorder.of(id), recorder.of(other)]) {
      record.log('clientJoined', { name: 'Grace Hopper' })
      record.log('hangUpReason', { meeting_end_reason: 'dropped', by: 'grace@example.com' })
      record.log('meetingEndReason', {
        meeting_end_reason: 'failed',
        error: 'mail to <grace.h+x@mail.example.com> failed',
      })
      record.log('livePodName', { pod_name: 'node-1' })
    }
    expect((await call(deleteMeeting, { params: { id } })).status).toBe(204)
    // A process that wrote late: the sweep finds it.
    recorder.of(id).log('clientJoined', { name: 'Grace Hopper' })
    await recorder.written()
    const { pool } = server.app.database
    await pool.query(`update deleted_meeting set deleted_at = now() - interval '2 hours' where id = $1`, [id])
    await server.app.meetings.removal.sweep()
    const rowsOf = async (meeting: string) =>
      (await pool.query('select message, fields from log_event where meeting = $1 order by id', [meeting]))
        .rows
    const rows = await rowsOf(id)
    expect(JSON.stringify(rows)).not.toMatch(/grace|hopper|@/i)
    expect(rows.map(({ message }) => message)).toEqual([
      'successfully joined meeting, first sound of somebody',
      'somebody hung up',
      'meeting ended: failed: mail to <somebody> failed',
      'recognized live in node-1',
      'meeting deleted by somebody',
      'successfully joined meeting, first sound of somebody',
    ])
    expect(JSON.stringify(await rowsOf(other))).toMatch(/Grace Hopper.*grace@example.com/)
  })

  test('retention removes what ended too long ago and nothing else', async () => {
    const { removal, store } = server.app.meetings
    const day = 86_400_000
    const [old, young, running] = [
      await pastMeeting(server),
      await pastMeeting(server),
      await pastMeeting(server),
    ]
    // An old recording that was uploaded today.
    const uploaded = await pastMeeting(server)
    await store.change(old, { endedAt: new Date(Date.now() - 31 * day) })
    await store.change(young, { endedAt: new Date(Date.now() - 29 * day) })
    await store.change(running, { endedAt: new Date(Date.now() - 31 * day), status: 'processing' })
    await store.change(uploaded, { endedAt: new Date(Date.now() - 400 * day) })
    await server.app.database.pool.query(
      `update meeting set created_at = now() - interval '32 days' where id = any($1)`,
      [[old, young, running]],
    )
    expect(await removal.removeOlderThan(30)).toBe(1)
    const statuses = await Promise.all(
      [old, young, running, uploaded].map(async id => (await call(getMeeting, { params: { id } })).status),
    )
    expect(statuses).toEqual([404, 200, 200, 200])
    const deletion = await call(meetingDeletion, { params: { id: old } })
    expect(await deletion.json()).toEqual({ deleted_at: expect.any(String), reason: 'retention' })
  })

  test('when a meeting was deleted and by whom stays known', async () => {
    const id = await pastMeeting(server)
    expect((await call(meetingDeletion, { params: { id } })).status).toBe(404)
    const before = Date.now()
    await call(deleteMeeting, { params: { id } })
    const answer = await call(meetingDeletion, { params: { id } })
    const deletion = (await answer.json()) as { deleted_at: string }
    expect(deletion).toMatchObject({ reason: 'user', deleted_by: 'owner@example.com' })
    // The database has a clock of its own.
    expect(Math.abs(Date.parse(deletion.deleted_at) - before)).toBeLessThan(60_000)
  })

  test('files that a late writer leaves behind are swept', async () => {
    const id = await pastMeeting(server)
    await call(deleteMeeting, { params: { id } })
    await server.app.storage.put(`meetings/${id}/audio.flac`, Buffer.from('late'))
    await server.app.database.pool.query(
      `update deleted_meeting set deleted_at = now() - interval '2 hours' where id = $1`,
      [id],
    )
    await server.app.meetings.removal.sweep()
    expect(await left(id)).toEqual([])
  })
})
