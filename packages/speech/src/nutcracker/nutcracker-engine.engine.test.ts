import { concatPcm, SAMPLE_RATE_HZ } from '@livetap/audio'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { RecognitionResult } from '../recognition'
import { SpeechError } from '../speech-error'
import { trimmedSpeech } from '../testing/compose'
import { exactTexts } from '../testing/exact-texts'
import { totalWordError, wordError } from '../testing/measure/word-error'
import { missingModels } from '../testing/model-state'
import { phrases } from '../testing/own-recordings'
import { loadRecording } from '../testing/recordings'
import { music, noise, scaled, silence } from '../testing/synthetic-sound'
import { transcribe } from '../transcribe'
import { NutcrackerEngine } from './nutcracker-engine'

const missing = await missingModels('silero', 'moonshine', 'whisper', 'speaker')

let engine: NutcrackerEngine
beforeAll(() => {
  engine = new NutcrackerEngine({ processes: 1, capacity: { live: 2 } })
})
afterAll(() => engine.close())

type Said = { type: 'interim' | 'final'; result: RecognitionResult }

/** As a client does it: blocks of 1024 samples, waiting when asked to, and once, at `pauseAt`, for an interim result. */
async function stream(
  pcm: Int16Array,
  options: { languageCode?: string; diarization?: boolean } = {},
  { pauseAt }: { pauseAt?: number } = {},
) {
  const said: Said[] = []
  let wake = () => {}
  const open = await engine.open({ languageCode: 'en-auto', ...options }, event => {
    if ('result' in event) said.push(event)
    if (event.type === 'drained') wake()
  })
  for (let at = 0; at < pcm.length; at += 1024) {
    if (pauseAt !== undefined && at >= pauseAt)
      await vi.waitFor(() => expect(said.map(({ type }) => type)).toContain('interim'))
    if (open.write(pcm.subarray(at, at + 1024))) continue
    await new Promise<void>(resolve => {
      wake = resolve
    })
  }
  await open.end()
  return { said, finals: said.filter(({ type }) => type === 'final').map(({ result }) => result), open }
}
const textOf = (results: RecognitionResult[]) => results.map(({ text }) => text).join(' ')

describe.skipIf(missing)(
  'nutcracker on real speech',
  { timeout: inject('testMs'), meta: { skipReason: missing } },
  () => {
    test('exact English texts are recognised with at most 5 % of words wrong', async () => {
      const errors = []
      for (const { name, text, load } of exactTexts) {
        const found = await transcribe(engine, load(), { languageCode: 'en-US' })
        const error = wordError(text, textOf(found))
        if (error.errors) console.log(`${name}: ${JSON.stringify(error.differences)}`)
        errors.push(error)
        for (const { confidence, text: written } of found) {
          expect(confidence).toBeGreaterThan(0)
          expect(confidence).toBeLessThan(1)
          expect(written).toMatch(/^[A-Z].*[.,?!]$/)
        }
      }
      console.log(
        `word error rate ${(totalWordError(errors) * 100).toFixed(1)} % over ${errors.reduce((n, e) => n + e.words, 0)} words`,
      )
      expect(totalWordError(errors)).toBeLessThanOrEqual(0.05)
    })

    test('ASR-04 interims come before the final of their segment and never after it; ids and times are in order', async () => {
      const { said, finals, open } = await stream(loadRecording('jfk'), {}, { pauseAt: 1.5 * SAMPLE_RATE_HZ })
      expect(said[0]!.type).toBe('interim')
      const settled = new Set<string>()
      for (const { type, result } of said) {
        expect(settled.has(result.segmentId)).toBe(false)
        if (type === 'final') settled.add(result.segmentId)
      }
      expect(settled.size).toBe(finals.length)
      let lastMs = 0
      for (const word of finals.flatMap(({ words }) => words)) {
        expect(word.startMs).toBeGreaterThanOrEqual(lastMs - 1)
        expect(word.endMs).toBeGreaterThanOrEqual(word.startMs)
        lastMs = word.endMs
      }
      expect(lastMs).toBeLessThanOrEqual(11_000)
      expect(open.settledMs).toBeGreaterThanOrEqual(10_900)
      expect(wordError(exactTexts[0]!.text, textOf(finals)).errors).toBeLessThanOrEqual(1)
    })

    test('a stream that goes on counts its times from where it was cut', async () => {
      const found = await transcribe(engine, loadRecording('austen-0880'), {
        languageCode: 'en',
        startMs: 60_000,
      })
      expect(found[0]!.startMs).toBeGreaterThanOrEqual(60_000)
      expect(found[0]!.words[0]!.startMs).toBeLessThan(61_000)
    })

    test('very quiet speech is not lost', async () => {
      const found = await transcribe(engine, scaled(loadRecording('austen-0880'), 0.02), {
        languageCode: 'en',
      })
      expect(wordError('he was not an ill disposed young man', textOf(found)).errors).toBeLessThanOrEqual(2)
    })

    test('French is recognised by Whisper, with word times', async () => {
      const found = await transcribe(engine, loadRecording('fr-goforward'), { languageCode: 'fr-FR' })
      expect(textOf(found)).toMatch(/de\b/)
      expect(found[0]!.languageCode).toBe('fr-FR')
      expect(found[0]!.words.length).toBeGreaterThanOrEqual(2)
    })

    test('ASR-11 two voices of one stream get two speaker ids, each its own again later, and a line each where they follow without a pause', async () => {
      const [a, b] = [loadRecording('austen-0870'), loadRecording('jfk')]
      const close = [
        trimmedSpeech(loadRecording('austen-0880')),
        trimmedSpeech(b.subarray(-3 * SAMPLE_RATE_HZ)),
      ]
      const pieces = [a, silence(1), b, silence(1), a, silence(1), close[0]!, silence(0.2), close[1]!]
      const { finals } = await stream(concatPcm(pieces), { diarization: true })
      const speakerAt = (ms: number) =>
        finals.find(({ startMs, endMs }) => startMs <= ms && endMs >= ms)?.speakerIds[0]
      expect(speakerAt(3_000)).toBe('1')
      expect(speakerAt(17_000)).toBe('2')
      expect(speakerAt(23_500)).toBe('1')
      for (const { speakerIds } of finals) expect(speakerIds).toHaveLength(1)
      const speakerOf = (word: RegExp) => finals.findLast(({ text }) => word.test(text))?.speakerIds
      expect(speakerOf(/young man/)).toEqual(['1'])
      expect(speakerOf(/country/)).toEqual(['2'])
      expect(new Set(finals.flatMap(({ speakerIds }) => speakerIds))).toEqual(new Set(['1', '2']))
      expect(new Set(finals.map(({ segmentId }) => segmentId)).size).toBe(finals.length)
    })
  },
)

describe.skipIf(missing)(
  'nutcracker without speech',
  { timeout: inject('testMs'), meta: { skipReason: missing } },
  () => {
    test.each([
      ['silence', silence(10)],
      ['white noise', noise(10)],
      ['dull noise', noise(10, 0.2, 0.97)],
      ['music', music(10)],
    ])('nothing is invented on %s', async (_, sound) => {
      const { said } = await stream(sound)
      expect(said.map(({ result }) => result.text)).toEqual([])
    })

    test('an unknown language and more streams than a user may open are refused by name, and counted', async () => {
      await expect(engine.open({ languageCode: 'tlh' }, () => {})).rejects.toMatchObject({
        reason: 'unsupported_language',
      })
      const options = { languageCode: 'en', owner: { userId: 'user-1', inMeeting: false } }
      const open = await Promise.all(Array.from({ length: 8 }, () => engine.open(options, () => {})))
      await expect(engine.open(options, () => {})).rejects.toMatchObject({ reason: 'user_limit' })
      expect(engine.pool.stats().refused).toBe(1)
      for (const one of open) one.abort()
      expect(engine.pool.stats().streams.live).toBe(0)
    })

    test('a caller that does not wait is failed at the bound instead of filling the memory', async () => {
      let failure: SpeechError | undefined
      const open = await engine.open({ languageCode: 'en' }, event => {
        if (event.type === 'failed') failure = event.error
      })
      const minute = silence(61)
      expect(open.write(minute)).toBe(true)
      expect(failure).toBeInstanceOf(SpeechError)
      expect(failure!.reason).toBe('overflow')
      await expect(open.end()).rejects.toBe(failure)
    })

    test('missing models make the engine unavailable with a reason', async () => {
      const bare = new NutcrackerEngine({ modelsRoot: '/nowhere' })
      expect(await bare.availability()).toMatchObject({
        available: false,
        reason: expect.stringMatching(/missing/),
      })
      await expect(bare.open({ languageCode: 'en' }, () => {})).rejects.toMatchObject({
        reason: 'unavailable',
      })
      await bare.close()
    })
  },
)

describe.skipIf(missing)(
  'nutcracker when its process dies',
  { timeout: inject('testMs'), meta: { skipReason: missing } },
  () => {
    test('the work is done again in a new process and no word is lost', async () => {
      const before = engine.pool.stats().crashes
      let killed = false
      const results: RecognitionResult[] = []
      const clip = loadRecording('austen-0870')
      const work = transcribe(engine, concatPcm([clip, silence(1), clip]), {
        languageCode: 'en',
        onProgress: () => {
          if (!killed) process.kill(engine.pool.pids[0]!, 'SIGKILL')
          killed = true
        },
        onFinal: result => results.push(result),
      })
      await work
      expect(engine.pool.stats().crashes).toBe(before + 1)
      const text = `${exactTexts[1]!.text} ${exactTexts[1]!.text}`
      expect(wordError(text, textOf(results)).rate).toBeLessThanOrEqual(0.05)
    })

    test('a job that kills every process fails its stream with a clear error', async () => {
      const open = await engine.open({ languageCode: 'en' }, () => {})
      const killer = setInterval(() => {
        for (const pid of engine.pool.pids) process.kill(pid, 'SIGKILL')
      }, 20)
      open.write(loadRecording('austen-0880'))
      await expect(open.end()).rejects.toMatchObject({
        reason: 'crashed',
        message: expect.stringMatching(/ended unexpectedly/),
      })
      clearInterval(killer)
    })

    test('close ends every process', async () => {
      const other = new NutcrackerEngine({ processes: 1 })
      await other.warm()
      const [pid] = other.pool.pids
      await other.close()
      expect(() => process.kill(pid!, 0)).toThrow(/ESRCH/)
    })
  },
)

describe.skipIf(missing)(
  'nutcracker on single words',
  { timeout: inject('testMs'), meta: { skipReason: missing } },
  () => {
    test('digits said alone are not lost', async () => {
      const names = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
      const digits = phrases('words').slice(0, names.length)
      const found = await transcribe(engine, concatPcm(digits.flatMap(({ pcm }) => [pcm, silence(1)])), {
        languageCode: 'en',
      })
      const { errors } = wordError(names.join(' '), textOf(found))
      console.log(`digits: ${textOf(found)}`)
      expect(errors).toBeLessThanOrEqual(2)
    })
  },
)
