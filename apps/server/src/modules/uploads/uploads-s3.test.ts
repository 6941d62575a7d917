import { randomBytes } from 'node:crypto'
import { UPLOAD_CHUNK_BYTES, uploadSessionSchema } from '@livetap/contract'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import { createUpload } from '@livetap/contract/calls/uploads'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callEndpoint } from '../../testing/call-endpoint'
import { RecordedProcessing } from '../../testing/meetings/recorded-processing'
import { type TestBucket, testBucket } from '../../testing/test-bucket'
import { type TestServer, testServer } from '../../testing/test-server'

let bucket: TestBucket
let server: TestServer
const processing = new RecordedProcessing()
beforeAll(async () => {
  bucket = await testBucket()
  for (const [name, value] of Object.entries(bucket.env)) vi.stubEnv(name, value)
  server = await testServer({ processing, env: { LIVETAP_STORAGE: `s3://${bucket.bucket}/livetap` } })
})
afterAll(async () => {
  await server.close()
  await bucket.close()
  vi.unstubAllEnvs()
})

test('UPL-02 UPL-05 a recording arrives in a bucket in chunks, one of them broken, and plays from there in ranges', async () => {
  const bytes = randomBytes(UPLOAD_CHUNK_BYTES * 3 + 1234)
  const sessionId = 'uploading'
  const headers = server.bearer({ sessionId })
  const created = await callEndpoint(server.url, createUpload, {
    headers,
    body: {
      start_at_utc: '2026-03-04T05:06:07.000Z',
      source: 'phone',
      client_region: 'us',
      file_size: bytes.length,
      file_type: 'audio/wav',
      file_name: 'call.wav',
    },
  })
  const { meeting_id, upload_url } = uploadSessionSchema.parse(await created.json())
  const put = (start: number, end: number) =>
    fetch(`${server.url}${upload_url}`, {
      method: 'PUT',
      redirect: 'manual',
      headers: { ...headers, 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` },
      body: new Uint8Array(bytes.subarray(start, end)),
    })
  expect((await put(0, UPLOAD_CHUNK_BYTES)).headers.get('range')).toBe(`bytes=0-${UPLOAD_CHUNK_BYTES - 1}`)
  // Too little for a part of its own, as a cut leaves it.
  const cut = UPLOAD_CHUNK_BYTES + 700_000
  expect((await put(UPLOAD_CHUNK_BYTES, cut)).headers.get('range')).toBe(`bytes=0-${cut - 1}`)
  expect((await put(cut, cut + UPLOAD_CHUNK_BYTES)).status).toBe(308)
  expect((await put(cut + UPLOAD_CHUNK_BYTES, bytes.length)).status).toBe(200)
  expect(processing.enqueued).toEqual([meeting_id])

  const { recordingKey } = await server.app.meetings.service.get(meeting_id)
  const url = server.url + server.app.mediaUrls.of(recordingKey!, { sessionId })
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
  expect(whole.equals(bytes)).toBe(true)
  const part = await fetch(url, { headers: { range: `bytes=${cut - 5}-${cut + 4}` } })
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes ${cut - 5}-${cut + 4}/${bytes.length}`,
  ])
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(cut - 5, cut + 5))).toBe(true)

  await callEndpoint(server.url, deleteMeeting, { params: { id: meeting_id }, headers })
  expect((await fetch(url)).status).toBe(404)
})
