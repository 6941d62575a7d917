import { eventsModule } from './modules/events'
import type { Config } from './platform/config/config'
import { createPlatform, type PlatformOverrides } from './platform/create-platform'
import { freePort } from './platform/db/embedded/free-port'
import { openServer } from './platform/http/open-server'
import type { Log } from './platform/log/log'
import { startModules } from './platform/module'
import { Scope } from './platform/scope'
import { type WorkOverrides, workModules } from './work-modules'

/** Users do not sign in at a worker. */
const noCallers = { authenticator: { authenticate: async () => null }, principalOf: async () => undefined }

/** A process that only works on recordings and archives. It answers health and metrics, and none of its modules' routes. */
export async function createWorkerApp(
  given: Config,
  log: Log,
  overrides: Pick<PlatformOverrides, 'media'> & WorkOverrides = {},
) {
  const config = { ...given, port: given.port || (await freePort()) }
  return Scope.build(log, async scope => {
    const platform = await createPlatform(config, log, scope, { media: overrides.media })
    const server = await openServer(platform, noCallers)
    // A worker writes events; gateways keep them in order and send them on.
    const { nodes, pipeline, archives, passages } = workModules(platform, eventsModule(platform), overrides)
    await startModules(scope, { nodes, pipeline, archives, passages }, platform.families)
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
