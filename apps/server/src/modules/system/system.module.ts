import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { CacheModule } from '../cache'
import type { DiagnosticsModule } from '../diagnostics'
import type { EventsModule } from '../events'
import type { MeetingsModule } from '../meetings'
import type { NodesModule } from '../nodes'
import type { PipelineModule } from '../pipeline'
import { DAY_MS, OverviewService } from './overview.service'
import { systemRoutes } from './system.routes'
import { SystemService } from './system.service'

export interface SystemNeeds {
  events: EventsModule
  nodes: NodesModule
  meetings: Pick<MeetingsModule, 'store'>
  pipeline: Pick<PipelineModule, 'waiting'>
  cache: CacheModule
  diagnostics: Pick<DiagnosticsModule, 'service' | 'rates'>
}

export function systemModule({ config, health, speech, metrics }: Platform, needs: SystemNeeds) {
  const { events, nodes, meetings, pipeline, cache, diagnostics } = needs
  nodes.own.reports(() => ({ logLoss: events.recorder.loss() }))
  const { dataDir, storage } = config
  const service = new SystemService({
    health,
    engines: speech.engines,
    folders: [...new Set([dataDir, ...(storage.kind === 'folder' ? [storage.folder] : [])])],
    waiting: pipeline.waiting,
    cache: cache.status,
    nodes: nodes.store,
    setDraining: nodes.setDraining,
    logs: diagnostics.service,
    recorder: events.recorder,
    samples: nodes.samples,
    rates: diagnostics.rates,
  })
  const overview = new OverviewService({
    meetings: meetings.store,
    logs: diagnostics.service,
    nodes: nodes.service,
  })
  metrics.gauges(
    'livetap_recordings_failed',
    'Recordings of the installation that failed in the last 24 hours',
    [],
    async () => [[{}, await meetings.store.failedWithin(DAY_MS)]],
  )
  return {
    routes: (server: HttpServer) => systemRoutes(server, service, overview),
  }
}
