import { errorBodySchema } from '@livetap/contract'
import { createMeeting } from '@livetap/contract/calls/live-meetings'
import { editUtterance } from '@livetap/contract/calls/transcripts'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bareHttpServer } from '../../testing/bare-http-server'
import { testDatabase } from '../../testing/database/test-database'
import { pastMeeting, utteranceAt } from '../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../testing/test-server'

let server: TestServer
let meetingId: string
beforeAll(async () => {
  server = await testServer()
  meetingId = await pastMeeting(server, { utterances: [utteranceAt(0, 'we ship')] })
})
afterAll(() => server.close())

const send = (path: string, method: string, body?: string) =>
  fetch(server.url + path, {
    method,
    headers: { ...server.bearer(), ...(body !== undefined && { 'content-type': 'application/json' }) },
    body,
  })

test('NUL, half surrogate pairs and impossible numbers are the caller’s mistake at every route', async () => {
  const routes = server.app.server.routeTable.filter(
    ({ websocket, entry }) => entry === 'bearer' && !websocket,
  )
  expect(routes.length).toBeGreaterThan(20)
  const bodies = [
    '{"title":"\\u0000"}',
    '["\\ud800"]',
    '{"a":{"b":1e400}}',
    '{"n":9007199254740993}',
    '"\\udc00"',
  ]
  for (const { url, methods } of routes)
    for (const method of methods.filter(method => method !== 'HEAD')) {
      const paths = [url.replace(/:\w+/g, '%00'), url.replace(/:\w+/g, meetingId)]
      const asked = method === 'GET' ? paths.map(path => [`${path}?x=%00`] as const) : []
      const posted = method === 'GET' ? [] : bodies.map(body => [paths[1]!, body] as const)
      for (const [path, body] of [...asked, ...posted]) {
        const response = await send(path, method, body)
        expect([method, path, body, response.status >= 400 && response.status < 500]).toEqual([
          method,
          path,
          body,
          true,
        ])
        expect(errorBodySchema.safeParse(await response.json()).success).toBe(true)
      }
    }
})

test('what is nested deeper than any stack is refused and ends nothing', async () => {
  const sendDeep = (levels: number) => {
    const deep = '['.repeat(levels) + ']'.repeat(levels)
    return send(pathOf(createMeeting, {}, { client_region: 'us' }), 'POST', deep)
  }
  expect((await sendDeep(45_000)).status).toBe(422)
  const response = await sendDeep(200_000)
  expect(response.status).toBe(413)
  const { errors } = errorBodySchema.parse(await response.json())
  expect(errors[0]?.description).toBe('The body has more than 50000 values')
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
})

test('an edit has a greatest length', async () => {
  const edit = (text: string) =>
    send(
      pathOf(editUtterance, { id: meetingId, utteranceId: 'none' }),
      'PATCH',
      JSON.stringify({ text, version: 0 }),
    )
  expect((await edit('x'.repeat(900_000))).status).toBe(422)
  expect((await edit('x'.repeat(10_000))).status).toBe(404)
})

test('a value that the database cannot take is 422, regardless of which route it came through', async () => {
  const { pool } = await testDatabase()
  const plain = await bareHttpServer()
  onTestFinished(() => plain.close())
  const config = { entry: 'public' } as const
  plain.get('/range', { config }, async () => pool.query('select $1::int', ['99999999999']))
  plain.get('/nul', { config }, async () => pool.query('select $1::text', ['\0']))
  plain.get('/bug', { config }, async () => pool.query('select nothing from nowhere'))
  const statuses = ['/range', '/nul', '/bug'].map(async url => (await plain.inject({ url })).statusCode)
  expect(await Promise.all(statuses)).toEqual([422, 422, 500])
})
