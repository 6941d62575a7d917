import { capacityOf } from '../../platform/config/capacity'
import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import { installation } from '../../platform/installation'
import { NodeInbox } from './node-inbox'
import { NodeSampler } from './node-sampler'
import { NodeSamplesStore } from './node-samples.store'
import { nodesRoutes } from './nodes.routes'
import { NodesService } from './nodes.service'
import { NodesStore } from './nodes.store'
import { type NodeTimes, OwnNode } from './own-node'

export type NodesModule = ReturnType<typeof nodesModule>

/** The processes that serve the installation: who is there, how much each has, and what they say to each other. */
export function nodesModule(
  { config, identity, origin, database, media, metrics, log, scope }: Platform,
  { times }: { times?: NodeTimes } = {},
) {
  const store = new NodesStore(database.kysely)
  const { role, cluster, region, nodeUrl, dataDir } = config
  // Without a decoder nothing can be taken: another worker, or the next start, does it.
  const acceptsRecordings = role !== 'gateway' && media.unavailableReason === undefined
  const own = new OwnNode({
    store,
    ...identity,
    // The data folder has one server at a time, and any number of workers.
    id: role === 'worker' ? identity.pod : (nodeUrl ?? `${identity.host}:${dataDir}`),
    url: (nodeUrl ?? origin).replace(/^http/, 'ws'),
    role: acceptsRecordings ? role : 'gateway',
    cluster,
    region,
    capacity: capacityOf(config),
    version: installation.version,
    log,
    times,
  })
  // Known until the last answer is given: its meetings are free for others only then.
  scope.own('node', own, own => own.stop())
  const samples = new NodeSamplesStore(database.kysely)
  const sampler = new NodeSampler({ pod: identity.pod, store: samples })
  own.onBeat(sampler.beat)
  const service = new NodesService(store, own.times.silentMs)
  const inbox = new NodeInbox({ pod: identity.pod, database, store, log })
  metrics.gauge(
    'livetap_recordings_running',
    'Recordings under way in this process',
    () => own.load.recordings,
  )

  return {
    service,
    store,
    samples,
    sampler,
    own,
    inbox,
    acceptsRecordings,
    routes: (server: HttpServer) => nodesRoutes(server, service),
    async start() {
      await inbox.start()
      await own.start()
    },
    stop: () => inbox.stop(),
  }
}
