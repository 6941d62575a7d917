import { join } from 'node:path'
import type { Platform } from '../../../platform/create-platform'
import type { HttpServer } from '../../../platform/http/create-http-server'
import type { JobsModule } from '../../jobs'
import type { MeetingsModule } from '../../meetings'
import type { NodesModule } from '../../nodes'
import type { TrainableModule } from '../trainable.module'
import { ArchiveHandler, type ArchiveWatch } from './archive-handler'
import { ArchivedShardsStore } from './archived-shards.store'
import { archivesRoutes } from './archives.routes'
import { ArchivesService } from './archives.service'
import { ARCHIVE_QUEUE, ArchivesStore } from './archives.store'

export interface ArchivesNeeds {
  nodes: NodesModule
  jobs: JobsModule
  meetings: Pick<MeetingsModule, 'removal'>
  trainable: Pick<TrainableModule, 'shards'>
}

const KEPT_MS = 7 * 86_400_000

/** Archives of shards, and this process as one of those that pack them. */
export function archivesModule(
  { config, identity, database, storage, mediaUrls, log }: Platform,
  { nodes, jobs, meetings, trainable }: ArchivesNeeds,
  { watch }: { watch?: ArchiveWatch } = {},
) {
  const store = new ArchivesStore(database.kysely, { jobs: jobs.store })
  const shards = new ArchivedShardsStore(database.kysely, { shards: trainable.shards })
  const folder = join(config.dataDir, 'scratch', identity.pod)
  const worker = nodes.acceptsRecordings
    ? jobs.worker(new ArchiveHandler({ store, jobs: jobs.store, shards, storage, folder, log, watch }), 1)
    : undefined
  if (worker)
    nodes.own.onBeat(async () => {
      for (const key of await store.expire(KEPT_MS)) await storage.delete(key)
    })
  const service = new ArchivesService({
    store,
    shards,
    mediaUrls,
    onQueued: jobs.announceQueued,
    onCancelled: requestId => jobs.announceEnded(ARCHIVE_QUEUE, requestId),
  })
  // What was packed of a meeting that was deleted goes with it.
  const withdraw = async (meetingId: string) => {
    for (const key of await store.withdraw(meetingId)) await storage.delete(key)
  }
  meetings.removal.withTraces(withdraw)
  return {
    service,
    withdraw,
    routes: (server: HttpServer) => archivesRoutes(server, service),
    start: () => worker?.start(),
    stop: () => worker?.stop(),
  }
}
