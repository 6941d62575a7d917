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
import { VoiceMemory } from './voice-memory'

const missing = await missingModels('silero', 'speaker')
const pool = new RecognizerPool({ processes: 1 })
afterAll(() => pool.close())

interface Segment {
  from: number
  to: number
}

/** Sentence by sentence, as a stream is cut. */
async function segmentsOf(pcm: Int16Array): Promise<Segment[]> {
  const silero = await new RecognizerModels({ modelsRoot: modelsRoot(), threads: 1 }).silero()
  const segmenter = new Segmenter()
  const events = [...segmenter.push(await speechProbabilities(silero, pcm)), ...segmenter.finish()]
  return events.flatMap(event => (event.type === 'ended' ? [{ from: event.from, to: event.to }] : []))
}

const said = () =>
  phrases('conversation').map(({ voice, startMs, endMs }) => ({ speaker: String(voice), startMs, endMs }))

async function turnsOf(tracker: SpeakerTracker, pcm: Int16Array, segments: readonly Segment[]) {
  const found: SpeakerTurn[] = []
  for (const { from, to } of segments) {
    const offset = from / SAMPLES_PER_MS
    const request = { priority: 'live', streamKey: 'stream' } as const
    for (const turn of await tracker.turnsOf(pcm.slice(from, to), request))
      found.push({ ...turn, startMs: offset + turn.startMs, endMs: offset + turn.endMs })
  }
  return found
}

test.skipIf(missing)(
  'two people who take turns are two voices from the first sentence to the last, and most of it is said by the right one',
  { meta: { skipReason: missing } },
  async () => {
    const pcm = loadRecording('conversation')
    const found = await turnsOf(new SpeakerTracker(pool), pcm, await segmentsOf(pcm))
    expect(new Set(found.map(({ speaker }) => speaker))).toEqual(new Set(['1', '2']))
    const { confusedMs, speechMs } = diarizationError(said(), found)
    expect(confusedMs / speechMs).toBeLessThan(0.3)
  },
)

test.skipIf(missing)(
  'a process that knows nothing of two voices but what they said before gives each of them the name it had',
  { meta: { skipReason: missing } },
  async () => {
    const pcm = loadRecording('conversation')
    const segments = await segmentsOf(pcm)
    const half = Math.floor(segments.length / 2)
    const before = await turnsOf(new SpeakerTracker(pool), pcm, segments.slice(0, half))
    expect(new Set(before.map(({ speaker }) => speaker))).toEqual(new Set(['1', '2']))
    const earlier = before.map(({ speaker, startMs, endMs }) => ({
      speaker,
      sound: async () => pcm.slice(startMs * SAMPLES_PER_MS, endMs * SAMPLES_PER_MS),
    }))
    const memory = new VoiceMemory(earlier)
    const after = await turnsOf(new SpeakerTracker(pool, memory), pcm, segments.slice(half))
    expect(memory.knownAgain).toEqual(new Set(['1', '2']))
    expect(new Set(after.map(({ speaker }) => speaker))).toEqual(new Set(['1', '2']))
    // Named the other way round, nearly all of the second half would be confused.
    const { confusedMs, speechMs } = diarizationError(said(), [...before, ...after])
    expect(confusedMs / speechMs).toBeLessThan(0.3)
    const laterMs = segments[half]!.from / SAMPLES_PER_MS
    const later = said().filter(({ startMs }) => startMs >= laterMs)
    const alone = diarizationError(later, after)
    expect(alone.confusedMs / alone.speechMs).toBeLessThan(0.3)
  },
)
