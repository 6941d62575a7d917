import { capacityOf } from '../../platform/config/capacity'
import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import { installation } from '../../platform/installation'
import { NodeSampler } from './node-sampler'
import { NodeSamplesStore } from './node-samples.store'
import { nodesRoutes } from './nodes.routes'
import { NodesService } from './nodes.service'
import { NodesStore } from './nodes.store'
import { type NodeTimes, OwnNode } from './own-node'

/** What nodes say to each other: an operator drains a node, or has it take work again. */
const DRAINING = 'draining-changed'

export type NodesModule = ReturnType<typeof nodesModule>

/** The processes that serve the installation: who is there, and how much each has. */
export function nodesModule(
  { config, identity, origin, database, bus, media, metrics, log, scope }: Platform,
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
  bus.on(DRAINING, pod => {
    if (pod === own.pod) void own.beat()
  })
  metrics.gauge(
    'livetap_recordings_running',
    'Recordings under way in this process',
    () => own.load.recordings,
  )
  metrics.gauge('livetap_recording_capacity', 'Recordings this process takes at once', () =>
    acceptsRecordings ? own.capacity : 0,
  )
  metrics.gauges(
    'livetap_nodes',
    'Processes of the installation, as every one of them sees it',
    ['role', 'state'],
    async () => (await service.counts()).map(({ role, state, count }) => [{ role, state }, count]),
  )

  return {
    service,
    store,
    samples,
    sampler,
    own,
    acceptsRecordings,
    /** False where there is no such node. */
    async setDraining(pod: string, draining: boolean): Promise<boolean> {
      const isKnown = await store.setDraining(pod, draining)
      if (isKnown) bus.notify(DRAINING, pod)
      return isKnown
    },
    routes: (server: HttpServer) => nodesRoutes(server, service),
    start: () => own.start(),
  }
}
