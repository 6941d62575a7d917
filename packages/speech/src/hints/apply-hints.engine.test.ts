import { concatPcm, SAMPLE_RATE_HZ } from '@livetap/audio'
import { describe, expect, test } from 'vitest'
import { modelsRoot } from '../models/model-folder'
import { recognizeFinal } from '../nutcracker/recognize-english'
import { RecognizerModels } from '../nutcracker/recognizer-models'
import type { SpeechHints } from '../recognition'
import { exactTexts } from '../testing/exact-texts'
import { wordError } from '../testing/measure/word-error'
import { missingModels } from '../testing/model-state'
import { phrases } from '../testing/own-recordings'
import { loadRecording } from '../testing/recordings'
import { silence } from '../testing/synthetic-sound'

const missing = await missingModels('moonshine')
const models = new RecognizerModels({ modelsRoot: modelsRoot(), threads: 2 })

const names = [
  'Siobhan Kaczmarek',
  'Nguyen Thanh',
  'Saoirse',
  'Ximena',
  'Wojciech',
  'Szymanski',
  'Bianchi',
  'Livetap',
  'Okonkwo',
  'Zelenskyy',
  'Piketty',
  'Grafana',
  'Fastify',
  'Mbappe',
  'Djokovic',
  'Rajapaksa',
  'Thorvald',
  'Annika',
  'Eskil',
  'Oleksandr',
  'Lindqvist',
  'Aoife',
  'Guillermo',
  'Xiaoming',
  'Vitest',
  'Redis',
  'Kowalczyk',
  'Chakraborty',
  'Terraform',
  'Szczesny',
  'Bjornstad',
  'Zelalem',
]
const hints: SpeechHints = {
  phrases: names.slice(0, 13),
  entities: [{ type: 'names', entries: names.slice(13) }],
  weight: 0.6,
  limitVocabToPhrases: false,
}
const hear = (pcm: Int16Array, given?: SpeechHints, draft: number[] = []) =>
  recognizeFinal(models, { pcm, draft, wordTimes: false, hints: given })

describe.skipIf(missing)('speech hints', { meta: { skipReason: missing } }, () => {
  test('ASR-08 at least 20 names that are written wrongly are right with hints; weight 0 changes nothing', async () => {
    const spoken = phrases('names')
    let fixed = 0
    for (const [index, name] of names.entries()) {
      const { text, pcm: said } = spoken[index]!
      const pcm = concatPcm([silence(0.2), said, silence(0.3)])
      expect(text).toContain(name)
      const plain = await hear(pcm)
      const hinted = await hear(pcm, hints, plain.tokens)
      const right = (text: string) => text.includes(name)
      if (!right(plain.text) && right(hinted.text)) fixed += 1
      else console.log(`${name}: "${plain.text}" → "${hinted.text}"`)
      if (index % 8 === 0) expect(await hear(pcm, { ...hints, weight: 0 })).toEqual(plain)
    }
    console.log(`hints: ${fixed} of ${names.length} names`)
    expect(fixed).toBeGreaterThanOrEqual(20)
  })
})

describe.skipIf(missing)('speech hints on other speech', { meta: { skipReason: missing } }, () => {
  test('ASR-08 speech that has nothing to do with the hints stays as it is', async () => {
    for (const { load } of exactTexts) {
      const pcm = load().subarray(0, 8 * SAMPLE_RATE_HZ)
      const plain = await hear(pcm)
      const hinted = await hear(pcm, { ...hints, weight: 1 }, plain.tokens)
      // Processors round differently, and a sentence that is cut off may have a full stop or none.
      expect(wordError(plain.text, hinted.text).errors).toBe(0)
    }
  })

  test('ASR-08 limit_vocab_to_phrases answers phrases of the list or nothing', async () => {
    const pcm = loadRecording('austen-0890')
    const only = (phrases: string[]): SpeechHints => ({
      phrases,
      entities: [],
      weight: 0.6,
      limitVocabToPhrases: true,
    })
    expect((await hear(pcm, only(['rather selfish', 'cold hearted', 'pizza']))).text).toBe(
      'cold hearted rather selfish',
    )
    expect((await hear(pcm, only(['pizza', 'open the window']))).text).toBe('')
  })
})
