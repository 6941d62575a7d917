import {
  twoStageClustering,
  type VectorOf,
  type Voice,
} from '../../diarization/clustering/two-stage-clustering'
import { vbxVoices, type WindowOfBoth } from '../../diarization/clustering/vbx-voices'
import { diarizationSettings, windowsIn } from '../../diarization/diarize-recording'
import { type FrameSums, poolStatistics } from '../../diarization/embeddings/statistics-pooling'
import type { XVectorModel } from '../../diarization/embeddings/xvector-model'
import { speakerFeatures } from '../../diarization/features/speaker-features'
import { embeddingAround, likeness, type PlacedWindow } from '../../diarization/refine/step-likeness'
import { viterbiPath } from '../../diarization/refine/viterbi-resegmentation'
import type { Job, JobResult } from '../../pool/jobs'
import { voicedSpans } from '../../voice/voiced-spans'
import type { RecognizerModels } from '../recognizer-models'

/** From here on, some ten seconds of speech, voices are found in the order of time. Frames, counted in each window. */
const MIN_FOR_VBX = 1_800
/** A voice of fewer frames is not yet one: a crumb at the start of a stream would be announced, and then prove to be another's. */
const MIN_TO_ANNOUNCE = 200

type Windows = (PlacedWindow & WindowOfBoth)[]

/**
 * The voices of all that a stream has said so far, found as in a whole recording, and whose each step of its newest
 * segment is. Voices are numbers of this answer alone: whose they were before, the labels of the windows say.
 */
export async function voicesOfSegment(
  models: RecognizerModels,
  job: Job<'voices'>,
): Promise<JobResult<'voices'>> {
  const sound = await speakerFeatures(await models.silero(), job.pcm)
  const frames = sound.voiced.length
  const model = await models.speaker()
  const sums = await model.frameSums(sound, 0, frames)
  const { minVoiced, runs, stepFrames } = diarizationSettings
  const spans = windowsIn(voicedSpans(sound.probabilities, runs))
    .map(({ from, to }) => ({ from, pool: poolStatistics(sums, from, to) }))
    .filter(({ pool }) => pool.count >= minVoiced)
  const network = await models.voiceNetwork()
  const embeddings = await network.vectorsAt(
    job.pcm,
    spans.map(({ from }) => from),
  )
  const windows: Windows = spans.map(({ from, pool }, at) => ({
    from,
    pool,
    vector: model.vectorOf(pool),
    embedding: embeddings[at]!,
  }))
  const all = [...job.earlier, ...windows]
  const stepMs = stepFrames * 10
  if (all.length === 0) return { windows, labels: [], steps: [], stepMs }
  const voices = voicesOf(all, pool => model.vectorOf(pool))
  const labels = all.map(window => voices.findIndex(voice => voice.windows.includes(window)))
  return { windows, labels, steps: stepsOf(model, { sums, frames, windows }, voices), stepMs }
}

function voicesOf(windows: readonly WindowOfBoth[], vectorOf: VectorOf): Voice[] {
  const spoken = windows.reduce((sum, { pool }) => sum + pool.count, 0)
  const voices =
    spoken >= MIN_FOR_VBX
      ? vbxVoices(windows, diarizationSettings.minOfVoice, vectorOf)
      : twoStageClustering(windows, diarizationSettings.voices, vectorOf)
  return voices.filter(({ pool }, at) => at === 0 || pool.count >= MIN_TO_ANNOUNCE)
}

interface Segment {
  sums: FrameSums
  frames: number
  windows: Windows
}

/** The voice of every step, by the second around it. */
function stepsOf(
  model: XVectorModel,
  { sums, frames, windows }: Segment,
  voices: readonly Voice[],
): number[] {
  const { windowFrames, stepFrames, rescoreFrames, minInStep, stepTimbre, switchPenalty } =
    diarizationSettings
  const count = Math.ceil(frames / stepFrames)
  if (voices.length === 1) return new Array<number>(count).fill(0)
  const scores = Array.from({ length: count }, (_, at) => {
    const middle = (at + 0.5) * stepFrames
    const pool = poolStatistics(sums, Math.max(0, middle - rescoreFrames / 2), middle + rescoreFrames / 2)
    if (pool.count < minInStep) return undefined
    const step = { count: pool.count, timbre: pool.timbre, vector: model.vectorOf(pool) }
    const embedding = embeddingAround(windows, middle, windowFrames)
    return voices.map(voice => likeness(step, embedding, voice, stepTimbre))
  })
  return viterbiPath(scores, voices.length, switchPenalty)
}
