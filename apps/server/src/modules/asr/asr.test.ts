import { once } from 'node:events'
import { listEngines } from '@livetap/contract/calls/choices'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { EngineRegistry, type OnRecognition, type RecognitionOptions, SpeechError } from '@livetap/speech'
import { type EngineScript, ScriptedEngine } from '@livetap/speech/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server'
import { AsrClient } from './testing/asr-client'

const script: EngineScript = {
  segments: [
    { text: 'Ask not', startMs: 200, endMs: 1000, confidence: 0.9, speakerIds: ['1'] },
    { text: 'what your country', startMs: 1200, endMs: 2000, speakerIds: ['2'] },
    { text: 'can do', startMs: 2200, endMs: 3000 },
  ],
}

async function setUp(given: EngineScript = script, asrLimits = {}, others: ScriptedEngine[] = []) {
  const engine = new ScriptedEngine(given)
  const server = await testServer({
    engines: new EngineRegistry([engine, ...others]),
    asrLimits: { sweepMs: 20, ...asrLimits },
  })
  const token = server.principals.signIn()
  return { engine, server, token, open: (more = {}) => AsrClient.open(server.url, { token, ...more }) }
}

async function metrics(server: TestServer): Promise<string> {
  return (await fetch(`${server.url}/metrics`)).text()
}

test('ASR-02 ASR-04 a stream gives interims, then finals with words and positions', async () => {
  const { engine, open } = await setUp()
  const client = await open()
  expect(client.socket.protocol).toBe('livetap.asr.v1')
  client.configure({
    diarization: true,
    speech_contexts: { phrases: ['Eva'], weight: 0.3, entities: [{ type: 'people', entries: ['Ada'] }] },
  })
  await vi.waitFor(() => expect(client.messages[0]).toEqual({ audio_received_millis: 0, settled_millis: 0 }))
  client.speak(1600)
  await vi.waitFor(() => expect(client.finals).toEqual(['Ask not']))
  await vi.waitFor(() => expect(client.receivedMs).toBe(1600))
  expect(client.interims).toContain('what')
  const final = client.messages.find(message => message.result?.results[0]?.is_final)!
  expect(final.result!.results[0]).toMatchObject({
    speaker_ids: [1],
    language_code: 'en-US',
    alternatives: [
      {
        confidence: 0.9,
        words: [
          {
            word: 'Ask',
            start_time: { seconds: 0, nanos: 200_000_000 },
            end_time: { seconds: 0, nanos: 600_000_000 },
          },
          { word: 'not', start_time: { seconds: 0, nanos: 600_000_000 }, end_time: { seconds: 1, nanos: 0 } },
        ],
      },
    ],
  })
  expect(final.settled_millis).toBe(1000)
  expect(engine.opened[0]).toMatchObject({
    diarization: true,
    hints: { phrases: ['Eva'], weight: 0.3, limitVocabToPhrases: false, entities: [{ type: 'people' }] },
  })
})

test('ASR-02 enable_automatic_punctuation: false gives plain words and is passed on to the engine', async () => {
  const segments = [{ text: 'Ask not, friend.', startMs: 200, endMs: 1000 }]
  const { engine, open } = await setUp({ segments })
  const client = await open()
  client.configure({ enable_automatic_punctuation: false })
  client.speak(1600)
  await vi.waitFor(() => expect(client.finals).toEqual(['Ask not friend']))
  expect(client.interims.join(' ')).not.toMatch(/[.,]/)
  expect(engine.opened[0]).toMatchObject({ punctuation: false })
})

test('ASR-03 binary frames and any spelling of the JSON are audio too', async () => {
  const { open, engine } = await setUp()
  const client = await open()
  client.configure()
  client.socket.send(Buffer.alloc(3200))
  client.send(`{ "audio_content" : "${Buffer.alloc(3200).toString('base64')}" }`)
  await vi.waitFor(() => expect(client.receivedMs).toBe(200))
  expect(engine.streams[0]!.samples).toBe(3200)
})

test('ASR-16 a missing, a foreign and an ended token are refused before the socket opens', async () => {
  const { server, token } = await setUp()
  server.principals.signOut(token)
  for (const protocols of [
    ['livetap.asr.v1'],
    ['livetap.asr.v1', 'bearer.stranger'],
    ['livetap.asr.v1', `bearer.${token}`],
  ]) {
    const client = AsrClient.start(server.url, protocols)
    const [, answer] = await once(client.socket, 'unexpected-response')
    expect(answer.statusCode).toBe(401)
    const body = (await answer.toArray()).join('')
    expect(JSON.parse(body)).toMatchObject({
      message: 'Client Exception',
      errors: [{ description: expect.any(String) }],
    })
    expect(body).not.toContain('stranger')
  }
})

test('ASR-16 an expired token is refused', async () => {
  const { server } = await setUp()
  const token = server.principals.signIn({ tokenExpiresAt: Date.now() - 1 })
  const client = AsrClient.start(server.url, ['livetap.asr.v1', `bearer.${token}`])
  const [, answer] = await once(client.socket, 'unexpected-response')
  expect(answer.statusCode).toBe(401)
})

test('ASR-16 the end of the session closes its sockets and no other', async () => {
  const { server, open } = await setUp()
  const other = await open()
  const token = server.principals.signIn({ sessionId: 'leaving' })
  const client = await open({ token })
  client.configure()
  server.app.signOn.events.announce([{ sessionId: 'leaving', accountId: 'user-1', reason: 'signed-out' }])
  expect(await client.untilClosed()).toEqual({ code: 4403, reason: 'session_ended' })
  other.configure()
  await vi.waitFor(() => expect(other.receivedMs).toBe(0))
})

test('ASR-02 a message beyond every limit closes with 1009', async () => {
  const { open } = await setUp()
  const client = await open()
  client.socket.send(Buffer.alloc(2 * 1024 * 1024))
  expect((await client.untilClosed()).code).toBe(1009)
})

test('ASR-02 an engine at its capacity and one that fails say so', async () => {
  const full = await setUp({ openFailure: { reason: 'capacity', message: 'All taken' } })
  const client = await full.open()
  client.configure()
  expect((await client.untilClosed()).code).toBe(4429)
  expect(client.error).toEqual({ code: 'over_capacity', description: 'All taken' })

  const failing = await setUp({ failAtMs: 100 })
  const other = await failing.open()
  other.configure()
  other.speak(200)
  expect((await other.untilClosed()).code).toBe(4500)
})

test('ASR-02 a user with too many streams is refused, and the log keeps its own spelling', async () => {
  const { server, engine, open } = await setUp({ openFailure: { reason: 'user_limit', message: 'Too many' } })
  const client = await open()
  client.configure()
  expect((await client.untilClosed()).code).toBe(4429)
  await server.app.events.recorder.written()
  const logged = `select message from log_event where metric = 'engine-refused'`
  expect((await server.app.database.pool.query(logged)).rows).toEqual([
    { message: `${engine.name} refused: user-limit` },
  ])
})

test('ASR-02 silence for too long, before and after the configuration', async () => {
  const { open } = await setUp(script, { silentMs: 2000 })
  const mute = await open({ tracking: 'a' })
  const speaking = await open({ tracking: 'b' })
  speaking.configure()
  speaking.speak(16)
  for (const client of [mute, speaking]) {
    expect(await client.untilClosed()).toEqual({ code: 4408, reason: 'silent_too_long' })
    expect(client.error?.code).toBe('silent_too_long')
  }
})

test('ASR-02 a client that does not read is disconnected', async () => {
  const { open, server } = await setUp(
    { segments: [{ text: 'word '.repeat(200), startMs: 0, endMs: 100 }], repeatEveryMs: 100 },
    { slowReaderBytes: 64 * 1024 },
  )
  const client = await open()
  client.configure()
  await vi.waitFor(() => expect(client.receivedMs).toBe(0))
  client.socket.pause()
  const speaking = setInterval(() => client.speak(800), 1)
  await vi.waitFor(
    async () => expect(await metrics(server)).toContain('livetap_asr_refusals_total{reason="slow_reader"} 1'),
    { interval: 200 },
  )
  clearInterval(speaking)
})

test('ASR-03 a full engine holds the client back, and lets it go on', async () => {
  const { open, engine } = await setUp({ ...script, holdAtMs: 500 })
  const client = await open()
  client.configure()
  for (let turn = 0; turn < 200; turn += 1) client.speak(1600)
  await vi.waitFor(() => expect(engine.streams[0]!.receivedMs).toBeGreaterThan(500))
  await vi.waitFor(() => expect(client.socket.bufferedAmount).toBeGreaterThan(0))
  const heldAt = engine.streams[0]!.receivedMs
  expect(heldAt).toBeLessThan(200 * 1600)
  engine.script.holdAtMs = undefined
  engine.streams[0]!.release()
  await vi.waitFor(() => expect(engine.streams[0]!.receivedMs).toBe(200 * 1600))
})

test('ASR-16 nothing of the token is logged', async () => {
  const lines: string[] = []
  const { createLog } = await import('../../platform/log/log')
  const log = createLog('debug', { write: (line: string) => void lines.push(line) })
  const server = await testServer({ engines: new EngineRegistry([new ScriptedEngine(script)]), log })
  const token = server.principals.signIn()
  const client = await AsrClient.open(server.url, { token })
  client.configure()
  client.speak(1200)
  await vi.waitFor(() => expect(client.finals).toEqual(['Ask not']))
  client.socket.close()
  await vi.waitFor(() => expect(lines.join('')).toContain('asr stream ended'))
  expect(lines.join('')).toContain('track-1')
  expect(lines.join('')).not.toContain(token)
  expect(lines.join('')).not.toContain('Ask not')
})

test('ASR-04 metrics tell audio, interims, finals, lag and the first result of the streams', async () => {
  const { open, server } = await setUp()
  const client = await open()
  client.configure()
  client.speak(1600)
  await vi.waitFor(() => expect(client.receivedMs).toBe(1600))
  await vi.waitFor(() => expect(client.finals).toEqual(['Ask not']))
  const text = await metrics(server)
  const audioSeconds = /livetap_asr_audio_seconds_total\{engine="nutcracker"\} ([\d.]+)/.exec(text)?.[1]
  expect(Number(audioSeconds)).toBeCloseTo(1.6)
  expect(text).toContain('livetap_asr_finals_total{engine="nutcracker"} 1')
  expect(text).toMatch(/livetap_asr_interims_total\{engine="nutcracker"\} [1-9]/)
  expect(text).toContain('livetap_asr_first_result_seconds_count{engine="nutcracker"} 1')
  expect(text).toContain('livetap_asr_lag_seconds_count{engine="nutcracker"} 1')
  expect(text).toContain('livetap_asr_streams 1')
})

test('ASR-05 engines are listed with the reason of those that are not available', async () => {
  const k2 = new ScriptedEngine({ name: 'k2', availability: { available: false, reason: 'No model folder' } })
  const { server } = await setUp(script, {}, [k2])
  const address = server.url + pathOf(listEngines)
  expect((await fetch(address)).status).toBe(401)
  expect(await (await fetch(address, { headers: server.bearer() })).json()).toMatchObject({
    engines: [
      { name: 'nutcracker', available: true },
      { name: 'k2', available: false, reason: 'No model folder' },
    ],
  })
})

/** Its places belong to open streams, regardless of what is in them. */
class SmallEngine extends ScriptedEngine {
  #taken = 0

  constructor(
    given: EngineScript,
    readonly places = 1,
  ) {
    super(given)
  }

  override async open(options: RecognitionOptions, on: OnRecognition) {
    if (this.#taken >= this.places) throw new SpeechError('capacity', 'All taken')
    this.#taken += 1
    const stream = await super.open(options, on)
    const abort = stream.abort.bind(stream)
    stream.abort = () => {
      this.#taken -= 1
      abort()
    }
    return stream
  }
}

/** Longer than a busy machine keeps a client that speaks from being heard. */
const IDLE_MS = 3_000

test('a place that no one uses is given to who speaks: of a client that is gone first, then of one that is silent', async () => {
  const small = new SmallEngine({ ...script, name: 'k2' })
  const { server, open } = await setUp(script, { idleMs: IDLE_MS }, [small])
  const gone = await open({ engine: 'k2' })
  gone.configure()
  gone.speak(500)
  await vi.waitFor(() => expect(gone.receivedMs).toBe(500))
  gone.socket.terminate()
  await vi.waitFor(async () => expect(await metrics(server)).toContain('livetap_asr_shelved_streams 1'))
  const silent = await AsrClient.open(server.url, {
    token: server.principals.signIn({ userId: 'user-2' }),
    engine: 'k2',
  })
  silent.configure()
  silent.speak(500)
  await vi.waitFor(() => expect(silent.receivedMs).toBe(500))
  const spokenAt = Date.now()
  await vi.waitFor(() => expect(Date.now() - spokenAt).toBeGreaterThan(IDLE_MS))
  const speaker = await AsrClient.open(server.url, {
    token: server.principals.signIn({ userId: 'user-3' }),
    engine: 'k2',
  })
  speaker.configure()
  speaker.speak(1600)
  await vi.waitFor(() => expect(speaker.finals).toEqual(['Ask not']))
  expect(silent.error).toMatchObject({ code: 'over_capacity' })
  // A person who speaks keeps the place.
  const late = await open({ engine: 'k2' })
  late.configure()
  await vi.waitFor(() => expect(late.error).toMatchObject({ code: 'over_capacity' }))
})

test('ASR-02 a socket that sends a sample now and then gives its place up to another user', async () => {
  const small = new SmallEngine({ ...script, name: 'k2' })
  const { server, open } = await setUp(script, { idleMs: 300 }, [small])
  const trickling = await open({ engine: 'k2' })
  trickling.configure()
  await vi.waitFor(() => expect(small.streams).toHaveLength(1))
  const timer = setInterval(() => trickling.socket.send(Buffer.alloc(2)), 50)
  onTestFinished(() => clearInterval(timer))
  await vi.waitFor(() => expect(small.streams[0]!.samples).toBeGreaterThan(10))
  const token = server.principals.signIn({ userId: 'user-2' })
  const speaker = await AsrClient.open(server.url, { token, engine: 'k2' })
  speaker.configure()
  speaker.speak(1600)
  await vi.waitFor(() => expect(speaker.finals).toEqual(['Ask not']))
  expect(trickling.error).toMatchObject({ code: 'over_capacity' })
})

test('ASR-02 a user with more places than another gives one up, and no more than that', async () => {
  const small = new SmallEngine({ ...script, name: 'k2' }, 3)
  const { server, open } = await setUp(script, { idleMs: 60_000 }, [small])
  const many = await Promise.all([1, 2, 3].map(n => open({ engine: 'k2', tracking: `own-${n}` })))
  for (const client of many) client.configure()
  await vi.waitFor(() => expect(small.streams).toHaveLength(3))
  const token = server.principals.signIn({ userId: 'user-2' })
  const other = await AsrClient.open(server.url, { token, engine: 'k2', tracking: 'first' })
  other.configure()
  other.speak(1600)
  await vi.waitFor(() => expect(other.finals).toEqual(['Ask not']))
  expect(many.filter(({ error }) => error?.code === 'over_capacity')).toHaveLength(1)
  const second = await AsrClient.open(server.url, { token, engine: 'k2', tracking: 'second' })
  second.configure()
  expect((await second.untilClosed()).code).toBe(4429)
})
