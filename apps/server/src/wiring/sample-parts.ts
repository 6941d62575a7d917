import { fileURLToPath } from 'node:url'
import type { MeetingsService, MeetingsStore } from '../modules/meetings'
import type { PipelineService } from '../modules/pipeline'
import { SamplesService, SamplesStore, startSamples } from '../modules/samples'
import type { Config } from '../platform/config/config'
import type { Database } from '../platform/db/database'
import type { Log } from '../platform/log/log'
import type { Scope } from '../platform/scope'
import type { Storage } from '../platform/storage/storage'

export interface SamplePartsOptions {
  config: Config
  database: Database
  storage: Storage
  meetings: { meetings: MeetingsService; meetingsStore: MeetingsStore }
  pipeline: PipelineService
  isReady: () => Promise<boolean>
  log: Log
  scope: Scope
}

/** From the bundle in `dist` and from this file in `src/wiring` the repository's root is not equally far. */
const inBundle = !import.meta.url.endsWith('.ts')
const SAMPLES_FOLDER = fileURLToPath(
  new URL(inBundle ? '../../../samples' : '../../../../samples', import.meta.url),
)

/** Part of the app's wiring: something to look at in an empty installation. */
export function sampleParts(options: SamplePartsOptions): void {
  const { config, database, storage, meetings, pipeline, isReady, log, scope } = options
  if (!config.samples || config.upstreams.partner || pipeline.unavailableReason()) return
  const samples = new SamplesService({
    ...meetings,
    store: new SamplesStore(database.kysely),
    storage,
    enqueue: id => pipeline.enqueue(id, -1),
    folder: SAMPLES_FOLDER,
    region: config.defaults.region,
    siteId: config.defaults.siteId,
    hostEmail: config.admin.email ?? 'samples@localhost',
  })
  scope.own('samples', startSamples({ samples, isReady, log }), job => job.stop())
}
