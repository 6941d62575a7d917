import { pcmToFloat, SAMPLE_RATE_HZ } from '@livetap/audio'
import { describe, expect, test } from 'vitest'
import { modelsRoot } from '../models/model-folder'
import { recognizeFinal } from '../nutcracker/recognize-english'
import { RecognizerModels } from '../nutcracker/recognizer-models'
import { wordTimeErrors } from '../testing/measure/word-times'
import { missingModels } from '../testing/model-state'
import { phrases } from '../testing/own-recordings'
import { loadRecording } from '../testing/recordings'
import { singleWords } from '../testing/single-words'
import { Aligner } from './aligner'

const missing = await missingModels('moonshine')
const words = singleWords().slice(0, 150)

describe.skipIf(missing)('word times', { meta: { skipReason: missing } }, () => {
  test('over 100 single words joined at known places: the median error is at most 80 ms', async () => {
    const models = new RecognizerModels({ modelsRoot: modelsRoot(), threads: 2 })
    const { errors, median, p95 } = await wordTimeErrors(words, async pcm => {
      const found = await recognizeFinal(models, { pcm, draft: [], wordTimes: true })
      return found.timesEstimated ? [] : found.words
    })
    console.log(
      `word times: ${errors.length / 2} words, median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    )
    expect(errors.length / 2).toBeGreaterThanOrEqual(100)
    expect(median).toBeLessThanOrEqual(80)
  })
})

describe('alignment', () => {
  test('names outside the dictionary, "4%" and "Mr." keep their times', async () => {
    const aligner = await Aligner.load()
    const samples = pcmToFloat(loadRecording('austen-0870'))
    const written = 'And Mr. John Dashwoodley had then leisure to consider'.split(' ')
    const spans = await aligner.align(samples.subarray(0, 3.6 * SAMPLE_RATE_HZ), written)
    expect(spans).toHaveLength(written.length)
    const [, mister, john, name, had] = spans!
    expect(mister!.endMs - mister!.startMs).toBeGreaterThan(100)
    expect(john!.startMs).toBeGreaterThanOrEqual(mister!.endMs)
    expect(name!.endMs - name!.startMs).toBeGreaterThan(200)
    expect(had!.startMs).toBeGreaterThanOrEqual(name!.endMs)
    const [question] = phrases('percent')
    const percent = await aligner.align(pcmToFloat(question!.pcm), question!.text.split(' '))
    expect(percent).toHaveLength(9)
    const four = percent![5]!
    expect(four.endMs - four.startMs).toBeGreaterThan(300)
    expect(percent![6]!.startMs).toBeGreaterThanOrEqual(four.endMs)
  })
})
