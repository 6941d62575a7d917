import { eventsModule } from './modules/events'
import { jobsModule } from './modules/jobs'
import { type NodeTimes, nodesModule } from './modules/nodes'
import { type PipelineOverrides, pipelineModule } from './modules/pipeline'
import { type ArchiveWatch, archivesModule } from './modules/trainable'
import type { Config } from './platform/config/config'
import { createPlatform, type PlatformOverrides } from './platform/create-platform'
import { freePort } from './platform/db/embedded/free-port'
import { openServer } from './platform/http/open-server'
import type { Log } from './platform/log/log'
import { startModules } from './platform/module'
import { Scope } from './platform/scope'

/** For tests: what stands in for the world outside. */
export interface WorkerOverrides extends Pick<PlatformOverrides, 'media'>, PipelineOverrides {
  nodeTimes?: NodeTimes
  archiveWatch?: ArchiveWatch
}

/** Users do not sign in at a worker. */
const noCallers = { authenticator: { authenticate: async () => null }, isSessionLive: async () => false }

/** A process that only works on recordings and archives. It answers health and metrics, and none of its modules' routes. */
export async function createWorkerApp(given: Config, log: Log, overrides: WorkerOverrides = {}) {
  const config = { ...given, port: given.port || (await freePort()) }
  return Scope.build(log, async scope => {
    const { media, nodeTimes, archiveWatch, ...pipelineOverrides } = overrides
    const platform = await createPlatform(config, log, scope, { media })
    const server = await openServer(platform, noCallers)
    const nodes = nodesModule(platform, { times: nodeTimes })
    const jobs = jobsModule(platform, { nodes })
    // A worker writes events; gateways keep them in order and send them on.
    const events = eventsModule(platform)
    const pipeline = pipelineModule(platform, { nodes, jobs, events }, pipelineOverrides)
    const archives = archivesModule(platform, { nodes, jobs }, { watch: archiveWatch })
    await startModules(scope, { nodes, pipeline, archives })
    return {
      config,
      origin: platform.origin,
      server,
      signOn: undefined,
      async listen() {
        await server.listen({ host: config.host, port: config.port })
      },
      close: () => scope.close(),
    }
  })
}
