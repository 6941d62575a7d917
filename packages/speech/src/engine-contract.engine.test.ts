import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { concatPcm, SAMPLES_PER_MS } from '@livetap/audio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SpeechEngine } from './engine'
import { EngineRegistry } from './engine-registry'
import { GoogleEngine } from './google/google-engine'
import { K2Engine } from './k2/k2-engine'
import { NutcrackerEngine } from './nutcracker/nutcracker-engine'
import type { RecognitionResult } from './recognition'
import { ItEngine } from './remote/it-engine'
import { type GoogleStandIn, startGoogleStandIn } from './testing/google-stand-in'
import { wordError } from './testing/measure/word-error'
import { type ProxyStandIn, startProxyStandIn } from './testing/proxy-stand-in'
import { loadRecording } from './testing/recordings'
import { ScriptedEngine } from './testing/scripted-engine'
import { silence } from './testing/synthetic-sound'
import { transcribe } from './transcribe'

const sentence = 'he was not an ill disposed young man'
const scripted = () =>
  new ScriptedEngine({
    name: 'scripted',
    segments: [{ text: sentence, startMs: 200, endMs: 2700 }],
    settlesSilence: true,
  })
const folder = mkdtempSync(join(tmpdir(), 'engines-'))
const key = join(folder, 'key.json')
let proxy: ProxyStandIn
let google: GoogleStandIn
const behindProxy = scripted()

beforeAll(async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  writeFileSync(
    key,
    JSON.stringify({ client_email: 'speech@example.test', private_key: privateKey, private_key_id: 'k1' }),
  )
  proxy = await startProxyStandIn(behindProxy)
  google = await startGoogleStandIn(sentence)
})
afterAll(async () => {
  await Promise.all([proxy.close(), google.close()])
  rmSync(folder, { recursive: true, force: true })
})

const makers: Record<string, () => SpeechEngine> = {
  scripted,
  nutcracker: () => new NutcrackerEngine({ processes: 1 }),
  k2: () => new K2Engine(),
  it: () => new ItEngine({ url: proxy.url, token: 'a.token/with=signs' }),
  google: () => new GoogleEngine({ credentials: key, endpoint: google.endpoint }),
}
const report: string[] = []
const sound = () => loadRecording('austen-0880')

/** What every engine guarantees, regardless of its implementation. */
describe.each(Object.keys(makers))('the contract of an engine: %s', name => {
  let engine: SpeechEngine
  let why: string | undefined
  beforeAll(async () => {
    engine = makers[name]!()
    const { available, reason } = await engine.availability()
    if (!available) why = reason
    if (available) expect(reason).toBeUndefined()
    else expect(reason).toMatch(/\w+ .*\w+/)
    report.push(`${name.padEnd(12)} ${why ? 'did not run' : 'ran'}${why ? `: ${why}` : ''}`)
  })
  afterAll(() => engine.close())

  /** An engine that is not there keeps its contract by refusing every use by name. */
  const refuses = (use: Promise<unknown>) => expect(use).rejects.toMatchObject({ reason: 'unavailable' })
  const opened = () => engine.open({ languageCode: 'en-US' }, () => {})

  test('interims and finals are delivered in order, with stable ids and times inside the sound', async () => {
    if (why) return refuses(opened())
    const events: RecognitionResult[] = []
    const stream = await engine.open(
      { languageCode: 'en-US', startMs: 0 },
      event => 'result' in event && events.push(event.result),
    )
    const pcm = sound()
    for (let at = 0; at < pcm.length; at += 1024) stream.write(pcm.subarray(at, at + 1024))
    await stream.end()
    const finals = events.filter(({ isFinal }) => isFinal)
    // A recogniser that has to share the machine may write a word otherwise.
    const { errors } = wordError(sentence, finals.map(({ text }) => text).join(' '))
    expect(errors).toBeLessThanOrEqual(name === 'nutcracker' || name === 'k2' ? 1 : 0)
    const done = new Set<string>()
    for (const { segmentId, isFinal, startMs, endMs, words } of events) {
      expect(done.has(segmentId)).toBe(false)
      if (isFinal) done.add(segmentId)
      expect(startMs).toBeGreaterThanOrEqual(0)
      expect(endMs).toBeLessThanOrEqual(stream.receivedMs + 1)
      for (const word of words) expect(word.endMs).toBeGreaterThanOrEqual(word.startMs)
    }
    expect(finals.flatMap(({ words }) => words).length).toBeGreaterThanOrEqual(7)
    expect(stream.receivedMs).toBeCloseTo(pcm.length / SAMPLES_PER_MS, 0)
  })

  test('nothing is heard of an aborted stream, and its end resolves', async () => {
    if (why) return refuses(opened())
    let calls = 0
    const count = () => {
      calls += 1
    }
    const stream = await engine.open({ languageCode: 'en-US' }, count)
    stream.abort()
    stream.write(concatPcm([sound(), silence(1)]))
    await stream.end()
    expect(calls).toBe(0)
  })

  test('a cancelled recording stops with a named error', async () => {
    if (why) return refuses(transcribe(engine, silence(1), { languageCode: 'en-US' }))
    const stop = new AbortController()
    const work = transcribe(engine, concatPcm([sound(), silence(1)]), {
      languageCode: 'en-US',
      signal: stop.signal,
      onProgress: () => stop.abort(),
    })
    await expect(work).rejects.toMatchObject({ reason: 'aborted' })
  })
})

afterAll(() => console.log(`engine       outcome\n${report.join('\n')}`))

describe('the engine it', () => {
  test('ASR-02 speaks the proxy protocol: token, engine and tracking in the sub-protocols, the configuration first', async () => {
    const engine = new ItEngine({ url: proxy.url, token: 'a.token/with=signs', quietMs: 3_000 })
    const hints = {
      phrases: ['Dashwood'],
      entities: [{ type: 'name', entries: ['Elinor'] }],
      weight: 0.6,
      limitVocabToPhrases: false,
    }
    const stream = await engine.open(
      { languageCode: 'en-GB', hints, diarization: true, startMs: 1500 },
      () => {},
    )
    stream.write(silence(1))
    await stream.end()
    const offered = proxy.protocols.at(-1)!
    expect(offered[0]).toBe('livetap.asr.v1')
    expect(offered).toContain('engine.nutcracker')
    expect(offered.some(name => name.startsWith('bearer.') && !name.includes('/'))).toBe(true)
    expect(offered.some(name => /^tracking\..{8,}/.test(name))).toBe(true)
    expect(proxy.configs.at(-1)!.streaming_config).toEqual({
      language_code: 'en-GB',
      enable_automatic_punctuation: true,
      diarization: true,
      speech_contexts: {
        phrases: ['Dashwood'],
        limit_vocab_to_phrases: false,
        weight: 0.6,
        entities: [{ type: 'name', entries: ['Elinor'] }],
      },
      start_millis: 1500,
    })
    await engine.close()
  })

  test('a remote that is cut off or not there is a named error', async () => {
    const engine = new ItEngine({ url: proxy.url })
    const failed = new Promise<Error>(resolve => {
      void engine
        .open({ languageCode: 'en' }, event => event.type === 'failed' && resolve(event.error))
        .then(() => {
          for (const socket of proxy.sockets) socket.terminate()
        })
    })
    expect(await failed).toMatchObject({ reason: 'remote' })
    const nowhere = new ItEngine({ url: 'ws://127.0.0.1:9', connectTimeoutMs: 2_000 })
    await expect(nowhere.open({ languageCode: 'en' }, () => {})).rejects.toMatchObject({
      reason: 'remote',
    })
    expect(await new ItEngine({}).availability()).toMatchObject({
      available: false,
      reason: expect.stringMatching(/LIVETAP_ENGINE_IT_URL/),
    })
  })
})

describe('the engine google', () => {
  test('signs its own token, names what it refuses, and goes on in a new call before its limit', async () => {
    const parts = google.tokens.at(-1)!.split('.').slice(0, 2)
    const [header, claims] = parts.map(
      part => JSON.parse(Buffer.from(part, 'base64url').toString()) as object,
    )
    expect(header).toMatchObject({ alg: 'RS256', kid: 'k1' })
    expect(claims).toMatchObject({ iss: 'speech@example.test', aud: 'https://speech.googleapis.com/' })
    const strict = await startGoogleStandIn('', { refuse: 'The caller does not have permission' })
    const engine = new GoogleEngine({ credentials: key, endpoint: strict.endpoint })
    const failure = await new Promise<Error>(resolve => {
      void engine.open({ languageCode: 'en-US' }, event => event.type === 'failed' && resolve(event.error))
    })
    expect(failure.message).toMatch(/does not have permission/)
    await strict.close()
    const long = await startGoogleStandIn('one more minute', { finalEveryMs: 1_000 })
    const rotating = new GoogleEngine({ credentials: key, endpoint: long.endpoint, rotateMs: 2_000 })
    const finals: RecognitionResult[] = []
    let next = () => {}
    const stream = await rotating.open({ languageCode: 'en-US' }, event => {
      if (event.type !== 'final') return
      finals.push(event.result)
      next()
    })
    for (let second = 0; second < 6; second++) {
      const final = new Promise<void>(resolve => {
        next = resolve
      })
      stream.write(silence(1))
      await final
    }
    await stream.end()
    expect(long.configs.length).toBeGreaterThanOrEqual(2)
    expect(finals).toHaveLength(6)
    expect(finals.at(-1)!.endMs).toBeGreaterThan(5_000)
    await rotating.close()
    await long.close()
  })

  test('says what is wrong with its credentials', async () => {
    expect((await new GoogleEngine({}).availability()).reason).toMatch(/GOOGLE_APPLICATION_CREDENTIALS/)
    expect(
      (await new GoogleEngine({ credentials: join(folder, 'none.json') }).availability()).reason,
    ).toMatch(/no such file/)
    writeFileSync(join(folder, 'other.json'), '{}')
    expect(
      (await new GoogleEngine({ credentials: join(folder, 'other.json') }).availability()).reason,
    ).toMatch(/service account/)
  })
})

describe('the registry', () => {
  test('ASR-05 lists every engine with the reason when it is not there, and refuses by name', async () => {
    const down = new ScriptedEngine({
      name: 'k2',
      availability: { available: false, reason: 'no model', languages: [] },
    })
    const registry = new EngineRegistry([new ScriptedEngine(), down])
    expect((await registry.list()).map(({ name, available, reason }) => [name, available, reason])).toEqual([
      ['nutcracker', true, undefined],
      ['k2', false, 'no model'],
    ])
    const open = (name: string, languageCode = 'en-US') => registry.open(name, { languageCode }, () => {})
    await expect(open('k2')).rejects.toMatchObject({ reason: 'unavailable', message: 'no model' })
    await expect(open('whatever')).rejects.toMatchObject({ reason: 'unavailable' })
    await expect(open('nutcracker', 'tlh')).rejects.toMatchObject({ reason: 'unsupported_language' })
    await expect(open('nutcracker', 'fr-CA')).resolves.toBeDefined()
    await registry.close()
  })
})
