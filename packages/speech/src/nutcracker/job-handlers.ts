import { pcmToFloat, SAMPLE_RATE_HZ } from '@livetap/audio'
import { diarizeRecording } from '../diarization/diarize-recording'
import { speakerFeatures } from '../diarization/speaker-features'
import type { Job, JobKind, JobResult } from '../pool/jobs'
import { freshVadState } from '../voice/silero'
import { speechProbabilities } from '../voice/speech-probabilities'
import { voicedSpans } from '../voice/voiced-spans'
import { embedSegment } from './embed-segment'
import { recognizeFinal, recognizeInterim } from './recognize-english'
import type { RecognizerModels } from './recognizer-models'

type Handlers = { [K in JobKind]: (models: RecognizerModels, job: Job<K>) => Promise<JobResult<K>> }

export const jobHandlers: Handlers = {
  vad: async (models, job) => (await models.silero()).run(pcmToFloat(job.pcm), job.state ?? freshVadState()),
  interim: recognizeInterim,
  final: recognizeFinal,
  whisper: async (models, job) => (await models.whisper()).recognize(job),
  embed: embedSegment,
  diarize: async (models, job) => {
    const features = await speakerFeatures(await models.silero(), job.sound)
    return { turns: await diarizeRecording(await models.speaker(), features, job.speakers) }
  },
  voice: async (models, job) => {
    const probabilities = await speechProbabilities(await models.silero(), job.sound)
    return { spans: voicedSpans(probabilities, { open: 0.5, close: 0.35, silenceMs: 300, padMs: 100 }) }
  },
  warm: async (models, job) => {
    const second = new Int16Array(SAMPLE_RATE_HZ)
    for (const model of job.models) {
      if (model === 'english') {
        await Promise.all([
          models.silero(),
          models.moonshine('tiny'),
          models.moonshine('base'),
          models.aligner(),
        ])
        await recognizeInterim(models, { pcm: second, draft: [] })
        await recognizeFinal(models, { pcm: second, draft: [], wordTimes: false })
      } else if (model === 'whisper') await models.whisper()
    }
    return { rssBytes: process.memoryUsage.rss() }
  },
}
