import type { Platform } from '../../platform/create-platform'
import { installation } from '../../platform/installation'
import type { MeetingsModule } from '../meetings'
import type { PipelineModule } from '../pipeline'
import { startSamples } from './samples.jobs'
import { SamplesService } from './samples.service'
import { SamplesStore } from './samples.store'

/** Something to look at in an empty installation. */
export function samplesModule(
  { config, database, storage, log }: Platform,
  { meetings, pipeline }: { meetings: MeetingsModule; pipeline: PipelineModule },
) {
  const samples = new SamplesService({
    store: new SamplesStore(database.kysely),
    meetings: meetings.service,
    meetingsStore: meetings.store,
    storage,
    enqueue: id => pipeline.service.enqueue(id, -1),
    folder: installation.samples,
    region: config.defaults.region,
    siteId: config.defaults.siteId,
    hostEmail: config.admin.email ?? 'samples@localhost',
  })
  const isWanted = config.samples && !config.upstreams.partner && !pipeline.service.unavailableReason()
  let job: ReturnType<typeof startSamples> | undefined

  return {
    start() {
      if (isWanted) job = startSamples({ samples, isReady: pipeline.isReady, log })
    },
    stop: () => job?.stop(),
  }
}
