import { request as requestHttp } from 'node:http'
import { mediaUrlAnswerSchema } from '@livetap/contract'
import { recentMeetings } from '@livetap/contract/calls/meetings'
import { audioUrl, getTranscript } from '@livetap/contract/calls/transcripts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callEndpoint } from '../../testing/call-endpoint'
import { pastMeeting, utteranceAt } from '../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../testing/test-server'
import { openAccounts } from './accounts/accounts'
import { ConsoleClient } from './testing/console-client'

const MINUTE_MS = 60_000
const BIG = 8 * 1024 * 1024
const user = { email: 'listener@example.com', password: 'a long password' }

let server: TestServer
let meeting: string
beforeAll(async () => {
  server = await testServer({
    realSignOn: true,
    env: { LIVETAP_ADMIN_EMAIL: 'admin@example.com', LIVETAP_ADMIN_PASSWORD: 'an admin password' },
  })
  await openAccounts(server.app.database.kysely).accounts.add(user.email, user.password)
  meeting = await pastMeeting(server, { audio: Buffer.alloc(BIG), utterances: [utteranceAt(0, 'hello')] })
})
afterAll(() => server.close())

async function signIn() {
  const client = new ConsoleClient(server.url)
  const { access_token: token } = await client.signIn(user.email, user.password)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await callEndpoint(server.url, audioUrl, { params: { id: meeting }, headers })
  const { url } = mediaUrlAnswerSchema.parse(await answer.json())
  return { client, token, headers, media: server.url + url }
}

const firstBytes = (media: string) => fetch(media, { headers: { range: 'bytes=0-9' } })

test('a signed address lives for minutes', async () => {
  const { media } = await signIn()
  const expires = Number.parseInt(new URL(media).searchParams.get('expires')!, 10)
  expect(expires - Date.now()).toBeGreaterThan(5 * MINUTE_MS)
  expect(expires - Date.now()).toBeLessThanOrEqual(10 * MINUTE_MS + 1000)
})

test('a logout closes the signed addresses of that session, and of no other', async () => {
  const [leaving, staying] = [await signIn(), await signIn()]
  expect((await firstBytes(leaving.media)).status).toBe(206)
  expect(await leaving.client.logout(leaving.token)).toBe(200)
  expect((await firstBytes(leaving.media)).status).toBe(401)
  expect((await firstBytes(staying.media)).status).toBe(206)
})

/** Resolves with how the answer ended, once its first bytes were read and `then` was done. */
function whileReading(media: string, then: () => Promise<unknown>): Promise<'whole' | 'cut'> {
  return new Promise((resolve, reject) => {
    const outgoing = requestHttp(media, answer => {
      answer.once('readable', () => {
        then().then(() => answer.resume(), reject)
      })
      answer.once('end', () => resolve('whole')).once('error', () => resolve('cut'))
    })
    outgoing.on('error', reject).end()
  })
}

test('an answer under way is cut when its session ends', async () => {
  const { client, token, media } = await signIn()
  expect(await whileReading(media, async () => {})).toBe('whole')
  expect(await whileReading(media, () => client.logout(token))).toBe('cut')
})

test('a person’s data is kept by no browser and no proxy', async () => {
  const { headers, media } = await signIn()
  const answers = [
    await firstBytes(media),
    await callEndpoint(server.url, getTranscript, { params: { id: meeting }, headers }),
    await callEndpoint(server.url, audioUrl, { params: { id: meeting }, headers }),
    await callEndpoint(server.url, recentMeetings, { headers }),
  ]
  for (const answer of answers) {
    expect(answer.ok).toBe(true)
    expect([answer.url, answer.headers.get('cache-control')]).toEqual([answer.url, 'private, no-store'])
  }
})

test('disabling an account closes its signed addresses at once', async () => {
  const { media } = await signIn()
  await openAccounts(server.app.database.kysely).accounts.disable(user.email)
  expect((await firstBytes(media)).status).toBe(401)
})
