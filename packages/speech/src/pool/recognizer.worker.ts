import { setPriority } from 'node:os'
import { pcmToFloat, SAMPLE_RATE_HZ, samplesToMs } from '@livetap/audio'
import { diarizeRecording } from '../diarization/diarize-recording'
import { speakerFeatures } from '../diarization/features/speaker-features'
import { voicePrint } from '../diarization/identity/voice-print'
import { withCallLikelihood } from '../nutcracker/detect-call'
import { recognizeFinal, recognizeInterim } from '../nutcracker/recognize-english'
import { RecognizerModels } from '../nutcracker/recognizer-models'
import { voicesOfSegment } from '../nutcracker/speakers/voices-of-segment'
import { freshVadState } from '../voice/silero'
import { speechProbabilities } from '../voice/speech-probabilities'
import { voicedSpans } from '../voice/voiced-spans'
import type { FromWorker, Job, JobKind, JobResult, ToWorker } from './jobs'

type Handlers = { [K in JobKind]: (models: RecognizerModels, job: Job<K>) => Promise<JobResult<K>> }

const jobHandlers: Handlers = {
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
  embed: async (models, { texts }) => ({ vectors: await (await models.miniLm()).embed(texts) }),
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
    return { rssBytes: process.memoryUsage.rss(), calibration }
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

let models: RecognizerModels | undefined
let heavy: Promise<unknown> = Promise.resolve()

function send(message: FromWorker): void {
  // The parent may be gone; `disconnect` ends this process then.
  if (process.connected) process.send?.(message)
}

async function perform<K extends JobKind>(kind: K, job: Job<K>): Promise<JobResult<K>> {
  if (!models) throw new Error('A job came before the settings')
  return jobHandlers[kind](models, job)
}

async function answer(id: number, kind: JobKind, job: Job): Promise<void> {
  const begunAt = performance.now()
  try {
    const result = await perform(kind, job)
    send({ type: 'done', id, result, workMs: performance.now() - begunAt })
  } catch (error) {
    send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) })
  }
}

process.on('message', (message: ToWorker) => {
  if (message.type === 'settings') {
    models = new RecognizerModels(message.settings)
    if (message.settings.niceness) setPriority(message.settings.niceness)
    send({ type: 'ready' })
    return
  }
  const { id, kind, job } = message
  // Voice activity runs between the steps of a decoding; decodings never run beside each other.
  if (kind === 'vad') void answer(id, kind, job)
  else heavy = heavy.then(() => answer(id, kind, job))
})
process.on('disconnect', () => process.exit(0))
// A Ctrl-C goes to the whole group; the parent decides when this process ends.
process.on('SIGINT', () => {})
