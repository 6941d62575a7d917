import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { FleetService, FleetStore, type FleetTimes, FleetWorker, fleetRoutes } from '../modules/fleet'
import { MeetingsStore } from '../modules/meetings'
import { HighlightsStore, ShardsStore, UtterancesStore } from '../modules/past-data'
import {
  type MeetingJob,
  PipelineService,
  PipelineStore,
  PipelineWorker,
  removeStaleScratch,
  type SpeechTools,
  StagesStore,
  type StageWatch,
} from '../modules/pipeline'
import type { Config } from '../platform/config/config'
import type { Database } from '../platform/db/database'
import type { Health } from '../platform/health/health'
import type { HttpServer } from '../platform/http/create-http-server'
import type { Log } from '../platform/log/log'
import type { Media } from '../platform/media/media'
import type { Metrics } from '../platform/metrics/metrics'
import type { ProcessIdentity } from '../platform/process-identity'
import { JobQueue } from '../platform/queue/job-queue'
import type { Scope } from '../platform/scope'
import type { Storage } from '../platform/storage/storage'

export interface PipelinePartsOptions {
  config: Config
  identity: ProcessIdentity
  database: Database
  storage: Storage
  media: Media
  speech: SpeechTools
  health: Health
  metrics: Metrics
  log: Log
  scope: Scope
  fleetTimes?: FleetTimes | undefined
  watch?: StageWatch | undefined
}

/** How many recordings this process takes at once: one for two cores, as decoding uses both. */
export const capacityOf = (config: Config) =>
  config.capacity ?? Math.max(1, Math.floor(availableParallelism() / 2))

/** Part of the app's wiring: the queue, the stages, and this process as one of the workers. */
export async function pipelineParts(options: PipelinePartsOptions) {
  const { config, identity, database, storage, media, speech, health, metrics, log, scope, fleetTimes } =
    options
  const { kysely, pool } = database
  const queue = scope.own(
    'job queue',
    await JobQueue.open<MeetingJob>(
      'meeting',
      { executeSql: (text, values) => pool.query(text, values) },
      log,
    ),
    queue => queue.close(),
  )
  health.add('queue', async () => void (await queue.waiting()))
  const meetings = new MeetingsStore(kysely)
  const store = new PipelineStore(kysely, queue)
  const fleetStore = new FleetStore(kysely)
  const fleet = new FleetService(fleetStore, fleetTimes?.silentMs)

  let worker: PipelineWorker | undefined
  const service = new PipelineService({
    store,
    meetings,
    media,
    onChange: ({ kind, meetingId }) => (kind === 'queued' ? worker?.wake() : worker?.end(meetingId)),
  })

  // Without a decoder nothing can be taken: another worker, or the next start, does it.
  if (config.role !== 'gateway' && media.unavailableReason === undefined) {
    const scratchFolder = join(config.dataDir, 'scratch')
    const member = new FleetWorker({
      store: fleetStore,
      identity,
      cluster: config.cluster,
      region: config.region,
      capacity: capacityOf(config),
      log,
      ...(fleetTimes && { times: fleetTimes }),
    })
    await removeStaleScratch(scratchFolder, id => fleetStore.isLive(id, member.times.silentMs))
    worker = new PipelineWorker({
      fleet: member,
      store,
      stages: new StagesStore(kysely, identity.pod),
      queue,
      meetings,
      utterances: new UtterancesStore(kysely),
      highlights: new HighlightsStore(kysely),
      shards: new ShardsStore(kysely),
      storage,
      media,
      speech,
      scratchFolder,
      log,
      ...(options.watch && { watch: options.watch }),
    })
    metrics.gauge('livetap_recordings_running', 'Recordings under way in this process', () => member.running)
    scope.own('fleet', member, member => member.stop())
    await member.start()
    scope.own('pipeline', worker, worker => worker.stop())
    worker.start()
  }

  return {
    service,
    fleet,
    routes(server: HttpServer) {
      // A family is answered here or forwarded, never both.
      if (!config.upstreams.backend) fleetRoutes(server, fleet)
    },
  }
}
