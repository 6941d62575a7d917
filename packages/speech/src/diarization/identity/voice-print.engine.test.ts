import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { concatPcm, SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { expect, test } from 'vitest'
import { modelsRoot } from '../../models/model-folder'
import { RecognizerModels } from '../../nutcracker/recognizer-models'
import { ownWeights } from '../../onnx/own-weights'
import { missingModels } from '../../testing/model-state'
import { phrases } from '../../testing/own-recordings'
import { loadRecording } from '../../testing/recordings'
import { matchVoices } from './match-voices'
import { VOICE_PRINT_VERSION, voicePrint } from './voice-print'

const missing = await missingModels('silero', 'speaker')

/** Every other sentence of one voice of the conversation. */
const saidBy = (voice: number, half: 0 | 1) =>
  concatPcm(
    phrases('conversation')
      .filter(phrase => phrase.voice === voice)
      .filter((_, at) => at % 2 === half)
      .map(({ startMs, endMs }) =>
        loadRecording('conversation').slice(startMs * SAMPLES_PER_MS, endMs * SAMPLES_PER_MS),
      ),
  )

test('prints have another version when the network is another', () => {
  const sha256 = createHash('sha256')
    .update(readFileSync(ownWeights('voice.onnx')))
    .digest('hex')
  expect({ sha256: sha256.slice(0, 8), voicePrintVersion: VOICE_PRINT_VERSION }).toEqual({
    sha256: '563a2b3b',
    voicePrintVersion: 3,
  })
})

test.skipIf(missing)(
  'a voice is known again by other words, and another one is not taken for it',
  { meta: { skipReason: missing } },
  async () => {
    const models = new RecognizerModels({ modelsRoot: modelsRoot(), threads: 1 })
    const [silero, speaker, network] = await Promise.all([
      models.silero(),
      models.speaker(),
      models.voiceNetwork(),
    ])
    const printOf = async (pcm: Int16Array) => await voicePrint({ silero, speaker, network }, pcm)
    const before = (await printOf(saidBy(400, 0)))!
    const named = [
      { id: 'a', name: 'Anna', print: before },
      { id: 'b', name: 'Ben', print: (await printOf(saidBy(620, 0)))! },
    ]
    const anna = { speaker: '2', print: (await printOf(saidBy(400, 1)))! }
    const stranger = { speaker: '1', print: (await printOf(loadRecording('jfk')))! }
    expect(matchVoices([stranger, anna], named)).toEqual([{ speaker: '2', voice: named[0] }])
    expect(matchVoices([stranger], named)).toEqual([])
    expect(await printOf(loadRecording('jfk').slice(0, 3 * SAMPLE_RATE_HZ))).toBeUndefined()
  },
)
