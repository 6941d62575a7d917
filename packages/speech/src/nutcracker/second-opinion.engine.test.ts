import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RecognizerPool } from '../pool/recognizer-pool'
import { wordError } from '../testing/measure/word-error'
import { missingModels } from '../testing/model-state'
import { loadRecording } from '../testing/recordings'
import { silence } from '../testing/synthetic-sound'
import { reading } from './reading.test-support'
import { secondOpinion } from './second-opinion'

const missing = await missingModels('whisper')

describe.skipIf(missing)('a second opinion on real speech', { meta: { skipReason: missing } }, () => {
  let pool: RecognizerPool
  beforeAll(() => {
    pool = new RecognizerPool({ processes: 1 })
  })
  afterAll(() => pool.close())
  const text =
    'And so my fellow Americans ask not what your country can do for you ask what you can do for your country'
  const jfk = () => loadRecording('jfk')
  const doubted = (heard: string, confidence: number) => ({
    segmentId: 's1',
    isFinal: true,
    ...reading(60_300, ...heard.split(' ').map(word => [word, confidence] as [string, number])),
    startMs: 60_300,
    endMs: 70_500,
    speakerIds: ['2'],
    languageCode: 'en-US',
  })
  const misheard = text.replace('fellow', 'yellow').replace('can do for you ask', 'candle for you ask')

  test('mends what the first had little trust in, on the clock of the recording', async () => {
    const first = doubted(misheard, 0.3)
    expect(wordError(text, first.text).errors).toBe(3)
    const mended = await secondOpinion(pool, jfk(), first, 60_000)
    expect(wordError(text, mended!.text).errors).toBe(0)
    expect(mended).toMatchObject({ segmentId: 's1', speakerIds: ['2'], languageCode: 'en-US' })
    for (const { startMs, endMs } of mended!.words) {
      expect(startMs).toBeGreaterThanOrEqual(60_000)
      expect(endMs).toBeLessThanOrEqual(71_000)
    }
  })

  test('leaves what the first was sure of, and is absent where nothing is heard', async () => {
    const sure = doubted(misheard, 0.9999)
    expect((await secondOpinion(pool, jfk(), sure, 60_000))!.text).toContain('yellow')
    expect(await secondOpinion(pool, silence(2), sure, 60_000)).toBeUndefined()
  })
})
