import { pcmToFloat, SAMPLE_RATE_HZ, samplesToMs } from '@livetap/audio'
import { diarizeRecording } from '../diarization/diarize-recording'
import { speakerFeatures } from '../diarization/features/speaker-features'
import { voicePrint } from '../diarization/identity/voice-print'
import type { Job, JobKind, JobResult } from '../pool/jobs'
import { freshVadState } from '../voice/silero'
import { speechProbabilities } from '../voice/speech-probabilities'
import { voicedSpans } from '../voice/voiced-spans'
import { withCallLikelihood } from './detect-call'
import { recognizeFinal, recognizeInterim } from './recognize-english'
import type { RecognizerModels } from './recognizer-models'
import { voicesOfSegment } from './speakers/voices-of-segment'

type Handlers = { [K in JobKind]: (models: RecognizerModels, job: Job<K>) => Promise<JobResult<K>> }

export const jobHandlers: Handlers = {
  vad: async (models, job) => (await models.silero()).run(pcmToFloat(job.pcm), job.state ?? freshVadState()),
  interim: recognizeInterim,
  final: recognizeFinal,
  whisper: async (models, job) =>
    withCallLikelihood(models, job.pcm, await (await models.whisper(job.size)).recognize(job)),
  languages: async (models, job) => ({ likely: await (await models.whisper()).languages(job.pcm) }),
  voices: voicesOfSegment,
  diarize: async (models, job) => {
    const features = await speakerFeatures(await models.silero(), job.sound, await models.overlap())
    const listen = async (frames: readonly number[]) =>
      (await models.voiceNetwork()).vectorsAt(job.sound, frames)
    return {
      turns: await diarizeRecording(await models.speaker(), features, { speakers: job.speakers, listen }),
    }
  },
  print: async (models, { sound }) => {
    const [silero, speaker, network] = [models.silero(), models.speaker(), models.voiceNetwork()]
    const print = await voicePrint(
      { silero: await silero, speaker: await speaker, network: await network },
      sound,
    )
    return print ? { print } : {}
  },
  voice: async (models, job) => {
    const probabilities = await speechProbabilities(await models.silero(), job.sound)
    return { spans: voicedSpans(probabilities, { open: 0.5, close: 0.35, silenceMs: 300, padMs: 100 }) }
  },
  warm: async (models, job) => {
    const second = new Int16Array(SAMPLE_RATE_HZ)
    let calibration: { soundMs: number; workMs: number } | undefined
    for (const model of job.models) {
      if (model === 'english') {
        await Promise.all([
          models.silero(),
          models.moonshine('tiny'),
          models.moonshine('base'),
          models.aligner(),
          models.callDetector(),
        ])
        await recognizeInterim(models, { pcm: second, draft: [] })
        await recognizeFinal(models, { pcm: second, draft: [], wordTimes: false })
        calibration = await calibrate(models)
      } else if (model === 'whisper') await models.whisper()
    }
    return { rssBytes: process.memoryUsage.rss(), ...(calibration && { calibration }) }
  },
}

/** What a final result costs here, on a noise: what is said makes little difference. */
async function calibrate(models: RecognizerModels): Promise<{ soundMs: number; workMs: number }> {
  const model = await models.moonshine('base')
  const noise = Float32Array.from(
    { length: 2 * SAMPLE_RATE_HZ },
    (_, at) => ((at * 7919) % 401) / 4_000 - 0.05,
  )
  const begunAt = performance.now()
  await model.decode(await model.encode(noise), [])
  return { soundMs: samplesToMs(noise.length), workMs: performance.now() - begunAt }
}
