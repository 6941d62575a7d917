import { expect, onTestFinished, test, vi } from 'vitest'
import { AsrSession, type AsrSessionOptions } from './asr-session'
import type { AsrEvent } from './asr-snapshot'
import { noHints } from './hint-form'
import { nodeSocket, ScriptedGateway } from './scripted-gateway.test-support'

const settings = { engine: 'nutcracker', languageCode: 'en-auto', diarization: false, hints: noHints }
const atOnce = (errors: number) => (errors > 5 ? null : 0)

async function setUp(options: Partial<AsrSessionOptions> = {}) {
  const gateway = await ScriptedGateway.start()
  const events: AsrEvent[] = []
  const session = new AsrSession({
    url: gateway.url,
    token: () => 'tok.en',
    settings,
    createSocket: nodeSocket,
    reconnectPolicy: atOnce,
    onEvent: event => events.push(event),
    ...options,
  })
  onTestFinished(() => session.close())
  const now = () => session.getSnapshot()
  return { gateway, session, events, now }
}

/** Samples that tell their own place in the stream. */
const ramp = (from: number, length: number) => Int16Array.from({ length }, (_, n) => (from + n) % 30_000)
const bytesOf = (pcm: Int16Array) => Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)

test('ASR-01 ASR-02 the sub-protocols carry token, engine and tracking id; the configuration is first', async () => {
  const hints = { ...noHints, phrases: ['Livetap'], entities: [{ type: 'people', entries: ['Eva'] }] }
  const { gateway, session, events, now } = await setUp({
    settings: { ...settings, hints },
    token: () => 'a b',
  })
  await session.connect()
  session.pushAudio(ramp(0, 1024))
  await vi.waitFor(() => expect(gateway.visits[0]!.chunks).toHaveLength(4))
  const visit = gateway.visits[0]!
  expect(now().trackingId).toMatch(/^[0-9a-f-]{36}$/)
  expect(visit.protocols).toEqual([
    'livetap.asr.v1',
    'bearer.YSBi',
    'engine.nutcracker',
    `tracking.${now().trackingId}`,
  ])
  expect(JSON.parse(visit.texts[0]!)).toEqual({
    streaming_config: {
      language_code: 'en-auto',
      enable_automatic_punctuation: true,
      diarization: false,
      speech_contexts: hints,
    },
  })
  expect(events).toEqual([{ type: 'connected' }])
})

test('ASR-03 audio goes as JSON with base64 in 512-byte chunks', async () => {
  const { gateway, session } = await setUp()
  await session.connect()
  for (let block = 0; block < 3; block += 1) session.pushAudio(ramp(block * 1024, 1024))
  await vi.waitFor(() => expect(gateway.visits[0]!.chunks).toHaveLength(12))
  const visit = gateway.visits[0]!
  expect(visit.chunks.map(chunk => chunk.length)).toEqual(Array(12).fill(512))
  expect(visit.bytes).toEqual(bytesOf(ramp(0, 3072)))
  expect(Object.keys(JSON.parse(visit.texts[1]!))).toEqual(['audio_content'])
})

test('ASR-03 what was said before the socket opened is sent too', async () => {
  const { gateway, session } = await setUp()
  const connecting = session.connect()
  session.pushAudio(ramp(0, 1024))
  await connecting
  await vi.waitFor(() => expect(gateway.visits[0]!.bytes).toEqual(bytesOf(ramp(0, 1024))))
})

test('ASR-04 only the first result of a message is used', async () => {
  const { gateway, session, now } = await setUp()
  await session.connect()
  const result = (transcript: string) => ({
    alternatives: [{ transcript }, { transcript: 'other' }],
    is_final: true,
  })
  gateway.visits[0]!.say({ result: { results: [result('first'), result('second')] } })
  await vi.waitFor(() => expect(now().lines.map(line => line.text)).toEqual(['first']))
})

test('ASR-04 a broken message is passed over', async () => {
  const { gateway, session, now } = await setUp()
  await session.connect()
  gateway.visits[0]!.socket.send('{"result":')
  gateway.visits[0]!.say({ result: { results: 'none' } })
  gateway.visits[0]!.final('a', 'still here', 0)
  await vi.waitFor(() => expect(now().lines).toHaveLength(1))
  expect(gateway.visits).toHaveLength(1)
})

test('a cut stream goes on where its results end: every sample arrives, none twice', async () => {
  const { gateway, session, events, now } = await setUp()
  await session.connect()
  for (let block = 0; block < 20; block += 1) session.pushAudio(ramp(block * 1024, 1024))
  await vi.waitFor(() => expect(gateway.visits[0]!.chunks).toHaveLength(80))
  gateway.visits[0]!.final('a', 'one', 640)
  await vi.waitFor(() => expect(now().settledMs).toBe(640))
  gateway.visits[0]!.cut()
  await vi.waitFor(() => expect(now().reconnects).toBe(1))
  session.pushAudio(ramp(20 * 1024, 1024))
  await vi.waitFor(() => expect(now().connection).toBe('connected'))
  const second = gateway.visits[1]!
  await vi.waitFor(() => expect(second.startBytes + second.bytes.length).toBe(21 * 2048))
  expect(second.config?.start_millis).toBe(640)
  expect(second.bytes).toEqual(bytesOf(ramp(0, 21 * 1024)).subarray(second.startBytes))
  expect(second.protocols).toEqual(gateway.visits[0]!.protocols)
  expect(events.map(event => event.type)).toEqual(['connected', 'reconnecting', 'reconnected'])
  expect(now()).toMatchObject({ lostMs: 0, reconnects: 1 })
})

test('with nothing kept a cut loses what was under way', async () => {
  const { gateway, session, now } = await setUp({ keepMs: 0 })
  await session.connect()
  session.pushAudio(ramp(0, 1024))
  gateway.visits[0]!.cut()
  await vi.waitFor(() => expect(now().reconnects).toBe(1))
  await vi.waitFor(() => expect(now().connection).toBe('connected'))
  expect(now().lostMs).toBe(64)
  expect(gateway.visits[1]!.config?.start_millis).toBe(64)
})

test('audio older than what is kept is counted as lost', async () => {
  const { gateway, session, now } = await setUp({ keepMs: 128 })
  gateway.onVisit = visit => visit.cut()
  session.connect().catch(() => {})
  await vi.waitFor(() => expect(now().connection).toBe('failed'))
  for (let block = 0; block < 5; block += 1) session.pushAudio(ramp(0, 1024))
  gateway.onVisit = visit => visit.settle(0)
  await session.connect()
  expect(now().lostMs).toBe(192)
})

test('a stream far behind begins with what is kept when its connection is open, not when it was asked for', async () => {
  let whileOpening = () => {}
  const { gateway, session, now } = await setUp({
    keepMs: 128,
    createSocket: (url, protocols) => {
      queueMicrotask(() => whileOpening())
      return nodeSocket(url, protocols)
    },
  })
  await session.connect()
  for (let block = 0; block < 5; block += 1) session.pushAudio(ramp(block * 1024, 1024))
  whileOpening = () => session.pushAudio(ramp(5 * 1024, 1024))
  gateway.visits[0]!.cut()
  await vi.waitFor(() => expect(now().reconnects).toBe(1))
  await vi.waitFor(() => expect(now().connection).toBe('connected'))
  const second = gateway.visits[1]!
  await vi.waitFor(() => expect(second.startBytes + second.bytes.length).toBe(6 * 2048))
  expect(second.config?.start_millis).toBe(6 * 64 - 128)
  expect(second.bytes).toEqual(bytesOf(ramp(4 * 1024, 2 * 1024)))
  expect(gateway.visits).toHaveLength(2)
  expect(now().lostMs).toBe(6 * 64 - 128)
})

test('ASR-09 ASR-17 engine, hints, language and diarization reconnect at the settled position', async () => {
  const { gateway, session, now } = await setUp()
  await session.connect()
  session.pushAudio(ramp(0, 1024))
  gateway.visits[0]!.settle(32, 64)
  await vi.waitFor(() => expect(now().settledMs).toBe(32))
  await session.changeSettings({ engine: 'k2' })
  await session.changeSettings({ hints: { ...noHints, phrases: ['Eva'] } })
  await session.changeSettings({ languageCode: 'fr-FR' })
  await session.changeSettings({ diarization: true })
  expect(gateway.visits).toHaveLength(5)
  await vi.waitFor(() => expect(gateway.visits[0]!.socket.readyState).toBe(3))
  const last = gateway.visits[4]!
  expect(last.protocols).toContain('engine.k2')
  expect(last.config).toMatchObject({
    language_code: 'fr-FR',
    diarization: true,
    speech_contexts: { phrases: ['Eva'] },
    start_millis: 32,
  })
  await vi.waitFor(() => expect(last.bytes).toEqual(bytesOf(ramp(0, 1024)).subarray(1024)))
})

test('ASR-13 settings that are refused give way to the old ones, and the call says why', async () => {
  const { gateway, session, now } = await setUp()
  const welcome = gateway.onVisit
  await session.connect()
  gateway.onVisit = visit => {
    if (!visit.protocols.includes('engine.google')) return welcome(visit)
    visit.say({ error: { code: 'engine_unavailable', description: 'No credentials' } })
    visit.socket.close(4503)
  }
  await expect(session.changeSettings({ engine: 'google' })).rejects.toMatchObject({
    reason: 'engine_unavailable',
    message: 'No credentials',
  })
  await vi.waitFor(() => expect(now().connection).toBe('connected'))
  expect(now().settings.engine).toBe('nutcracker')
})

test('ASR-14 more than 5 consecutive errors end it with the words of the documents', async () => {
  const { gateway, session, events, now } = await setUp()
  gateway.onVisit = visit => visit.cut()
  await expect(session.connect()).rejects.toThrow('socket connection max retries reached')
  expect(gateway.visits).toHaveLength(6)
  expect(now()).toMatchObject({ connection: 'failed', consecutiveErrors: 6 })
  expect(events.at(-1)).toMatchObject({ type: 'failed', error: { reason: 'max_retries' } })
})

test('ASR-14 a gateway that answers and breaks at once does not go on forever', async () => {
  const { gateway, session, now } = await setUp()
  gateway.onVisit = visit => {
    visit.settle(0)
    visit.socket.once('message', () => visit.socket.close(4500))
  }
  session.connect().catch(() => {})
  await vi.waitFor(() => expect(now().connection).toBe('failed'))
  expect(gateway.visits).toHaveLength(6)
})

test('ASR-14 a stream that takes audio ends the row of errors', async () => {
  const { gateway, session, now } = await setUp()
  const welcome = gateway.onVisit
  gateway.onVisit = visit => (gateway.visits.length < 5 ? visit.cut() : welcome(visit))
  await session.connect()
  expect(now().consecutiveErrors).toBe(4)
  gateway.visits.at(-1)!.settle(16)
  await vi.waitFor(() => expect(now().consecutiveErrors).toBe(0))
})

test('ASR-16 a token is asked for again at every connect, and without one nothing is opened', async () => {
  const tokens = ['first', 'second', null]
  const { gateway, session, now } = await setUp({ token: () => tokens.shift() ?? null })
  await session.connect()
  gateway.visits[0]!.cut()
  await vi.waitFor(() => expect(gateway.visits[1]?.protocols).toContain('bearer.second'))
  await vi.waitFor(() => expect(now().connection).toBe('connected'))
  gateway.visits[1]!.cut()
  await vi.waitFor(() => expect(now().error?.reason).toBe('auth_not_ready'))
  expect(gateway.visits).toHaveLength(2)
})

test('ASR-12 muted audio goes as silence, paused audio not at all', async () => {
  const { gateway, session, now } = await setUp()
  await session.connect()
  session.setMuted(true)
  session.pushAudio(ramp(1, 256))
  session.setPaused(true)
  session.pushAudio(ramp(1, 256))
  session.setMuted(false)
  session.setPaused(false)
  session.pushAudio(ramp(1, 256))
  await vi.waitFor(() => expect(gateway.visits[0]!.chunks).toHaveLength(2))
  expect(gateway.visits[0]!.chunks[0]).toEqual(Buffer.alloc(512))
  expect(gateway.visits[0]!.chunks[1]).toEqual(bytesOf(ramp(1, 256)))
  expect(now()).toMatchObject({ muted: false, paused: false })
})

test('ASR-12 a gateway that lets an idle stream go is called again by the next audio', async () => {
  const { gateway, session, now } = await setUp()
  await session.connect()
  gateway.visits[0]!.socket.close(4408)
  await vi.waitFor(() => expect(now().connection).toBe('standby'))
  session.pushAudio(ramp(0, 1024))
  await vi.waitFor(() => expect(gateway.visits[1]?.bytes).toEqual(bytesOf(ramp(0, 1024))))
  expect(now().consecutiveErrors).toBe(0)
})

test('ASR-10 a file streams in chunks, instead of the microphone, as fast as it is settled', async () => {
  const { gateway, session, now } = await setUp({ keepMs: 3000 })
  await session.connect()
  const file = ramp(0, 5 * 16_000)
  const streaming = session.streamFile(file, 'jfk.wav')
  session.pushAudio(new Int16Array(1024).fill(7))
  const visit = gateway.visits[0]!
  await vi.waitFor(() => expect(visit.bytes.length).toBe(64_000))
  expect(now().upload).toMatchObject({ fileName: 'jfk.wav', progress: 0.4 })
  const settle = setInterval(() => visit.settle(visit.bytes.length / 32), 5)
  await streaming
  clearInterval(settle)
  await vi.waitFor(() => expect(visit.bytes.subarray(0, file.length * 2)).toEqual(bytesOf(file)))
  expect(visit.chunks.every(chunk => chunk.length === 512)).toBe(true)
  expect(now().upload).toBeUndefined()
})

test('ASR-10 a file that is stopped leaves the microphone its place', async () => {
  const { gateway, session, now } = await setUp({ keepMs: 300 })
  await session.connect()
  const streaming = session.streamFile(ramp(0, 160_000), 'long.wav')
  session.cancelUpload()
  await streaming
  expect(now().upload).toBeUndefined()
  const before = gateway.visits[0]!.bytes.length
  session.pushAudio(ramp(0, 1024))
  await vi.waitFor(() => expect(gateway.visits[0]!.bytes.length).toBeGreaterThan(before))
})

test('ASR-15 closing ends the socket, its timers and every promise', async () => {
  const { gateway, session, now } = await setUp()
  await session.connect()
  session.close()
  await vi.waitFor(() => expect(gateway.visits[0]!.socket.readyState).toBe(3))
  expect(now().connection).toBe('closed')
  session.pushAudio(ramp(0, 1024))
  expect(gateway.visits).toHaveLength(1)
})

const secondsOf = (seconds: number) => ramp(0, seconds * 16_000)

test('ASR-10 a file waits while earlier speech has no text, and says so', async () => {
  const { gateway, session, now } = await setUp()
  await session.connect()
  session.pushAudio(secondsOf(25))
  const streaming = session.streamFile(secondsOf(1), 'a.wav')
  await vi.waitFor(() =>
    expect(now().upload).toMatchObject({ fileName: 'a.wav', progress: 0, isWaiting: true }),
  )
  gateway.visits[0]!.settle(25_000)
  await vi.waitFor(() => expect(now().upload?.isWaiting).not.toBe(true))
  session.cancelUpload()
  await streaming
})

test('how far the text is behind counts from the newest interim, and from nothing once the call is over', async () => {
  const { gateway, session, now } = await setUp()
  await session.connect()
  expect(session.behindMs()).toBe(0)
  session.pushAudio(secondsOf(5))
  expect(session.behindMs()).toBe(5000)
  const words = [{ word: 'ask', start_time: { seconds: 3, nanos: 0 }, end_time: { seconds: 4, nanos: 0 } }]
  gateway.visits[0]!.say({
    result: { results: [{ alternatives: [{ transcript: 'ask', words }], is_final: false, segment_id: 'a' }] },
  })
  await vi.waitFor(() => expect(now().interim?.text).toBe('ask'))
  expect(session.behindMs()).toBe(1000)
  gateway.visits[0]!.settle(5000)
  await vi.waitFor(() => expect(session.behindMs()).toBe(0))
  session.pushAudio(secondsOf(2))
  expect(session.behindMs()).toBe(2000)
  session.close()
  expect(session.behindMs()).toBe(0)
})
