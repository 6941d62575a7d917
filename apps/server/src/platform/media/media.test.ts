import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pastMeeting } from '../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../testing/test-server'
import { requestedRange } from './byte-range'

let server: TestServer
let url: string
const sessionId = 'listening'
const digits = '0123456789'
beforeAll(async () => {
  server = await testServer()
  server.principals.signIn({ sessionId })
  const id = await pastMeeting(server, { audio: Buffer.from(digits) })
  url = server.url + server.app.mediaUrls.of(`meetings/${id}/audio.flac`, { sessionId })
})
afterAll(() => server.close())

const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { headers, method })

describe('a range', () => {
  test.each([
    [undefined, { kind: 'whole' }],
    ['bytes=2-4', { kind: 'part', range: { start: 2, end: 4 } }],
    ['bytes=7-', { kind: 'part', range: { start: 7, end: 9 } }],
    ['bytes=0-999', { kind: 'part', range: { start: 0, end: 9 } }],
    ['bytes=-3', { kind: 'part', range: { start: 7, end: 9 } }],
    ['bytes=-999', { kind: 'part', range: { start: 0, end: 9 } }],
    ['bytes=10-', { kind: 'outside' }],
    ['bytes=-0', { kind: 'outside' }],
    ['bytes=4-2', { kind: 'whole' }],
    ['bytes=0-1,3-4', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['seconds=1-2', { kind: 'whole' }],
  ])('%s of ten bytes', (header, expected) => {
    expect(requestedRange(header, 10)).toEqual(expected)
  })
})

describe('media', () => {
  test('the whole object, with what a player needs to ask for parts', async () => {
    const answer = await get()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect(answer.headers.get('content-length')).toBe('10')
    expect(await answer.text()).toBe(digits)
  })

  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=8-', '89', 'bytes 8-9/10'],
    ['bytes=-1', '9', 'bytes 9-9/10'],
  ])('%s is answered 206 with that part', async (range, body, contentRange) => {
    const answer = await get({ range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(contentRange)
    expect(answer.headers.get('content-length')).toBe(String(body.length))
    expect(await answer.text()).toBe(body)
  })

  test('a range past the end is 416 with the size', async () => {
    const answer = await get({ range: 'bytes=10-12' })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })

  test('HEAD tells the size and sends nothing', async () => {
    const whole = await get({}, 'HEAD')
    expect([whole.status, whole.headers.get('content-length'), await whole.text()]).toEqual([200, '10', ''])
    const part = await get({ range: 'bytes=2-4' }, 'HEAD')
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '3'])
  })

  test('a part of an object that has changed since is answered with the whole', async () => {
    const tag = (await get()).headers.get('etag')!
    expect((await get({ range: 'bytes=2-4', 'if-range': tag })).status).toBe(206)
    expect((await get({ range: 'bytes=2-4', 'if-range': '"other"' })).status).toBe(200)
    expect((await get({ 'if-none-match': tag })).status).toBe(304)
  })

  test('a download is saved under its name', async () => {
    const key = new URL(url).pathname.replace('/media/', '')
    const named = server.app.mediaUrls.of(key, { sessionId, downloadName: 'Réunion 1.flac' })
    const answer = await fetch(server.url + named)
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''R%C3%A9union%201.flac",
    )
  })

  test('another object, an expired address and a changed one stay closed', async () => {
    const other = url.replace('audio.flac', 'video.mp4')
    const expired = server.app.mediaUrls.of('meetings/x/audio.flac', { sessionId, lifetimeMs: -1000 })
    for (const closed of [other, server.url + expired, url.split('?')[0]!, `${url}x`])
      expect((await fetch(closed)).status).toBe(401)
  })

  test('what is gone is 404', async () => {
    expect(
      (await fetch(server.url + server.app.mediaUrls.of('meetings/x/audio.flac', { sessionId }))).status,
    ).toBe(404)
  })
})
