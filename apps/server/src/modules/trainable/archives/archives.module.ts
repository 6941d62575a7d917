import { join } from 'node:path'
import type { Platform } from '../../../platform/create-platform'
import type { HttpServer } from '../../../platform/http/create-http-server'
import type { NodesModule } from '../../nodes'
import { type ArchiveWatch, ArchiveWorker } from './archive-worker'
import { ArchivedShardsStore } from './archived-shards.store'
import { archivesRoutes } from './archives.routes'
import { ArchivesService } from './archives.service'
import { ArchivesStore } from './archives.store'

/** What nodes say to each other. */
const QUEUED = 'archive-queued'
const CANCELLED = 'archive-cancelled'

/** Archives of trainable utterances, and this process as one of those that pack them. */
export function archivesModule(
  { config, identity, database, storage, mediaUrls, log }: Platform,
  { nodes }: { nodes: NodesModule },
  { watch }: { watch?: ArchiveWatch | undefined } = {},
) {
  const store = new ArchivesStore(database.kysely)
  const shards = new ArchivedShardsStore(database.kysely)
  const folder = join(config.dataDir, 'scratch', identity.pod)
  const worker = nodes.takesRecordings
    ? new ArchiveWorker({ node: nodes.own, store, shards, storage, folder, log, watch })
    : undefined
  nodes.inbox.on(QUEUED, () => worker?.wake())
  nodes.inbox.on(CANCELLED, requestId => worker?.end(requestId))
  const service = new ArchivesService({
    store,
    shards,
    mediaUrls,
    onQueued: requestId => nodes.inbox.tell(QUEUED, requestId),
    onCancelled: requestId => nodes.inbox.tell(CANCELLED, requestId),
  })
  return {
    service,
    /** What was packed of a meeting that was deleted goes with it. */
    async withdraw(meetingId: string): Promise<void> {
      for (const key of await store.withdraw(meetingId)) await storage.delete(key)
    },
    routes(server: HttpServer) {
      // A family is answered here or forwarded, never both.
      if (!config.upstreams.trainable) archivesRoutes(server, service)
    },
    stop: () => worker?.stop(),
  }
}
