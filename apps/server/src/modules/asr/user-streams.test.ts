import { EngineRegistry } from '@livetap/speech'
import { ScriptedEngine } from '@livetap/speech/testing'
import { expect, test, vi } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server'
import { AsrClient } from './testing/asr-client'

const secret = { LIVETAP_SECRET: 'one secret for both nodes' }
/** A user may have four streams for each slot. */
const engines = () => new EngineRegistry([new ScriptedEngine({ slots: 1 })])

/** Two gateways on one database, with the same users. */
async function twoGateways() {
  const one = await testServer({ engines: engines(), env: secret })
  const env = { ...secret, DATABASE_URL: one.app.database.url }
  const two = await testServer({ engines: engines(), env, authenticator: one.principals })
  let opened = 0
  const open = async (server: TestServer, userId = 'ada', tracking = `track-${++opened}`) =>
    await AsrClient.open(server.url, { token: one.principals.signIn({ userId }), tracking })
  /** A stream that was taken. */
  const speaking = async (server: TestServer, userId?: string) => {
    const client = await open(server, userId)
    client.configure()
    await vi.waitFor(() => expect(client.messages).not.toEqual([]))
    expect(client.error).toBeUndefined()
    return client
  }
  /** How a stream fares that is one too many, or not. */
  const tried = async (server: TestServer) => {
    const client = await open(server)
    client.configure()
    await vi.waitFor(() => expect(client.messages).not.toEqual([]))
    client.socket.close()
    return client.error?.code ?? 'taken'
  }
  const counted = async () =>
    (await one.app.database.pool.query('select id from asr_stream where user_id = $1', ['ada'])).rowCount
  return { one, two, open, speaking, tried, counted }
}

test('a user has no more streams at two gateways than at one, and others have theirs', async () => {
  const { one, two, speaking, tried } = await twoGateways()
  const [first] = [await speaking(one), await speaking(two), await speaking(one), await speaking(two)]
  expect(await tried(one)).toBe('over_capacity')
  expect(await tried(two)).toBe('over_capacity')
  await speaking(one, 'grace')
  await speaking(two, 'grace')
  first!.socket.close()
  await vi.waitFor(async () => expect(await tried(two)).toBe('taken'))
})

test('streams that open at the same moment at both gateways do not pass the limit together', async () => {
  const { one, two, open, counted } = await twoGateways()
  const clients = await Promise.all(Array.from({ length: 12 }, (_, at) => open(at % 2 ? one : two)))
  for (const client of clients) client.configure()
  for (const client of clients) await vi.waitFor(() => expect(client.messages).not.toEqual([]))
  expect(clients.filter(({ error }) => !error).length).toBeLessThanOrEqual(4)
  // Those that were refused are not counted any more.
  const taken = clients.filter(({ error }) => !error).length
  await vi.waitFor(async () => expect(await counted()).toBe(taken))
})

test('a client that comes back to another gateway has its place there, though the first one keeps its stream', async () => {
  const { one, two, open, speaking, tried } = await twoGateways()
  for (let streams = 0; streams < 3; streams++) await speaking(one)
  const cut = await open(one, 'ada', 'cut')
  cut.configure()
  cut.speak(1000)
  await vi.waitFor(() => expect(cut.messages).not.toEqual([]))
  cut.socket.terminate()
  const again = await open(two, 'ada', 'cut')
  again.configure({ start_millis: 1000 })
  await vi.waitFor(() => expect(again.messages).not.toEqual([]))
  expect(again.error).toBeUndefined()
  expect(await tried(two)).toBe('over_capacity')
})

test('the streams of a gateway that is gone are not counted', async () => {
  const { one, two, speaking, tried, counted } = await twoGateways()
  for (let streams = 0; streams < 4; streams++) await speaking(two)
  expect(await tried(one)).toBe('over_capacity')
  await two.app.close()
  await vi.waitFor(async () => expect(await counted()).toBe(0))
  expect(await tried(one)).toBe('taken')
})
