import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SAMPLE_RATE_HZ, wavToPcm } from '@livetap/audio'
import { afterAll, describe, expect, test } from 'vitest'
import { modelsRoot } from '../models/model-folder'
import { recognizeFinal } from '../nutcracker/recognize-english'
import { RecognizerModels } from '../nutcracker/recognizer-models'
import type { SpeechHints } from '../recognition'
import { exactTexts } from '../testing/exact-texts'
import { missingModels } from '../testing/model-state'
import { loadRecording, sharedAudio } from '../testing/recordings'

const missing = await missingModels('moonshine')
const models = new RecognizerModels({ modelsRoot: modelsRoot(), threads: 2 })

const names = [
  'Siobhan Kaczmarek',
  'Nguyen Thanh',
  'Saoirse',
  'Ximena',
  'Wojciech',
  'Szymanski',
  'Krzyzewski',
  'Livetap',
  'Kubernetes',
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
  'Yamaguchi',
  'Aoife',
  'Guillermo',
  'Xiaoming',
  'Vitest',
  'Redis',
  'Kowalczyk',
  'Chakraborty',
  'Mkhitaryan',
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

function hasFlite(): boolean {
  try {
    return execFileSync('flite', ['-lv']).includes('slt')
  } catch {
    console.log('hints are not tested on synthesised names: flite is not installed')
    return false
  }
}

const folder = mkdtempSync(join(tmpdir(), 'hints-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function say(text: string): Int16Array {
  const file = join(folder, 'say.wav')
  execFileSync('flite', ['-voice', 'slt', '-t', text, '-o', file])
  return wavToPcm(readFileSync(file))
}

describe.skipIf(missing || !hasFlite())('speech hints', { timeout: 600_000 }, () => {
  test('ASR-08 at least 20 names that are written wrongly are right with hints; weight 0 changes nothing', async () => {
    const carriers = ['Yesterday I spoke with # about the report.', 'Please ask # to join the meeting.']
    let fixed = 0
    for (const [index, name] of names.entries()) {
      const pcm = say(carriers[index % 2 === 0 ? 0 : 1]!.replace('#', name))
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

describe.skipIf(missing || !sharedAudio())('speech hints on other speech', { timeout: 300_000 }, () => {
  test('ASR-08 speech that has nothing to do with the hints stays as it is', async () => {
    for (const { load } of exactTexts) {
      const pcm = load().subarray(0, 8 * SAMPLE_RATE_HZ)
      const plain = await hear(pcm)
      expect((await hear(pcm, { ...hints, weight: 1 }, plain.tokens)).text).toBe(plain.text)
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
