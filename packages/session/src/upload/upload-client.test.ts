import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UPLOAD_CHUNK_BYTES } from '@livetap/contract'
import { createUpload } from '@livetap/contract/calls/uploads'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { afterEach, describe, expect, test } from 'vitest'
import { ApiClient } from '../api-client'
import type { RetryPolicy } from '../retry'
import { fetchPutChunk } from '../testing/fetch-put-chunk'
import type { ChunkPut, PutChunk } from './put-chunk'
import { uploadBody as body } from './upload-body.test-support'
import { ChunkedUploadClient } from './upload-client'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(handle: (request: IncomingMessage, body: Buffer, reply: ServerResponse) => void) {
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    handle(request, Buffer.concat(parts), reply)
  })
  servers.push(server)
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const client = (origin: string, putChunk: PutChunk = fetchPutChunk, retry: RetryPolicy = () => null) =>
  new ChunkedUploadClient({
    api: new ApiClient({ origin, token: () => 'tok' }),
    origin,
    token: () => 'tok',
    putChunk,
    retry,
  })

const live = () => new AbortController().signal

/** Keeps what arrives in order and answers as the contract says. */
function storing(total: number) {
  const state = { held: Buffer.alloc(0), ranges: [] as string[], auth: [] as unknown[], open: 0, maxOpen: 0 }
  const handle = (request: IncomingMessage, body: Buffer, reply: ServerResponse) => {
    state.ranges.push(String(request.headers['content-range']))
    state.auth.push(request.headers.authorization)
    state.held = Buffer.concat([state.held, body])
    if (state.held.length === total) return reply.writeHead(200).end('{}')
    reply.writeHead(308, { range: `bytes=0-${state.held.length - 1}` }).end()
  }
  return { state, handle }
}

describe('chunked upload', () => {
  test('UPL-02 UPL-03 chunks of 5767168 bytes go one after the other and arrive whole', async () => {
    const bytes = new Uint8Array(UPLOAD_CHUNK_BYTES * 2 + 10).map((_, index) => index % 251)
    const { state, handle } = storing(bytes.length)
    const origin = await serve(handle)
    const percents: number[] = []
    await client(origin).send({ meeting_id: 'm', upload_url: '/up/1' }, new Blob([bytes]), {
      signal: live(),
      onPercent: percent => percents.push(percent),
    })
    expect(state.ranges).toEqual([
      `bytes 0-5767167/${bytes.length}`,
      `bytes 5767168-11534335/${bytes.length}`,
      `bytes 11534336-11534345/${bytes.length}`,
    ])
    expect(state.held.equals(Buffer.from(bytes))).toBe(true)
    expect(percents).toEqual([50, 100, 100, 100])
    expect(new Set(state.auth)).toEqual(new Set(['Bearer tok']))
  })

  test('UPL-02 a next byte range sets where it begins and how large a chunk is', async () => {
    const { state, handle } = storing(10)
    state.held = Buffer.from('0123')
    const origin = await serve(handle)
    const session = { meeting_id: 'm', upload_url: '/up/1', next_byte_range: { start: 4, end: 6 } }
    await client(origin).send(session, new Blob(['0123456789']), { signal: live() })
    expect(state.ranges).toEqual(['bytes 4-6/10', 'bytes 7-9/10'])
    expect(state.held.toString()).toBe('0123456789')
  })

  test('UPL-02 every chunk may take 100 times the 30 s of any other call', async () => {
    const { handle } = storing(6)
    const origin = await serve(handle)
    const timeouts: number[] = []
    const put: PutChunk = chunk => {
      timeouts.push(chunk.timeoutMs)
      return fetchPutChunk(chunk)
    }
    const session = { meeting_id: 'm', upload_url: '/up/1', next_byte_range: { start: 0, end: 2 } }
    await client(origin, put).send(session, new Blob(['012345']), { signal: live() })
    expect(timeouts).toEqual([3_000_000, 3_000_000])
  })

  test('it goes on from what the server holds, not from what was sent', async () => {
    const ranges: string[] = []
    const origin = await serve((request, _body, reply) => {
      ranges.push(String(request.headers['content-range']))
      if (ranges.length === 1) return reply.writeHead(308, { range: 'bytes=0-1' }).end()
      reply.writeHead(200).end('{}')
    })
    const session = { meeting_id: 'm', upload_url: '/up/1', next_byte_range: { start: 0, end: 3 } }
    await client(origin).send(session, new Blob(['012345']), { signal: live() })
    expect(ranges).toEqual(['bytes 0-3/6', 'bytes 2-5/6'])
  })

  test('the bearer never goes to an upload address of another origin', async () => {
    const { state, handle } = storing(3)
    const abroad = await serve(handle)
    await client('http://127.0.0.1:1').send(
      { meeting_id: 'm', upload_url: `${abroad}/up` },
      new Blob(['abc']),
      {
        signal: live(),
      },
    )
    expect(state.auth).toEqual([undefined])
  })

  test("a refusal rejects with the server's description", async () => {
    const body = JSON.stringify({
      message: 'Client Exception',
      errors: [{ description: 'Other total' }],
      trackingId: 't',
    })
    const origin = await serve((_request, _body, reply) => reply.writeHead(409).end(body))
    const sending = client(origin).send({ meeting_id: 'm', upload_url: '/up' }, new Blob(['abc']), {
      signal: live(),
    })
    await expect(sending).rejects.toMatchObject({ message: 'Other total', status: 409, trackingId: 't' })
  })

  test('a server that holds nothing is not sent the same chunk for ever', async () => {
    const origin = await serve((_request, _body, reply) => reply.writeHead(308).end())
    const sending = client(origin).send({ meeting_id: 'm', upload_url: '/up' }, new Blob(['abc']), {
      signal: live(),
    })
    await expect(sending).rejects.toMatchObject({ reason: 'invalid_answer' })
  })

  test('aborting ends the chunk under way and starts no other', async () => {
    const stop = new AbortController()
    const puts: ChunkPut[] = []
    const hanging: PutChunk = put => {
      puts.push(put)
      return new Promise((_resolve, reject) =>
        put.signal.addEventListener('abort', () => reject(put.signal.reason)),
      )
    }
    const sending = client('http://127.0.0.1:1', hanging).send(
      { meeting_id: 'm', upload_url: '/up' },
      new Blob(['abc']),
      { signal: stop.signal },
    )
    stop.abort()
    await expect(sending).rejects.toBeDefined()
    expect(puts).toHaveLength(1)
  })

  test('UPL-01 a session carries size and type as headers and in its body', async () => {
    let seen: { headers: IncomingMessage['headers']; body: unknown; url: string | undefined } | undefined
    const origin = await serve((request, body, reply) => {
      seen = { headers: request.headers, body: JSON.parse(body.toString()), url: request.url }
      reply
        .writeHead(200)
        .end(JSON.stringify({ meeting_id: 'm', upload_url: '/up', next_byte_range: { start: 0, end: 9 } }))
    })
    const session = await client(origin).createSession(body, live())
    expect(session).toEqual({ meeting_id: 'm', upload_url: '/up', next_byte_range: { start: 0, end: 9 } })
    expect(seen?.url).toBe(pathOf(createUpload))
    expect(seen?.headers).toMatchObject({ 'x-recording-size': '10', 'x-recording-type': 'audio/wav' })
    expect(seen?.body).toEqual(body)
  })

  test('a server that names the time to come back is asked again for the session, then', async () => {
    let asked = 0
    const origin = await serve((_request, _body, reply) => {
      asked++
      if (asked < 3) return reply.writeHead(429, { 'retry-after': '0' }).end('{}')
      reply.writeHead(200).end(JSON.stringify({ meeting_id: 'm', upload_url: '/up' }))
    })
    const patient = client(origin, fetchPutChunk, attempt => (attempt > 2 ? null : 1))
    expect(await patient.createSession(body, live())).toMatchObject({ meeting_id: 'm' })
    expect(asked).toBe(3)
  })

  test('a busy server is not asked for ever, and not once more after a cancel', async () => {
    let asked = 0
    const stop = new AbortController()
    const origin = await serve((_request, _body, reply) => {
      asked++
      reply.writeHead(503, { 'retry-after': '60' }).end('{}')
    })
    await expect(client(origin).createSession(body, live())).rejects.toMatchObject({ status: 503 })
    const waiting = client(origin, fetchPutChunk, () => {
      queueMicrotask(() => stop.abort())
      return 1
    }).createSession(body, stop.signal)
    await expect(waiting).rejects.toMatchObject({ reason: 'cancelled' })
    expect(asked).toBe(2)
  })

  test('a server that names an hour is off, not busy: what it said is reported at once', async () => {
    let asked = 0
    const origin = await serve((_request, _body, reply) => {
      asked++
      reply.writeHead(503, { 'retry-after': '3600' }).end('{}')
    })
    const patient = client(origin, fetchPutChunk, () => 1)
    await expect(patient.createSession(body, live())).rejects.toMatchObject({ status: 503 })
    expect(asked).toBe(1)
  })

  test('a call that may have been taken is not made twice', async () => {
    let asked = 0
    const origin = await serve((_request, _body, reply) => {
      asked++
      reply.writeHead(502).end('{}')
    })
    const patient = client(origin, fetchPutChunk, () => 1)
    await expect(patient.createSession(body, live())).rejects.toMatchObject({ status: 502 })
    expect(asked).toBe(1)
  })
})
