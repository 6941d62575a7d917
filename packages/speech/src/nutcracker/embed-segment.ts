import { diarizationSettings } from '../diarization/diarize-recording'
import { speakerFeatures } from '../diarization/speaker-features'
import type { Job, JobResult, VoiceWindow } from '../pool/jobs'
import type { RecognizerModels } from './recognizer-models'

/** One vector for a short segment, and one a window where a second voice could have come in. */
export async function embedSegment(models: RecognizerModels, job: Job<'embed'>): Promise<JobResult<'embed'>> {
  const sound = await speakerFeatures(await models.silero(), job.pcm)
  const { voiced } = sound
  if (voiced.length === 0) return { windows: [] }
  const model = await models.speaker()
  const sums = await model.frameSums(sound, 0, voiced.length)
  const { windowFrames } = diarizationSettings
  const windows: VoiceWindow[] = []
  const hop = Math.max(1, Math.ceil(voiced.length / windowFrames))
  const size = Math.ceil(voiced.length / hop)
  for (let from = 0; from < voiced.length; from += size) {
    const to = Math.min(voiced.length, from + size)
    const vector = model.embed(sums, from, to)
    if (vector) windows.push({ startMs: from * 10, endMs: to * 10, vector })
  }
  return { windows }
}
