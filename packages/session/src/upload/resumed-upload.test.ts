import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiClient } from '../api-client'
import { memoryStorage } from '../memory-storage.test-support'
import { uploadRetryPolicy } from '../retry'
import { fetchPutChunk } from '../testing/fetch-put-chunk'
import type { UploadPhase } from './chunk-sender'
import { fileFingerprint } from './file-fingerprint'
import type { PutChunk } from './put-chunk'
import { RememberedUploads } from './remembered-uploads'
import { uploadBody as body } from './upload-body.test-support'
import { ChunkedUploadClient, type ChunkedUploadOptions } from './upload-client'
import { UploadControl } from './upload-control'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Act = (
  storing: StoringServer,
  request: IncomingMessage,
  reply: ServerResponse,
) => boolean | Promise<boolean>

/** Holds what arrives, as the contract says; `acts` come first, one a request, and true means it was dealt with. */
class StoringServer {
  held = Buffer.alloc(0)
  readonly ranges: string[] = []
  readonly tokens: unknown[] = []
  created = 0
  origin = ''

  constructor(
    readonly total: number,
    readonly acts: (Act | undefined)[] = [],
  ) {}

  async start(): Promise<this> {
    const server = createServer(async (request, reply) => {
      if (request.method === 'POST') return this.#create(reply)
      this.ranges.push(String(request.headers['content-range']))
      this.tokens.push(request.headers.authorization)
      if (await this.acts.shift()?.(this, request, reply)) return
      for await (const part of request) this.held = Buffer.concat([this.held, part as Buffer])
      this.answer(reply)
    })
    servers.push(server)
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return this
  }

  answer(reply: ServerResponse): void {
    const { length } = this.held
    if (length === this.total) reply.writeHead(200).end('{}')
    else reply.writeHead(308, length > 0 ? { range: `bytes=0-${length - 1}` } : {}).end()
  }

  #create(reply: ServerResponse): void {
    this.created += 1
    reply.writeHead(200).end(
      JSON.stringify({
        meeting_id: `m${this.created}`,
        upload_url: `/up/${this.created}`,
        next_byte_range: { start: 0, end: 3 },
      }),
    )
  }
}

const error =
  (status: number, description: string, headers: Record<string, string> = {}): Act =>
  (_storing, _request, reply) => {
    const body = { message: 'Client Exception', errors: [{ description }], trackingId: 't' }
    reply.writeHead(status, headers).end(JSON.stringify(body))
    return true
  }

/** Takes two bytes of the chunk and breaks the connection. */
const cut: Act = async (storing, request) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  storing.held = Buffer.concat([storing.held, Buffer.concat(parts).subarray(0, 2)])
  request.socket.resetAndDestroy()
  return true
}

const file = () => new File(['0123456789'], 'a.wav', { lastModified: 1000 })
const session = { meeting_id: 'm', upload_url: '/up/1', next_byte_range: { start: 0, end: 3 } }
const live = () => new AbortController().signal

function client(storing: StoringServer, more: Partial<ChunkedUploadOptions> = {}) {
  const api = new ApiClient({ origin: storing.origin, token: () => 'tok' })
  return new ChunkedUploadClient({
    api,
    origin: storing.origin,
    token: () => 'tok',
    putChunk: fetchPutChunk,
    retry: attempt => (attempt > 3 ? null : 1),
    ...more,
  })
}

describe('a broken connection', () => {
  test('UPL-05 the upload asks how far it got and goes on from the last stored byte', async () => {
    const storing = await new StoringServer(10, [undefined, cut]).start()
    const phases: UploadPhase[] = []
    await client(storing).send(session, file(), { signal: live(), onPhase: phase => phases.push(phase) })
    expect(storing.held.toString()).toBe('0123456789')
    expect(storing.ranges).toEqual(['bytes 0-3/10', 'bytes 4-7/10', 'bytes */10', 'bytes 6-9/10'])
    expect(phases).toEqual(['uploading', 'reconnecting', 'uploading'])
  })

  test('gives up after as many attempts as the policy allows since the last progress', async () => {
    const storing = await new StoringServer(
      10,
      Array.from({ length: 9 }, () => error(503, 'No space left')),
    ).start()
    const sending = client(storing).send(session, file(), { signal: live() })
    await expect(sending).rejects.toMatchObject({ status: 503, message: 'No space left' })
    expect(storing.ranges).toHaveLength(4)
  })

  test('progress starts the count anew', async () => {
    const storing = await new StoringServer(10, [
      cut,
      undefined,
      cut,
      undefined,
      cut,
      undefined,
      cut,
      undefined,
      cut,
    ]).start()
    await client(storing, { retry: attempt => (attempt > 1 ? null : 1) }).send(session, file(), {
      signal: live(),
    })
    expect(storing.held.toString()).toBe('0123456789')
  })

  test('a busy session is asked again, a refusal is final', async () => {
    const busy = await new StoringServer(10, [error(409, 'Another request', { 'retry-after': '0' })]).start()
    await client(busy).send(session, file(), { signal: live() })
    expect(busy.held.toString()).toBe('0123456789')
    const refusing = await new StoringServer(10, [error(409, 'Another total')]).start()
    await expect(client(refusing).send(session, file(), { signal: live() })).rejects.toThrow('Another total')
    expect(refusing.ranges).toHaveLength(1)
  })

  test('a gap is closed from where the server stands', async () => {
    const gap: Act = (_storing, _request, reply) => {
      reply.writeHead(416).end('{}')
      return true
    }
    const storing = await new StoringServer(10, [gap]).start()
    await client(storing).send({ ...session, next_byte_range: { start: 4, end: 7 } }, file(), {
      signal: live(),
    })
    expect(storing.held.toString()).toBe('0123456789')
  })

  test('an expired bearer is renewed once, in the middle of the upload', async () => {
    const storing = await new StoringServer(10, [undefined, error(401, 'Sign in'), undefined]).start()
    let token = 'old'
    const renew = vi.fn(async () => {
      token = 'new'
      return true
    })
    await client(storing, { token: () => token, renew }).send(session, file(), { signal: live() })
    expect(renew.mock.calls).toEqual([['old']])
    expect(storing.tokens.at(-1)).toBe('Bearer new')
    expect(storing.held.toString()).toBe('0123456789')
  })
})

describe('pausing', () => {
  test('breaks off the chunk under way, waits, and goes on from what is held', async () => {
    const control = new UploadControl()
    const storing = await new StoringServer(10).start()
    const hangOnce: PutChunk = async put => {
      if (put.contentRange !== 'bytes 4-7/10' || control.getSnapshot()) return fetchPutChunk(put)
      if (storing.ranges.filter(range => range === 'bytes */10').length > 0) return fetchPutChunk(put)
      queueMicrotask(control.pause)
      return await new Promise((_resolve, reject) => {
        put.signal.addEventListener('abort', async () => reject(await cancelledError()))
      })
    }
    const phases: UploadPhase[] = []
    const sending = client(storing, { putChunk: hangOnce }).send(session, file(), {
      signal: live(),
      control,
      onPhase: phase => phases.push(phase),
    })
    await vi.waitFor(() => expect(phases).toEqual(['uploading', 'paused']))
    expect(storing.held.toString()).toBe('0123')
    control.resume()
    await sending
    expect(storing.held.toString()).toBe('0123456789')
    expect(phases).toEqual(['uploading', 'paused', 'uploading'])
  })

  test('a paused upload can be cancelled', async () => {
    const control = new UploadControl()
    control.pause()
    const stop = new AbortController()
    const storing = await new StoringServer(10).start()
    const sending = client(storing).send(session, file(), { signal: stop.signal, control })
    stop.abort()
    await expect(sending).rejects.toMatchObject({ reason: 'cancelled' })
    expect(storing.ranges).toEqual([])
  })
})

describe('after the tab was closed', () => {
  const remembered = () => new RememberedUploads(storage)
  let storage = memoryStorage()
  afterEach(() => {
    storage = memoryStorage()
  })

  test('UPL-05 the same file chosen again goes on in the same session', async () => {
    const storing = await new StoringServer(10, [undefined, error(500, 'gone')]).start()
    const first = client(storing, { remembered: remembered(), retry: () => null })
    const made = await first.createSession(body, live(), file())
    await expect(first.send(made, file(), { signal: live() })).rejects.toThrow('gone')
    const second = client(storing, { remembered: remembered() })
    const found = await second.createSession(
      { ...body, start_at_utc: '2027-01-01T00:00:00.000Z' },
      live(),
      file(),
    )
    expect(found).toEqual({ meeting_id: 'm1', upload_url: '/up/1', next_byte_range: { start: 4, end: 7 } })
    await second.send(found, file(), { signal: live() })
    expect(storing.held.toString()).toBe('0123456789')
    expect(storing.created).toBe(1)
    // Done: the same file again is a new upload.
    await second.createSession(body, live(), file())
    expect(storing.created).toBe(2)
  })

  test('a session that the server has forgotten is replaced by a new one', async () => {
    const storing = await new StoringServer(10, [error(404, 'This upload has expired')]).start()
    const uploads = client(storing, { remembered: remembered() })
    await uploads.createSession(body, live(), file())
    expect(await uploads.createSession(body, live(), file())).toMatchObject({ upload_url: '/up/2' })
  })

  test('an upload whose last answer was lost is complete when asked for again', async () => {
    const storing = await new StoringServer(10).start()
    storing.held = Buffer.from('0123456789')
    const uploads = client(storing, { remembered: remembered() })
    await uploads.createSession(body, live(), file())
    const found = await uploads.createSession(body, live(), file())
    const percents: number[] = []
    await uploads.send(found, file(), { signal: live(), onPercent: percent => percents.push(percent) })
    expect(percents).toEqual([100])
    expect(storing.ranges).toEqual(['bytes */10', 'bytes */10'])
  })

  test('another file, other settings or other content are other uploads', async () => {
    const same = await fileFingerprint(file(), body)
    expect(await fileFingerprint(file(), { ...body, start_at_utc: '2030-01-01T00:00:00.000Z' })).toBe(same)
    const others = [
      fileFingerprint(new File(['0123456789'], 'b.wav', { lastModified: 1000 }), body),
      fileFingerprint(new File(['0123456789'], 'a.wav', { lastModified: 1001 }), body),
      fileFingerprint(new File(['012345678X'], 'a.wav', { lastModified: 1000 }), body),
      fileFingerprint(file(), { ...body, language: 'fr-FR' }),
    ]
    expect(new Set([same, ...(await Promise.all(others))]).size).toBe(5)
  })

  test('what is old, broken or too much is not remembered', () => {
    let now = 0
    const uploads = new RememberedUploads(storage, () => now)
    for (let at = 0; at < 60; at++) uploads.remember(`f${at}`, { ...session, upload_url: `/up/${at}` })
    expect([uploads.find('f59'), uploads.find('f5')]).toEqual([
      { ...session, upload_url: '/up/59' },
      undefined,
    ])
    now = 8 * 86_400_000
    expect(uploads.find('f59')).toBeUndefined()
    storage.setItem('livetap.uploads', '{"not": "a list"}')
    expect(uploads.find('f59')).toBeUndefined()
    storage.setItem('livetap.uploads', 'not json')
    expect(uploads.find('f59')).toBeUndefined()
  })

  test('giving up for good deletes the meeting and forgets the file', async () => {
    const storing = await new StoringServer(10).start()
    const call = vi.fn(async () => undefined)
    const uploads = client(storing, { remembered: remembered() })
    const made = await uploads.createSession(body, live(), file())
    const giving = client(storing, { remembered: remembered(), api: { call } as unknown as ApiClient })
    await giving.discard(made)
    expect(call).toHaveBeenCalledWith(deleteMeeting, { params: { id: 'm1' } })
    await uploads.createSession(body, live(), file())
    expect(storing.created).toBe(2)
  })
})

test('waits grow from half a second to half a minute and end', () => {
  const waits = Array.from({ length: 13 }, (_, at) => uploadRetryPolicy(at + 1))
  expect(waits[0]).toBeGreaterThanOrEqual(375)
  expect(waits[0]).toBeLessThanOrEqual(500)
  expect(waits[11]).toBeGreaterThanOrEqual(22_500)
  expect(waits[11]).toBeLessThanOrEqual(30_000)
  expect(waits[12]).toBeNull()
})

async function cancelledError() {
  const { ApiError } = await import('../api-error')
  return new ApiError('cancelled', 'cancel')
}
