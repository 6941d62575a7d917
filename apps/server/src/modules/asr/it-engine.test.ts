import { SAMPLES_PER_MS } from '@livetap/audio'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { EngineRegistry, ItEngine } from '@livetap/speech'
import { ScriptedEngine } from '@livetap/speech/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testServer } from '../../testing/test-server'
import { AsrClient } from './testing/asr-client'

const socketOf = (url: string) => `${url.replace('http', 'ws')}${pathOf(asrSocket)}`

function remote(options: ConstructorParameters<typeof ItEngine>[0]): ItEngine {
  const engine = new ItEngine(options)
  onTestFinished(() => engine.close())
  return engine
}

const scripted = () =>
  new ScriptedEngine({ segments: [{ text: 'ask not what your country', startMs: 200, endMs: 2000 }] })

test('ASR-02 one gateway recognises by another: the words pass through both, and the end is waited for', async () => {
  const far = await testServer({ engines: new EngineRegistry([scripted()]), asrLimits: { sweepMs: 20 } })
  const it = remote({ url: socketOf(far.url), token: far.principals.signIn() })
  const near = await testServer({ engines: new EngineRegistry([it]), asrLimits: { sweepMs: 20 } })
  const client = await AsrClient.open(near.url, { token: near.principals.signIn(), engine: 'it' })
  client.configure()
  client.speak(2000)
  await vi.waitFor(() => expect(client.finals).toEqual(['ask not what your country']))
  const finals: string[] = []
  const stream = await it.open(
    { languageCode: 'en-US' },
    event => event.type === 'final' && finals.push(event.result.text),
  )
  stream.write(new Int16Array(2000 * SAMPLES_PER_MS))
  await stream.end()
  expect(finals).toEqual(['ask not what your country'])
  expect(stream.settledMs).toBeGreaterThanOrEqual(2000)
})

test('ASR-16 what the other gateway refuses is a named failure with its words', async () => {
  const server = await testServer({ engines: new EngineRegistry([scripted()]), asrLimits: { sweepMs: 20 } })
  const url = socketOf(server.url)
  const open = (options: object, languageCode = 'en-US') =>
    new Promise<Error>((resolve, reject) => {
      void remote({ url, token: server.principals.signIn(), ...options })
        .open({ languageCode }, event => event.type === 'failed' && resolve(event.error))
        .then(() => {}, reject)
    })
  await expect(open({ token: 'nobody' })).rejects.toMatchObject({ reason: 'remote' })
  expect(await open({ remoteEngine: 'nobody' })).toMatchObject({
    reason: 'remote',
    message: expect.stringMatching(/no engine named nobody/),
  })
  expect(await open({}, 'tlh')).toMatchObject({ reason: 'remote', message: expect.stringMatching(/tlh/) })
})
