import { expect, test } from 'vitest'
import { RecognizerPool } from '../pool/recognizer-pool'
import { SpeechTranslator } from '../translation/translate-speech'
import { missingModels } from './model-state'

test('a test outside of x.engine.test.ts is not skipped for want of a model, it fails with the name it should have', async () => {
  await expect(missingModels('silero')).rejects.toThrow('x.engine.test.ts')
})

test('nor does it get a model that is on this machine', async () => {
  const pool = new RecognizerPool({ processes: 1 })
  const { available, reason } = await new SpeechTranslator(pool).availability()
  expect({ available, reason }).toMatchObject({
    available: false,
    reason: expect.stringContaining('no-models-outside-engine-tests'),
  })
  await pool.close()
})
