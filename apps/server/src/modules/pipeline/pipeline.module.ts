import { join } from 'node:path'
import type { Platform } from '../../platform/create-platform'
import { JobQueue } from '../../platform/queue/job-queue'
import type { EventsModule } from '../events'
import { VOICE_NAMED, VoicePrintsStore } from '../known-voices'
import { MeetingsStore } from '../meetings'
import type { NodesModule } from '../nodes'
import { HighlightsStore, SpeakerNamesStore, UtterancesStore } from '../past-data'
import { ShardsStore } from '../trainable'
import { AfterCallStore } from './after-call/after-call.store'
import { nutcrackerTools } from './nutcracker-tools'
import { PipelineService } from './pipeline.service'
import { type MeetingJob, PipelineStore } from './runs/pipeline.store'
import { PipelineWorker } from './runs/pipeline-worker'
import type { StageWatch } from './runs/run-meeting'
import { StagesStore } from './runs/stages.store'
import { removeStaleScratch } from './runs/stale-scratch'
import type { SpeechTools } from './speech-tools'
import type { StageOutputs } from './stage-outputs'
import { VoiceLearner } from './voices/voice-learner'

export type PipelineModule = Awaited<ReturnType<typeof pipelineModule>>

/** What nodes say to each other: a recording waits, a run has ended before its time. */
const QUEUED = 'recording-queued'
const ENDED = 'run-ended'

/** For tests: scripted speech, and a look at every stage. */
export interface PipelineOverrides {
  speech?: SpeechTools | undefined
  watch?: StageWatch | undefined
  repeatDelaysMs?: readonly number[] | undefined
}

/** The queue of recordings, and this process as one of those that work on them. */
export async function pipelineModule(
  platform: Platform,
  { nodes, events }: { nodes: NodesModule; events: Pick<EventsModule, 'store'> },
  overrides: PipelineOverrides = {},
) {
  const { config, identity, database, storage, media, health, log, scope } = platform
  const { kysely, pool } = database
  const executeSql = (text: string, values: unknown[]) => pool.query(text, values)
  const queue = await JobQueue.open<MeetingJob>('meeting', { executeSql }, log)
  scope.own('job queue', queue, queue => queue.close())
  health.add('queue', async () => void (await queue.waiting()))
  const meetings = new MeetingsStore(kysely)
  const store = new PipelineStore(kysely, queue)
  const afterCall = new AfterCallStore(kysely)
  const scratchFolder = join(config.dataDir, 'scratch')

  const stages = new StagesStore(kysely, events.store)
  const prints = new VoicePrintsStore(kysely)
  const createSpeech = () =>
    overrides.speech ?? nutcrackerTools(platform.speech.nutcracker, platform.speech.diarizer)

  const createWorker = (speech: SpeechTools) =>
    new PipelineWorker({
      node: nodes.own,
      store,
      stages,
      queue,
      afterCall,
      meetings,
      utterances: new UtterancesStore(kysely),
      speakerNames: new SpeakerNamesStore(kysely),
      highlights: new HighlightsStore(kysely),
      shards: new ShardsStore(kysely),
      prints,
      storage,
      media,
      speech,
      scratchFolder,
      log,
      repeatDelaysMs: overrides.repeatDelaysMs,
      ...(overrides.watch && { watch: overrides.watch }),
    })
  const createLearner = (speech: SpeechTools) => {
    const folder = join(scratchFolder, nodes.own.pod)
    return new VoiceLearner({ prints, meetings, stages, storage, media, speech, scratchFolder: folder, log })
  }
  const speech = nodes.takesRecordings ? createSpeech() : undefined
  const worker = speech && createWorker(speech)
  const learner = speech && createLearner(speech)
  nodes.inbox.on(VOICE_NAMED, () => learner?.wake())
  nodes.inbox.on(QUEUED, () => worker?.wake())
  nodes.inbox.on(ENDED, meetingId => worker?.end(meetingId))
  const service = new PipelineService({
    store,
    afterCall,
    meetings,
    media,
    onQueued: meetingId => nodes.inbox.tell(QUEUED, meetingId),
    onEnded: meetingId => nodes.inbox.tell(ENDED, meetingId),
  })

  return {
    service,
    /** The mixer of a call hands it over here, with the sound of each voice in the storage. */
    async enqueueAfterCall(meetingId: string, mixed: StageOutputs['normalise']): Promise<void> {
      await afterCall.enqueue(meetingId, mixed, identity.pod)
      nodes.inbox.tell(QUEUED, meetingId)
    },
    /** How many recordings wait for a worker. */
    waiting: () => queue.waiting(),
    /** Whether recordings can be recognised by now: on a first start the models may still be on their way. */
    isReady: async () =>
      overrides.speech !== undefined || (await platform.speech.nutcracker.availability()).available,
    async start() {
      if (!worker || !learner) return
      await removeStaleScratch(scratchFolder, pod => nodes.store.isAlive(pod, nodes.own.times.silentMs))
      worker.start()
      learner.start()
    },
    async stop() {
      await learner?.stop()
      await worker?.stop()
    },
  }
}
