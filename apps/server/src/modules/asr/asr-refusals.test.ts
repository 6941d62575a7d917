import { EngineRegistry } from '@livetap/speech'
import { ScriptedEngine } from '@livetap/speech/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server'
import { AsrClient } from './testing/asr-client'

let server: TestServer
beforeAll(async () => {
  const k2 = new ScriptedEngine({ name: 'k2', availability: { available: false, reason: 'No model folder' } })
  server = await testServer({ engines: new EngineRegistry([new ScriptedEngine(), k2]) })
})
afterAll(() => server.close())

interface Case {
  what: string
  engine?: string
  act: (client: AsrClient) => void
  code: number
  name: string
}

const send = (message: unknown) => (client: AsrClient) => client.send(message)
const configure = (config?: object) => (client: AsrClient) => client.configure({ ...config })
const afterConfig = (data: Buffer | string) => (client: AsrClient) => {
  client.configure()
  client.socket.send(data)
}

const cases: Case[] = [
  { what: 'unknown engine', engine: 'sphinx', act: configure(), code: 4404, name: 'unknown_engine' },
  {
    what: 'engine that is not there',
    engine: 'k2',
    act: configure(),
    code: 4503,
    name: 'engine_unavailable',
  },
  { what: 'language', act: configure({ language_code: 'th-TH' }), code: 4415, name: 'unsupported_language' },
  { what: 'early audio', act: client => client.speak(16), code: 4409, name: 'audio_before_config' },
  { what: 'early binary', act: c => c.socket.send(Buffer.alloc(2)), code: 4409, name: 'audio_before_config' },
  { what: 'no JSON', act: send('hello'), code: 4400, name: 'bad_json' },
  { what: 'another message', act: send({ hello: 1 }), code: 4400, name: 'bad_json' },
  { what: 'bad hints', act: configure({ speech_contexts: { weight: 2 } }), code: 4400, name: 'bad_config' },
  {
    what: 'two configurations',
    act: afterConfig('{"streaming_config":{"language_code":"en"}}'),
    code: 4400,
    name: 'bad_config',
  },
  { what: 'bad base64', act: afterConfig('{"audio_content":"AA?="}'), code: 4400, name: 'bad_base64' },
  { what: 'odd bytes', act: afterConfig(Buffer.alloc(511)), code: 4400, name: 'odd_byte_count' },
  { what: 'oversized message', act: send('x'.repeat(600_000)), code: 1009, name: 'message_too_big' },
]

test.each(cases)('ASR-02 $what has a named answer and a close code', async ({ engine, act, code, name }) => {
  const client = await AsrClient.open(server.url, {
    token: server.principals.signIn(),
    engine,
  })
  act(client)
  expect((await client.untilClosed()).code).toBe(code)
  expect(client.error).toEqual({ code: name, description: expect.any(String) })
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toMatch(new RegExp(`livetap_asr_refusals_total\\{reason="${name}"\\} [1-9]`))
})

test('ASR-02 the reason of an unavailable engine is reported', async () => {
  const client = await AsrClient.open(server.url, { token: server.principals.signIn(), engine: 'k2' })
  client.configure()
  await client.untilClosed()
  expect(client.error?.description).toBe('No model folder')
  await server.app.events.recorder.written()
  const { rows } = await server.app.database.pool.query(
    "select message from log_event where fields->>'engine' = 'k2' or fields->>'code' = '4503' order by id",
  )
  expect(rows.slice(-3).map(({ message }) => message)).toEqual([
    'asr socket opened for k2',
    'k2 refused: unavailable',
    expect.stringMatching(/^socket closed with 4503 \(engine_unavailable\)/),
  ])
})
