import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Platform } from '../../platform/create-platform'
import type { EventsModule } from '../events'
import type { JobsModule } from '../jobs'
import { type KnownVoicesModule, VOICE_NAMED } from '../known-voices'
import type { MeetingsModule } from '../meetings'
import type { NodesModule } from '../nodes'
import type { TrainableModule } from '../trainable'
import type { TranscriptsModule } from '../transcripts'
import { AfterCallStore } from './after-call/after-call.store'
import { AfterCallHandler } from './after-call/after-call-handler'
import { nutcrackerTools } from './nutcracker-tools'
import { PipelineService } from './pipeline.service'
import { RecordingHandler } from './runs/recording-handler'
import type { StageWatch } from './runs/run-meeting'
import { StagesStore } from './runs/stages.store'
import { removeStaleScratch } from './runs/stale-scratch'
import type { SpeechTools } from './speech-tools'
import type { StageOutputs } from './stage-outputs'
import { VoiceLearner } from './voices/voice-learner'

export type PipelineModule = ReturnType<typeof pipelineModule>

export interface PipelineNeeds {
  nodes: NodesModule
  jobs: JobsModule
  events: Pick<EventsModule, 'store'>
  meetings: Pick<MeetingsModule, 'store'>
  transcripts: TranscriptsModule
  knownVoices: Pick<KnownVoicesModule, 'prints'>
  trainable: Pick<TrainableModule, 'shards'>
}

/** For tests: scripted speech, and a look at every stage. */
export interface PipelineOverrides {
  speech?: SpeechTools
  watch?: StageWatch
  stageRetryMs?: readonly number[]
  repeatDelaysMs?: readonly number[]
}

/** What becomes of recordings and of ended calls, and this process as one of those that work on them. */
export function pipelineModule(
  platform: Platform,
  { nodes, jobs, events, meetings, transcripts, knownVoices, trainable }: PipelineNeeds,
  overrides: PipelineOverrides = {},
) {
  const { config, identity, database, bus, storage, media, health, metrics, log, tracing } = platform
  const waiting = () => jobs.store.waiting('recording')
  health.add('queue', async () => void (await waiting()))
  nodes.sampler.countsQueue(waiting)
  metrics.gauges(
    'livetap_recordings_waiting',
    'Recordings of the installation without a worker',
    [],
    async () => [[{}, await waiting()]],
  )
  const stores = { events: events.store, jobs: jobs.store, meetings: meetings.store }
  const afterCall = new AfterCallStore(database.kysely, stores)
  const scratchFolder = join(config.dataDir, 'scratch')
  const workFolder = join(scratchFolder, nodes.own.pod)

  const stages = new StagesStore(database.kysely, stores)
  const createSpeech = () =>
    overrides.speech ?? nutcrackerTools(platform.speech.nutcracker, platform.speech.diarizer)

  const createWorkers = (speech: SpeechTools) => {
    const parts = {
      stages,
      meetings: meetings.store,
      utterances: transcripts.utterances,
      speakerNames: transcripts.speakerNames,
      highlights: transcripts.highlightsStore,
      shards: trainable.shards,
      prints: knownVoices.prints,
      storage,
      media,
      speech,
      workFolder,
      log,
      tracing,
      watch: overrides.watch,
    }
    const { repeatDelaysMs } = overrides
    const callParts = { ...parts, node: nodes.own, jobs: jobs.store, afterCall, repeatDelaysMs }
    const recordingParts = { ...parts, jobs: jobs.store, retryDelaysMs: overrides.stageRetryMs }
    const recordings = jobs.worker(new RecordingHandler(recordingParts), nodes.own.capacity)
    // What was left of a call gives way to all other work: it takes no place.
    nodes.own.addLoad('recordings', () => recordings.size)
    // One at a time: what yields to everything shall not take all the memory.
    const calls = jobs.worker(new AfterCallHandler(callParts), 1)
    const learner = new VoiceLearner({ ...parts, scratchFolder: workFolder })
    bus.on(VOICE_NAMED, () => learner.wake())
    return [recordings, calls, learner]
  }
  const workers = nodes.acceptsRecordings ? createWorkers(createSpeech()) : []
  const service = new PipelineService({ jobs, afterCall, meetings: meetings.store, media })

  return {
    service,
    /** The mixer of a call hands it over here, with the sound of each voice in the storage. */
    async enqueueAfterCall(meetingId: string, mixed: StageOutputs['normalise']): Promise<void> {
      await afterCall.enqueue(meetingId, mixed, identity.pod)
      jobs.announceQueued(meetingId)
    },
    /** How many recordings wait for a worker. */
    waiting,
    /** Whether recordings or running calls want this host: what can wait leaves it to them. */
    mustYield: () => afterCall.mustYield(nodes.own.host, nodes.own.times.silentMs),
    /** Whether recordings can be recognised by now: on a first start the models may still be on their way. */
    isReady: async () =>
      overrides.speech !== undefined || (await platform.speech.nutcracker.availability()).available,
    async start() {
      if (workers.length === 0) return
      await removeStaleScratch(scratchFolder, pod => nodes.store.isAlive(pod, nodes.own.times.silentMs))
      for (const worker of workers) worker.start()
    },
    async stop() {
      await Promise.all(workers.map(worker => worker.stop()))
      await rm(workFolder, { recursive: true, force: true })
    },
  }
}
