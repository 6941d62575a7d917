import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rename, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  errorBodySchema,
  meetingDetailSchema,
  UPLOAD_CHUNK_BYTES,
  uploadSessionSchema,
} from '@livetap/contract'
import { listConferences } from '@livetap/contract/calls/conferencing'
import { changeProcessing, deleteMeeting } from '@livetap/contract/calls/meetings'
import { createUpload, putPiece } from '@livetap/contract/calls/uploads'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { callEndpoint } from '../../testing/call-endpoint'
import { logMessages } from '../../testing/log-messages'
import { endsOf } from '../../testing/meetings/ends-of'
import { RecordedProcessing } from '../../testing/meetings/recorded-processing'
import { testPrincipal } from '../../testing/test-principals'
import { type TestServer, testServer } from '../../testing/test-server'

let server: TestServer
let processing: RecordedProcessing
let headers: { authorization: string }
beforeAll(async () => {
  processing = new RecordedProcessing()
  server = await testServer({ processing })
})
afterAll(() => server.close())
beforeEach(() => {
  headers = server.bearer()
})

const described = (size: number, more: Record<string, unknown> = {}) => ({
  start_at_utc: '2026-03-04T05:06:07.000Z',
  source: 'phone',
  enable_ensemble: false,
  sharder: 'diarized',
  trainable_shard_percent: 100,
  language: 'fr-FR',
  site_name: 'cisco_webex',
  client_region: 'us',
  file_size: size,
  file_type: 'audio/wav',
  file_name: 'Weekly call.wav',
  ...more,
})

const create = (body: Record<string, unknown>, more: Record<string, string> = {}) =>
  fetch(server.url + pathOf(createUpload), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  })

async function newUpload(size: number) {
  const answer = await create(described(size))
  expect(answer.status).toBe(200)
  return uploadSessionSchema.parse(await answer.json())
}

const put = (url: string, range: string, body: Buffer | undefined, more: Record<string, string> = {}) =>
  fetch(`${server.url}${url}`, {
    method: 'PUT',
    redirect: 'manual',
    headers: { ...headers, 'content-range': range, ...more },
    body: body && new Uint8Array(body),
  })

const description = async (answer: Response) =>
  errorBodySchema.parse(await answer.json()).errors[0]!.description

async function storedBytes(meetingId: string): Promise<Buffer> {
  const meeting = await server.app.meetings.service.get(meetingId)
  return await buffer(await server.app.storage.get(meeting.recordingKey!))
}

describe('upload session', () => {
  test('UPL-01 takes every field and header and answers meeting, address and first range', async () => {
    const askedAt = Date.now()
    const answer = await create(described(UPLOAD_CHUNK_BYTES + 1), {
      'x-recording-size': String(UPLOAD_CHUNK_BYTES + 1),
      'x-recording-type': 'audio/wav',
    })
    const session = uploadSessionSchema.parse(await answer.json())
    expect(session.next_byte_range).toEqual({ start: 0, end: UPLOAD_CHUNK_BYTES - 1 })
    expect(session.meeting_id).toMatch(/^[0-9a-f]{32}_us$/)
    const meeting = await server.app.meetings.service.get(session.meeting_id)
    expect(meeting).toMatchObject({
      title: 'Weekly call',
      hostUserId: 'user-1',
      hostEmail: 'user@example.com',
      siteName: 'cisco_webex',
      source: 'phone',
      region: 'us',
      language: 'fr-FR',
      enableEnsemble: false,
      sharder: 'diarized',
      trainableShardPercent: 100,
      status: 'processing',
      stage: 'upload',
      recordingName: 'Weekly call.wav',
      recordingBytes: UPLOAD_CHUNK_BYTES + 1,
      recordingKey: null,
    })
    // The conferencing side has it as it has a call.
    const query = { meetingNumber: meeting.number }
    const listed = await callEndpoint(server.url, listConferences, { headers, query })
    expect(await listed.json()).toMatchObject({
      items: [{ title: 'Weekly call', hostEmail: 'user@example.com', meetingNumber: meeting.number }],
    })
    // What is logged about the meeting lies around the start that is shown; the client's own date is in the ledger.
    expect(meeting.startedAt.getTime()).toBeGreaterThanOrEqual(askedAt)
    await server.app.events.recorder.written()
    const { pool } = server.app.database
    const ledger = await pool.query(
      'select name, time, fields from ledger_event where meeting = $1 order by id',
      [meeting.id],
    )
    expect(ledger.rows).toMatchObject([
      { name: 'meeting_created', time: meeting.startedAt, fields: { created_at: expect.any(String) } },
      {
        name: 'upload_started',
        fields: { start_at_utc: '2026-03-04T05:06:07.000Z', created_at: expect.any(String) },
      },
    ])
    const logs = await pool.query('select metric, time from log_event where meeting = $1', [meeting.id])
    expect(logs.rows).toEqual([
      { metric: 'monitoring-meeting-creations-wrapi', time: meeting.startedAt },
      { metric: 'upload-opened', time: expect.any(Date) },
    ])
  })

  test.each([
    ['without a source', { source: undefined }, {}, 422, /^source/],
    ['with an invalid date', { start_at_utc: 'yesterday' }, {}, 422, /^start_at_utc/],
    ['with nothing to send', { file_size: 0 }, {}, 422, /^file_size/],
    ['with another sharder', { sharder: 'random' }, {}, 422, /^sharder/],
    ['in an unknown region', { client_region: 'mars' }, {}, 422, /^client_region: must be one of us$/],
    ['whose header disagrees on the size', {}, { 'x-recording-size': '7' }, 422, /^x-recording-size/],
    [
      'whose header disagrees on the type',
      {},
      { 'x-recording-type': 'audio/flac' },
      422,
      /^x-recording-type/,
    ],
    [
      'of a refused ending',
      { file_name: 'notes.txt' },
      {},
      415,
      /^notes\.txt is not accepted: use one of \.wav /,
    ],
    [
      'of an unknown type without a name',
      { file_name: undefined, file_type: 'text/plain' },
      {},
      415,
      /text\/plain/,
    ],
    [
      'whose type is a name of every object',
      { file_name: undefined, file_type: '__proto__' },
      {},
      415,
      /__proto__/,
    ],
    ['that is too large', { file_size: 33 * 1024 ** 3 }, {}, 413, /at most/],
  ])('UPL-01 UPL-07 refuses one %s', async (_what, change, more, status, text) => {
    const before = (await server.app.meetings.service.recent(testPrincipal, 200)).length
    const answer = await create(described(10, change), more as Record<string, string>)
    expect(answer.status).toBe(status)
    expect(await description(answer)).toMatch(text)
    expect(await server.app.meetings.service.recent(testPrincipal, 200)).toHaveLength(before)
  })

  test('UPL-07 says why uploads are off where nothing can decode them', async () => {
    processing.unavailable = 'No ffmpeg was found on this machine'
    const answer = await create(described(10))
    processing.unavailable = undefined
    expect(answer.status).toBe(503)
    // So late that no client waits for it in silence.
    expect(answer.headers.get('retry-after')).toBe('3600')
    expect(await description(answer)).toBe('No ffmpeg was found on this machine')
  })

  test('needs a bearer', async () => {
    headers = { authorization: 'Bearer nobody' }
    expect((await create(described(10))).status).toBe(401)
  })
})

describe('chunks', () => {
  test('UPL-02 UPL-08 308 with the range held while more is wanted, 200 with the meeting at the end', async () => {
    const bytes = randomBytes(2_500_000)
    const { upload_url, meeting_id } = await newUpload(bytes.length)
    const first = await put(upload_url, `bytes 0-999999/${bytes.length}`, bytes.subarray(0, 1_000_000))
    expect([first.status, first.headers.get('range'), first.headers.get('location')]).toEqual([
      308,
      'bytes=0-999999',
      null,
    ])
    expect(first.headers.get('cache-control')).toBe('private, no-store')
    expect(processing.enqueued).not.toContain(meeting_id)
    expect(await server.app.meetings.service.get(meeting_id)).toMatchObject({
      stage: 'upload',
      progress: 40,
    })
    const last = await put(upload_url, `bytes 1000000-2499999/${bytes.length}`, bytes.subarray(1_000_000))
    expect(last.status).toBe(200)
    expect(meetingDetailSchema.parse(await last.json())).toMatchObject({
      id: meeting_id,
      status: 'processing',
      stage: 'queued',
    })
    expect(processing.enqueued.filter(id => id === meeting_id)).toHaveLength(1)
    expect((await storedBytes(meeting_id)).equals(bytes)).toBe(true)
    expect(await logMessages(server, meeting_id)).toEqual([
      expect.stringMatching(/^meeting created/),
      expect.stringMatching(/^upload of 2500000 bytes .* opened$/),
      'upload of 2500000 bytes completed',
    ])
  })

  test('UPL-05 the question how far it got is answered with the range held, or none', async () => {
    const { upload_url } = await newUpload(10)
    const none = await put(upload_url, 'bytes */10', undefined)
    expect([none.status, none.headers.get('range')]).toEqual([308, null])
    await put(upload_url, 'bytes 0-3/10', Buffer.from('0123'))
    const some = await put(upload_url, 'bytes */10', undefined)
    expect([some.status, some.headers.get('range')]).toEqual([308, 'bytes=0-3'])
    await put(upload_url, 'bytes 4-9/10', Buffer.from('456789'))
    const all = await put(upload_url, 'bytes */10', undefined)
    expect(all.status).toBe(200)
  })

  test('UPL-05 a repeated chunk is accepted and an overlap trimmed', async () => {
    const { upload_url, meeting_id } = await newUpload(10)
    await put(upload_url, 'bytes 0-3/10', Buffer.from('0123'))
    const repeated = await put(upload_url, 'bytes 0-3/10', Buffer.from('XXXX'))
    expect([repeated.status, repeated.headers.get('range')]).toEqual([308, 'bytes=0-3'])
    const overlapping = await put(upload_url, 'bytes 2-7/10', Buffer.from('YY4567'))
    expect(overlapping.headers.get('range')).toBe('bytes=0-7')
    expect((await put(upload_url, 'bytes 6-9/10', Buffer.from('ZZ89'))).status).toBe(200)
    expect((await storedBytes(meeting_id)).toString()).toBe('0123456789')
    const late = await put(upload_url, 'bytes 6-9/10', Buffer.from('6789'))
    expect(late.status).toBe(200)
    expect(processing.enqueued.filter(id => id === meeting_id)).toHaveLength(1)
  })

  test('a gap is refused with 416 and the range held', async () => {
    const { upload_url } = await newUpload(10)
    const early = await put(upload_url, 'bytes 4-9/10', Buffer.from('456789'))
    expect([early.status, early.headers.get('range')]).toEqual([416, null])
    await put(upload_url, 'bytes 0-3/10', Buffer.from('0123'))
    const gap = await put(upload_url, 'bytes 6-9/10', Buffer.from('6789'))
    expect([gap.status, gap.headers.get('range')]).toEqual([416, 'bytes=0-3'])
    expect(await description(gap)).toMatch(/from 4 on/)
  })

  test('another total is 409, in a chunk and in a question', async () => {
    const { upload_url } = await newUpload(10)
    expect((await put(upload_url, 'bytes 0-3/11', Buffer.from('0123'))).status).toBe(409)
    expect((await put(upload_url, 'bytes */11', undefined)).status).toBe(409)
    const held = await put(upload_url, 'bytes */10', undefined)
    expect(held.headers.get('range')).toBeNull()
  })

  test.each([
    ['no content-range', undefined],
    ['a content-range of another unit', 'items 0-3/10'],
    ['an end before the start', 'bytes 3-0/10'],
    ['an end past the total', 'bytes 0-10/10'],
    ['fewer bytes than it names', 'bytes 0-5/10'],
  ])('%s is 422', async (_what, range) => {
    const { upload_url } = await newUpload(10)
    const answer = await fetch(`${server.url}${upload_url}`, {
      method: 'PUT',
      headers: { ...headers, ...(range && { 'content-range': range }) },
      body: '0123',
    })
    expect(answer.status).toBe(422)
    expect(await description(answer)).toMatch(/^content-range: /)
  })

  test("another user's session is 403, an unknown one 404", async () => {
    const { upload_url } = await newUpload(4)
    headers = server.bearer({ userId: 'user-2', userName: 'other@example.com' })
    expect((await put(upload_url, 'bytes 0-3/4', Buffer.from('0123'))).status).toBe(403)
    expect((await put(upload_url, 'bytes */4', undefined)).status).toBe(403)
    expect((await put(pathOf(putPiece, { id: 'unknown' }), 'bytes */4', undefined)).status).toBe(404)
  })

  test.each([
    ['back', -8],
    ['forward', 8],
  ])('a clock set %s by days neither ends nor prolongs an upload', async (_way, days) => {
    const { upload_url, meeting_id } = await newUpload(10)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())
    headers = server.bearer()
    expect((await put(upload_url, 'bytes */10', undefined)).status).toBe(308)
    expect((await put(upload_url, 'bytes 0-3/10', Buffer.from('0123'))).status).toBe(308)
    const { rows } = await server.app.database.pool.query(
      `select extract(epoch from expires_at - now()) / 86400 as days from upload_session where meeting_id = $1`,
      [meeting_id],
    )
    expect(Number(rows[0].days)).toBeCloseTo(7, 1)
  })

  test('an expired session says so, and its meeting fails with the reason', async () => {
    const { upload_url, meeting_id } = await newUpload(10)
    await put(upload_url, 'bytes 0-3/10', Buffer.from('0123'))
    await server.app.database.pool.query(
      `update upload_session set expires_at = now() - interval '1 second' where meeting_id = $1`,
      [meeting_id],
    )
    const answer = await put(upload_url, 'bytes 4-9/10', Buffer.from('456789'))
    expect(answer.status).toBe(404)
    expect(await description(answer)).toBe('This upload has expired: start it again')
    await server.app.uploads.service.sweep()
    expect(await server.app.meetings.service.get(meeting_id)).toMatchObject({
      status: 'failed',
      error: 'The upload was never finished',
    })
    expect((await put(upload_url, 'bytes */10', undefined)).status).toBe(404)
    await server.app.uploads.service.sweep()
    const said = await logMessages(server, meeting_id)
    expect(said.filter(one => one === 'upload expired with 4 of 10 bytes')).toHaveLength(1)
    expect(await endsOf(server, meeting_id)).toEqual({
      ledger: [{ reason: 'upload expired', stage: 'upload', held_bytes: 4 }],
      reasons: ['upload expired'],
      completed: 0,
    })
  })
})

describe('broken connections', () => {
  /** Sends the beginning of a chunk and leaves the request open. */
  async function beginChunk(url: string, range: string, length: number, begin: Buffer) {
    const sending = httpRequest(`${server.url}${url}`, {
      method: 'PUT',
      headers: { ...headers, 'content-range': range, 'content-length': length },
    })
    sending.on('error', () => {})
    sending.write(begin)
    return sending
  }

  const held = async (url: string, total: number) =>
    (await put(url, `bytes */${total}`, undefined)).headers.get('range')

  test('UPL-05 what came before a cut is held and the rest completes it', async () => {
    const bytes = randomBytes(3_000_000)
    const { upload_url, meeting_id } = await newUpload(bytes.length)
    const range = `bytes 0-${bytes.length - 1}/${bytes.length}`
    const sending = await beginChunk(upload_url, range, bytes.length, bytes.subarray(0, 1_200_000))
    await new Promise<void>(flushed => sending.write(Buffer.alloc(0), () => flushed()))
    sending.destroy()
    const got = await vi.waitFor(async () => {
      const range = await held(upload_url, bytes.length)
      expect(range).not.toBeNull()
      return Number(/-(\d+)$/.exec(range!)![1]) + 1
    })
    expect(got).toBeLessThanOrEqual(1_200_000)
    const rest = await put(
      upload_url,
      `bytes ${got}-${bytes.length - 1}/${bytes.length}`,
      bytes.subarray(got),
    )
    expect(rest.status).toBe(200)
    const stored = createHash('sha256')
      .update(await storedBytes(meeting_id))
      .digest('hex')
    expect(stored).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test('one writer at a time: a second one is asked to come back', async () => {
    const { upload_url } = await newUpload(100)
    const sending = await beginChunk(upload_url, 'bytes 0-49/100', 50, Buffer.alloc(10, 'a'))
    await vi.waitFor(async () => {
      const { rows } = await server.app.database.pool.query(
        'select 1 from upload_session where writer is not null',
      )
      expect(rows).toHaveLength(1)
    })
    const busy = await put(upload_url, 'bytes 0-49/100', Buffer.alloc(50, 'b'))
    expect(busy.status).toBe(409)
    expect(busy.headers.get('retry-after')).toBe('1')
    sending.end(Buffer.alloc(40, 'a'))
    const [answer] = (await once(sending, 'response')) as [{ statusCode: number }]
    expect(answer.statusCode).toBe(308)
  })

  test('UPL-05 a writer whose connection fell silent makes room for the one that comes back', async () => {
    const { upload_url } = await newUpload(100)
    const sending = await beginChunk(upload_url, 'bytes 0-99/100', 100, Buffer.alloc(10, 'a'))
    await vi.waitFor(async () => expect(await held(upload_url, 100)).toBe('bytes=0-9'), { interval: 200 })
    expect((await put(upload_url, 'bytes 10-99/100', Buffer.alloc(90, 'b'))).status).toBe(200)
    sending.destroy()
  })

  test('a crash between the last byte and the pipeline is made good by the sweep', async () => {
    const { upload_url, meeting_id } = await newUpload(4)
    processing.failNext = new Error('the queue is gone')
    expect((await put(upload_url, 'bytes 0-3/4', Buffer.from('0123'))).status).toBe(500)
    expect(processing.enqueued).not.toContain(meeting_id)
    await server.app.uploads.service.sweep()
    expect(processing.enqueued.filter(id => id === meeting_id)).toHaveLength(1)
    expect((await put(upload_url, 'bytes */4', undefined)).status).toBe(200)
    expect((await storedBytes(meeting_id)).toString()).toBe('0123')
  })

  test('a meeting cancelled while its recording arrives is not processed, and can be asked for later', async () => {
    const { upload_url, meeting_id } = await newUpload(4)
    const { store } = server.app.meetings
    await store.change(meeting_id, { status: 'failed', error: 'Processing was cancelled' })
    expect((await put(upload_url, 'bytes 0-3/4', Buffer.from('0123'))).status).toBe(200)
    expect(processing.enqueued).not.toContain(meeting_id)
    expect((await storedBytes(meeting_id)).toString()).toBe('0123')
    const params = { id: meeting_id, action: 'retry' }
    expect((await callEndpoint(server.url, changeProcessing, { params, headers })).status).toBe(200)
    expect(processing.retried).toContain(meeting_id)
  })

  test('deleting a meeting ends its unfinished upload and takes its bytes away', async () => {
    const { upload_url, meeting_id } = await newUpload(10)
    await put(upload_url, 'bytes 0-3/10', Buffer.from('0123'))
    const deleted = await callEndpoint(server.url, deleteMeeting, { params: { id: meeting_id }, headers })
    expect(deleted.status).toBe(204)
    expect((await put(upload_url, 'bytes */10', undefined)).status).toBe(404)
  })
})

test('a storage that cannot be written is 503, and everything goes on when it is back', async () => {
  const { storage } = server.app.config
  const folder = join(storage.kind === 'folder' ? storage.folder : '', '.arriving')
  const { upload_url } = await newUpload(8)
  expect((await put(upload_url, 'bytes 0-3/8', Buffer.alloc(4))).status).toBe(308)
  await rename(folder, `${folder}-away`)
  await writeFile(folder, '')
  const refused = [await create(described(8)), await put(upload_url, 'bytes 4-7/8', Buffer.alloc(4))]
  await rm(folder)
  await rename(`${folder}-away`, folder)
  for (const answer of refused) {
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true])
    errorBodySchema.parse(await answer.json())
  }
  const asked = await put(upload_url, 'bytes */8', undefined)
  expect([asked.status, asked.headers.get('range')]).toEqual([308, 'bytes=0-3'])
  expect((await put(upload_url, 'bytes 4-7/8', Buffer.alloc(4))).status).toBe(200)
})
