import { concatPcm, SAMPLE_RATE_HZ, samplesToMs } from '@livetap/audio'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { RecognitionResult } from '../recognition'
import { trimmedSpeech } from '../testing/compose'
import { missingModels } from '../testing/model-state'
import { syntheticNoSpeech } from '../testing/no-speech'
import { loadRecording } from '../testing/recordings'
import { NutcrackerEngine } from './nutcracker-engine'

const missing = await missingModels('silero', 'moonshine', 'whisper')
const EACH_S = 8
/** Those that are most like what is heard behind a speaker. */
const behind = syntheticNoSpeech.filter(({ name }) =>
  ['a fan', 'knocks', 'typing', 'breath', 'coughs', 'a whine'].includes(name),
)
const twoMinutes = concatPcm(syntheticNoSpeech.map(({ load }) => load(EACH_S)))

let engine: NutcrackerEngine
beforeAll(() => {
  engine = new NutcrackerEngine({ processes: 1 })
})
afterAll(() => engine.close())

/** All that a stream says, the interims of a live one included. */
async function saidIn(pcm: Int16Array, languageCode: string, isLive: boolean): Promise<RecognitionResult[]> {
  const said: RecognitionResult[] = []
  let wake = () => {}
  const stream = await engine.open({ languageCode, interims: isLive, ensemble: true }, event => {
    if (event.type === 'drained') wake()
    if ('result' in event) said.push(event.result)
  })
  for (let at = 0; at < pcm.length; at += SAMPLE_RATE_HZ / 4) {
    if (stream.write(pcm.subarray(at, at + SAMPLE_RATE_HZ / 4))) continue
    await new Promise<void>(resolve => {
      wake = resolve
    })
  }
  await stream.end()
  return said
}

describe.skipIf(missing)(
  'where no one speaks',
  { timeout: inject('testMs'), meta: { skipReason: missing } },
  () => {
    test.each([
      ['live, English', 'en', true],
      ['a recording, English', 'en', false],
      ['live, by Whisper', 'es', true],
      ['a recording, by Whisper', 'es', false],
    ])('no word is written in two minutes of noises, tones and music: %s', async (_, language, isLive) => {
      expect(twoMinutes.length / SAMPLE_RATE_HZ).toBe(120)
      const said = await saidIn(twoMinutes, language, isLive)
      expect(said.map(({ text }) => text)).toEqual([])
    })

    test.each([
      ['en', 'austen-0880'],
      ['fr', 'fr-goforward'],
    ])('no word is written behind a sentence that a noise follows: %s', async (language, name) => {
      const speech = trimmedSpeech(loadRecording(name))
      const endMs = samplesToMs(speech.length)
      for (const { load } of behind) {
        const said = await saidIn(concatPcm([speech, load(2)]), language, true)
        const words = said.filter(({ isFinal }) => isFinal).flatMap(result => result.words)
        expect(words.length).toBeGreaterThan(0)
        expect(words.filter(({ startMs }) => startMs > endMs + 300)).toEqual([])
      }
    })

    test('a recogniser that is given a noise all the same writes nothing', async () => {
      for (const { name, load } of syntheticNoSpeech) {
        const pcm = load(3)
        const request = { priority: 'batch' } as const
        const english = await engine.pool.run('final', { pcm, draft: [], wordTimes: false }, request)
        const job = { pcm, language: 'es', task: 'transcribe', wordTimes: false } as const
        const spanish = await engine.pool.run('whisper', job, request)
        expect({ name, texts: [english?.text, spanish?.text] }).toEqual({ name, texts: ['', ''] })
      }
    })
  },
)
