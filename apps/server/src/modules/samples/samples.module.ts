import type { Platform } from '../../platform/create-platform'
import { installation } from '../../platform/installation'
import type { ManuscriptsModule } from '../manuscripts'
import type { MeetingsModule } from '../meetings'
import type { PipelineModule } from '../pipeline'
import type { SignOnModule } from '../sign-on'
import { startSamples } from './samples.jobs'
import { SamplesService } from './samples.service'
import { SamplesStore } from './samples.store'

export interface SamplesNeeds {
  signOn: Pick<SignOnModule, 'oldestAccount'>
  meetings: MeetingsModule
  pipeline: PipelineModule
  manuscripts: Pick<ManuscriptsModule, 'importSample'>
}

/** Where the accounts are an outside provider's, no one is known before he signs in. */
const sampleOwner = { userId: 'samples', email: 'samples@localhost' }

/** Something to look at in an empty installation. */
export function samplesModule(
  { config, families, database, storage, log }: Platform,
  { signOn, meetings, pipeline, manuscripts }: SamplesNeeds,
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
    host: async () => (await signOn.oldestAccount()) ?? sampleOwner,
    importProject: families.manuscripts === 'embedded' ? manuscripts.importSample : undefined,
  })
  const isWanted = config.samples && !pipeline.service.unavailableReason()
  let job: ReturnType<typeof startSamples> | undefined

  return {
    family: 'partner' as const,
    start() {
      if (isWanted) job = startSamples({ samples, isReady: pipeline.isReady, log })
    },
    stop: () => job?.stop(),
  }
}
