import type { EventsModule } from './modules/events'
import { jobsModule } from './modules/jobs'
import { knownVoicesModule } from './modules/known-voices'
import { type MeetingProcessing, meetingsModule } from './modules/meetings'
import { type NodeTimes, nodesModule } from './modules/nodes'
import { type PipelineOverrides, pipelineModule } from './modules/pipeline'
import { passagesModule } from './modules/search'
import { type ArchiveWatch, archivesModule, trainableModule } from './modules/trainable'
import { transcriptsModule } from './modules/transcripts'
import type { Platform } from './platform/create-platform'

/** For tests: what stands in for the world outside. */
export interface WorkOverrides extends PipelineOverrides {
  processing?: MeetingProcessing
  nodeTimes?: NodeTimes
  archiveWatch?: ArchiveWatch
}

/** Meetings and what works on them: part of a server, and all that a worker needs. */
export function workModules(platform: Platform, events: EventsModule, overrides: WorkOverrides) {
  const nodes = nodesModule(platform, { times: overrides.nodeTimes })
  const jobs = jobsModule(platform, { nodes })
  const meetings = meetingsModule(platform, { events })
  const transcripts = transcriptsModule(platform, { events, meetings })
  const knownVoices = knownVoicesModule(platform, { meetings, transcripts })
  const trainable = trainableModule(platform, { events, meetings, transcripts })
  const pipelineNeeds = { nodes, jobs, events, meetings, transcripts, knownVoices, trainable }
  const pipeline = pipelineModule(platform, pipelineNeeds, overrides)
  meetings.processedBy(overrides.processing ?? pipeline.service)
  const archivesNeeds = { nodes, jobs, meetings, trainable }
  const archives = archivesModule(platform, archivesNeeds, { watch: overrides.archiveWatch })
  const passages = passagesModule(platform, { pipeline })
  return { nodes, jobs, meetings, transcripts, knownVoices, trainable, pipeline, archives, passages }
}
