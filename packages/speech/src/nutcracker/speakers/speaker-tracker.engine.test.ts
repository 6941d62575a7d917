import { SAMPLES_PER_MS } from '@livetap/audio'
import { afterAll, expect, test } from 'vitest'
import type { SpeakerTurn } from '../../diarization/diarizer'
import { modelsRoot } from '../../models/model-folder'
import { RecognizerPool } from '../../pool/recognizer-pool'
import { diarizationError } from '../../testing/measure/diarization-error'
import { missingModels } from '../../testing/model-state'
import { phrases } from '../../testing/own-recordings'
import { loadRecording } from '../../testing/recordings'
import { Segmenter } from '../../voice/segmenter'
import { speechProbabilities } from '../../voice/speech-probabilities'
import { RecognizerModels } from '../recognizer-models'
import { SpeakerTracker } from './speaker-tracker'

const missing = await missingModels('silero', 'speaker')
const pool = new RecognizerPool({ processes: 1 })
afterAll(() => pool.close())

/** Sentence by sentence, as a stream is cut. */
async function segmentsOf(pcm: Int16Array) {
  const silero = await new RecognizerModels({ modelsRoot: modelsRoot(), threads: 1 }).silero()
  const segmenter = new Segmenter()
  const events = [...segmenter.push(await speechProbabilities(silero, pcm)), ...segmenter.finish()]
  return events.flatMap(event => (event.type === 'ended' ? [{ from: event.from, to: event.to }] : []))
}

test.skipIf(missing)(
  'two people who take turns are two voices from the first sentence to the last, and most of it is said by the right one',
  { meta: { skipReason: missing } },
  async () => {
    const pcm = loadRecording('conversation')
    const said = phrases('conversation').map(({ voice, startMs, endMs }) => ({
      speaker: String(voice),
      startMs,
      endMs,
    }))
    const tracker = new SpeakerTracker(pool)
    const found: SpeakerTurn[] = []
    for (const { from, to } of await segmentsOf(pcm)) {
      const offset = from / SAMPLES_PER_MS
      for (const turn of await tracker.turnsOf(pcm.slice(from, to), {
        priority: 'live',
        streamKey: 'stream',
      }))
        found.push({ ...turn, startMs: offset + turn.startMs, endMs: offset + turn.endMs })
    }
    expect(new Set(found.map(({ speaker }) => speaker))).toEqual(new Set(['1', '2']))
    const { confusedMs, speechMs } = diarizationError(said, found)
    expect(confusedMs / speechMs).toBeLessThan(0.3)
  },
)
