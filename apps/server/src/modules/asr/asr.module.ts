import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { EventsModule } from '../events'
import type { NodesModule } from '../nodes'
import type { SignOnModule } from '../sign-on'
import { asrSocketRoutes } from './asr.routes'
import { AsrGateway } from './asr.service'
import type { AsrLimits } from './asr-limits'
import { UserStreams } from './user-streams'
import { UserStreamsStore } from './user-streams.store'

export function asrModule(
  { speech: { engines }, database, metrics, log }: Platform,
  {
    events,
    signOn,
    nodes,
  }: { events: EventsModule; signOn: Pick<SignOnModule, 'events'>; nodes: NodesModule },
  overrides: { limits?: Partial<AsrLimits> } = {},
) {
  return {
    family: 'asr' as const,
    routes(server: HttpServer) {
      const { pod, times } = nodes.own
      const store = new UserStreamsStore(database.kysely, { pod, silentMs: times.silentMs })
      const userStreams = new UserStreams(store, log)
      nodes.own.onBeat(() => userStreams.forget())
      const gateway = new AsrGateway({
        engines,
        events: events.recorder,
        metrics,
        log,
        userStreams,
        limits: overrides.limits,
      })
      signOn.events.onSessionEnded(({ sessionId }) => gateway.endSession(sessionId))
      server.addHook('preClose', async () => gateway.close())
      asrSocketRoutes(server, gateway)
    },
  }
}
