import { randomUUID } from 'node:crypto'
import { liveAddressAnswerSchema, meetingSchema } from '@livetap/contract'
import { createMeeting, liveAddress } from '@livetap/contract/calls/live-meetings'
import { EngineRegistry } from '@livetap/speech'
import { expect, test } from 'vitest'
import { hashPassword } from '../../platform/password/password-hash'
import { callEndpoint } from '../../testing/call-endpoint'
import { testServer } from '../../testing/test-server'
import { LiveClient } from '../live-room/testing/live-client'
import { SpokenScript } from '../live-room/testing/spoken-script'
import { createAccountStore } from './accounts/account.store'
import { ConsoleClient } from './testing/console-client'

test('ACC-09 a refresh whose answer is lost leaves the live call open, and the retry gets a token', async () => {
  const server = await testServer({ realSignOn: true, engines: new EngineRegistry([new SpokenScript({})]) })
  const email = 'grace@example.com'
  const passwordHash = await hashPassword('nanoseconds 1906', { N: 2 ** 10, r: 8, p: 1 })
  await createAccountStore(server.app.database.kysely).insert({
    id: randomUUID(),
    email,
    userName: email,
    passwordHash,
  })
  const console = new ConsoleClient(server.url)
  const token = await console.signIn(email, 'nanoseconds 1906')
  const headers = { authorization: `Bearer ${token.access_token}` }
  const made = await callEndpoint(server.url, createMeeting, {
    headers,
    query: { client_region: 'us', skip_load_balancing: true },
    body: { start_at_utc: new Date().toISOString(), enable_ensemble: false, title: 'Planning' },
  })
  const { id } = meetingSchema.parse(await made.json())
  const address = await callEndpoint(server.url, liveAddress, { headers, params: { id } })
  const call = await LiveClient.open(id, liveAddressAnswerSchema.parse(await address.json()).live_addr)

  await console.loseRefreshAnswer(token.refresh_token)
  const renewed = await console.refresh(token.refresh_token)
  call.command('ping')
  await Promise.race([call.until('pong'), call.untilClosed()])
  expect(call.closed).toBeUndefined()
  expect(renewed.status).toBe(200)
  expect((await console.me(renewed.access_token)).status).toBe(200)
})
