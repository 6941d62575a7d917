import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { RecognizerPool } from '../pool/recognizer-pool'
import { SpeechError } from '../speech-error'
import { Apertium } from './apertium'
import { LibreTranslate } from './libre-translate'
import { SpeechTranslator } from './translate-speech'
import type { TranslationPair, Translator } from './translator'
import { TranslatorRegistry } from './translator-registry'

/** A server on this machine that answers as the listener says. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const body = async (request: AsyncIterable<Buffer>) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>
}

describe('a LibreTranslate server', () => {
  const languages = [{ code: 'en', targets: ['en', 'fr'] }, { code: 'fr' }]

  test('is asked what it can and then for the translation, with the key when there is one', async () => {
    const asked: Record<string, unknown>[] = []
    let lists = 0
    const url = await serve(async (request, response) => {
      response.setHeader('content-type', 'application/json')
      if (request.url === '/languages') {
        lists += 1
        response.end(JSON.stringify(languages))
        return
      }
      asked.push({ path: request.url, ...(await body(request)) })
      response.end(JSON.stringify({ translatedText: 'bonjour' }))
    })
    const translator = new LibreTranslate({ url, apiKey: 'k' })
    expect(await translator.availability()).toEqual({
      available: true,
      pairs: [
        { from: 'en', to: 'fr' },
        { from: 'fr', to: 'en' },
      ],
    })
    await translator.availability()
    expect(lists).toBe(1)
    expect(await translator.translate('hello', 'en', 'fr')).toBe('bonjour')
    expect(asked).toEqual([
      { path: '/translate', q: 'hello', source: 'en', target: 'fr', format: 'text', api_key: 'k' },
    ])
  })

  test.each([
    ['back', -1],
    ['forward', 1],
  ])('is asked what it can once a minute, though the clock is set %s by an hour', async (_way, hours) => {
    let lists = 0
    const url = await serve((_request, response) => {
      lists += 1
      response.end(JSON.stringify(languages))
    })
    const passed = vi.spyOn(performance, 'now').mockReturnValue(0)
    const translator = new LibreTranslate({ url })
    await translator.availability()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
    onTestFinished(() => {
      vi.useRealTimers()
      passed.mockRestore()
    })
    await translator.availability()
    expect(lists).toBe(1)
    passed.mockReturnValue(61_000)
    await translator.availability()
    expect(lists).toBe(2)
  })

  test('that is down, refuses or answers nonsense is a named error, and is asked again at once', async () => {
    let status = 500
    const url = await serve((request, response) => {
      response.statusCode = status
      response.end(request.url === '/languages' ? JSON.stringify(languages) : '{"error":"no"}')
    })
    const translator = new LibreTranslate({ url })
    expect(await translator.availability()).toMatchObject({
      available: false,
      reason: expect.stringMatching(/answered 500/),
      pairs: [],
    })
    await expect(translator.translate('hello', 'en', 'fr')).rejects.toMatchObject({ reason: 'remote' })
    status = 200
    expect((await translator.availability()).available).toBe(true)
    await expect(translator.translate('hello', 'en', 'fr')).rejects.toMatchObject({
      reason: 'remote',
      message: 'The server sent no translation',
    })
    expect((await new LibreTranslate({}).availability()).reason).toMatch(/LIVETAP_TRANSLATE_URL/)
  })

  test('that does not answer is given up, and so is one that the caller no longer waits for', async () => {
    const url = await serve(() => {})
    await expect(
      new LibreTranslate({ url, timeoutMs: 50 }).translate('hello', 'en', 'fr'),
    ).rejects.toMatchObject({ reason: 'remote' })
    const stop = new AbortController()
    const work = new LibreTranslate({ url }).translate('hello', 'en', 'fr', stop.signal)
    stop.abort()
    await expect(work).rejects.toBeInstanceOf(SpeechError)
  })
})

const apertium = new Apertium()
const installed = (await apertium.availability()).pairs.some(({ from, to }) => from === 'en' && to === 'es')
const skipReason = installed ? undefined : 'apertium is not installed with its pair eng-spa'

describe('apertium', () => {
  test.skipIf(!installed)(
    'translates English to Spanish, and refuses a pair it has not',
    {
      meta: { skipReason },
    },
    async () => {
      const spanish = await apertium.translate('The house is very big.', 'en', 'es')
      expect(spanish).toMatch(/casa .*grande/i)
      await expect(apertium.translate('The house', 'en', 'ru')).rejects.toMatchObject({
        reason: 'unsupported_language',
      })
      await expect(apertium.translate('a'.repeat(20_001), 'en', 'es')).rejects.toMatchObject({
        reason: 'overflow',
      })
    },
  )

  test('that is not installed is not there, with the reason', async () => {
    const none = new Apertium({ program: 'apertium-is-not-here' })
    expect(await none.availability()).toEqual({
      available: false,
      reason: 'The program apertium is not installed',
      pairs: [],
    })
    await expect(none.translate('The house', 'en', 'es')).rejects.toMatchObject({
      reason: 'unsupported_language',
    })
  })
})

describe('the translator registry', () => {
  const knows = (name: string, pairs: TranslationPair[], available = true): Translator => ({
    name,
    availability: async () => (available ? { available, pairs } : { available, pairs: [], reason: 'down' }),
    translate: async (text, from, to) => `${name} ${from}>${to}: ${text}`,
    close: async () => {},
  })
  const enFr = { from: 'en', to: 'fr' }
  const enEs = { from: 'en', to: 'es' }

  test('gives the work to the first translator that is there and can, by the language of a locale', async () => {
    const registry = new TranslatorRegistry([
      knows('down', [enFr], false),
      knows('better', [enFr]),
      knows('other', [enFr, enEs]),
    ])
    expect(await registry.pairs()).toEqual([enFr, enEs])
    expect((await registry.list()).map(({ name, reason }) => [name, reason])).toEqual([
      ['down', 'down'],
      ['better', undefined],
      ['other', undefined],
    ])
    expect(await registry.translate('hello', 'en-US', 'fr-FR')).toBe('better en>fr: hello')
    expect(await registry.translate('hello', 'en-auto', 'es-ES')).toBe('other en>es: hello')
    expect(await registry.translate('hello', 'en-GB', 'en-US')).toBe('hello')
    await expect(registry.translate('hello', 'en', 'ru')).rejects.toMatchObject({
      reason: 'unsupported_language',
    })
    await registry.close()
  })
})

test('without its model speech is not translated, with a reason', async () => {
  const pool = new RecognizerPool({ modelsRoot: '/nowhere' })
  const translator = new SpeechTranslator(pool)
  expect((await translator.availability()).reason).toMatch(/missing/)
  await expect(translator.translate(new Int16Array(SAMPLE_RATE_HZ), 'fr')).rejects.toMatchObject({
    reason: 'unavailable',
  })
  await pool.close()
})
