import { EngineRegistry } from '@livetap/speech'
import { type EngineScript, ScriptedEngine } from '@livetap/speech/testing'
import { expect, test, vi } from 'vitest'
import { testServer } from '../../testing/test-server'
import { AsrClient } from './testing/asr-client'

async function setUp(more: EngineScript = {}) {
  const engine = new ScriptedEngine({
    ...more,
    segments: [
      { text: 'Ask not', startMs: 200, endMs: 1008 },
      { text: 'what your country', startMs: 1200, endMs: 2000 },
      { text: 'can do', startMs: 2200, endMs: 3008 },
    ],
  })
  const server = await testServer({ engines: new EngineRegistry([engine]), asrLimits: { sweepMs: 20 } })
  const token = server.principals.signIn({ userId: 'ada' })
  const open = (more = {}) => AsrClient.open(server.url, { token, ...more })
  /** Speaks half of the second segment, then the network goes. */
  const cutInTheMiddle = async () => {
    const client = await open()
    client.configure()
    client.speak(1600)
    await vi.waitFor(() => expect(client.receivedMs).toBe(1600))
    client.socket.terminate()
    return client
  }
  return { engine, server, open, cutInTheMiddle }
}

test('a client that comes back at the settled position has every final once', async () => {
  const { engine, open, cutInTheMiddle } = await setUp()
  const first = await cutInTheMiddle()
  const second = await open()
  second.configure({ start_millis: 1008 })
  second.speak(3008 - 1008)
  await vi.waitFor(() => expect(second.finals).toEqual(['what your country', 'can do']))
  expect(first.finals).toEqual(['Ask not'])
  expect(second.messages[0]).toEqual({ audio_received_millis: 1008, settled_millis: 1008 })
  // The engine went on with what it had: nothing was given to it twice.
  expect(engine.streams).toHaveLength(1)
  expect(engine.streams[0]!.receivedMs).toBe(3008)
})

test('a client that sends on from audio_received_millis loses nothing either', async () => {
  const { open, cutInTheMiddle } = await setUp()
  await cutInTheMiddle()
  const second = await open()
  second.configure({ start_millis: 1600 })
  second.speak(3008 - 1600)
  await vi.waitFor(() => expect(second.finals).toEqual(['what your country', 'can do']))
})

test('finals that were on their way at the cut are said again, with the same segment', async () => {
  const { engine, open } = await setUp()
  const first = await open()
  first.configure()
  first.speak(1008)
  await vi.waitFor(() => expect(first.finals).toHaveLength(1))
  const second = await open()
  second.configure({ start_millis: 512 })
  await vi.waitFor(() => expect(second.finals).toEqual(['Ask not']))
  const ids = [first, second].map(
    client => client.messages.find(message => message.result)?.result?.results[0]?.segment_id,
  )
  expect(ids).toEqual([expect.any(String), ids[0]])
  // The first socket had not been noticed dead: the second took its stream over.
  expect((await first.untilClosed()).code).toBe(1006)
  expect(engine.streams).toHaveLength(1)
})

test('audio that is lost on the way becomes silence, and times stay true', async () => {
  const { engine, open, cutInTheMiddle } = await setUp()
  await cutInTheMiddle()
  const second = await open()
  second.configure({ start_millis: 2000 })
  await vi.waitFor(() => expect(second.finals).toEqual(['what your country']))
  expect(engine.streams[0]!.receivedMs).toBe(2000)
})

test('ASR-09 other settings start a new engine stream at the given position', async () => {
  const { engine, open, cutInTheMiddle } = await setUp()
  await cutInTheMiddle()
  const second = await open()
  second.configure({ start_millis: 1008, language_code: 'fr-FR' })
  second.speak(2000)
  await vi.waitFor(() => expect(second.finals).toEqual(['what your country', 'can do']))
  expect(engine.opened.map(options => [options.languageCode, options.startMs])).toEqual([
    ['en-US', 0],
    ['fr-FR', 1008],
  ])
})

test('ASR-16 another user cannot take up a stream by its tracking id', async () => {
  const { engine, server, open, cutInTheMiddle } = await setUp()
  await cutInTheMiddle()
  const stranger = await open({ token: server.principals.signIn({ userId: 'eve' }) })
  stranger.configure({ start_millis: 0 })
  await vi.waitFor(() => expect(stranger.receivedMs).toBe(0))
  expect(stranger.finals).toEqual([])
  expect(engine.streams).toHaveLength(2)
})

test('ASR-15 a goodbye ends the stream for good', async () => {
  const { engine, server, open } = await setUp()
  const client = await open()
  client.configure()
  client.speak(500)
  await vi.waitFor(() => expect(client.receivedMs).toBe(500))
  client.socket.close()
  await client.untilClosed()
  await vi.waitFor(async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).toContain('livetap_asr_streams 0')
    expect(text).toContain('livetap_asr_shelved_streams 0')
  })
  const again = await open()
  again.configure({ start_millis: 0 })
  await vi.waitFor(() => expect(again.receivedMs).toBe(0))
  expect(engine.streams).toHaveLength(2)
})

test('a stream whose engine is far behind never ends for overflow, however often its client comes back; its text catches up', async () => {
  const { engine, open } = await setUp({ holdAtMs: 500, overflowMs: 1_000 })
  let sentMs = 0
  const finals = new Set<string>()
  const clients: AsrClient[] = []
  for (let round = 0; round < 6; round++) {
    const client = await open()
    clients.push(client)
    client.configure({ start_millis: sentMs })
    await vi.waitFor(() => expect(client.receivedMs).toBe(sentMs))
    // In one message: it is read before anyone can be held back.
    client.send({ audio_content: Buffer.alloc(1_600 * 32).toString('base64') })
    sentMs += 1_600
    await vi.waitFor(() => expect(client.receivedMs).toBe(sentMs))
    if (round < 5) client.socket.terminate()
  }
  const last = clients.at(-1)!
  expect(engine.streams).toHaveLength(1)
  expect(engine.streams[0]!.receivedMs).toBeLessThan(sentMs)
  await vi.waitFor(
    () => {
      engine.streams[0]!.release()
      for (const { finals: said } of clients) for (const text of said) finals.add(text)
      expect(engine.streams[0]!.receivedMs).toBe(sentMs)
    },
    { interval: 10 },
  )
  await vi.waitFor(() => {
    for (const text of last.finals) finals.add(text)
    expect([...finals]).toEqual(['Ask not', 'what your country', 'can do'])
  })
  for (const { error } of clients) expect(error).toBeUndefined()
})
