import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RecognizerPool } from '../pool/recognizer-pool'
import { missingModels } from '../testing/model-state'
import { loadRecording } from '../testing/recordings'
import { silence } from '../testing/synthetic-sound'
import { SpeechTranslator } from './translate-speech'

const missing = await missingModels('whisper')

describe.skipIf(missing)('translation of speech', { meta: { skipReason: missing } }, () => {
  let pool: RecognizerPool
  beforeAll(() => {
    pool = new RecognizerPool({ processes: 1 })
  })
  afterAll(() => pool.close())

  test('French speech becomes English text, and silence becomes none', async () => {
    const translator = new SpeechTranslator(pool)
    expect(await translator.availability()).toEqual({ available: true })
    expect(await translator.translate(loadRecording('fr-common-voice-17767732'), 'fr-FR')).toMatch(
      /idea.*national assembly/i,
    )
    expect(await translator.translate(silence(3), 'fr-FR')).toBe('')
  })
})
