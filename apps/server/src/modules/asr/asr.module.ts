import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { EventsModule } from '../events'
import type { SignOnModule } from '../sign-on'
import { asrSocketRoutes } from './asr.routes'
import { AsrGateway } from './asr.service'
import type { AsrLimits } from './asr-limits'

export function asrModule(
  { speech: { engines }, metrics, log }: Platform,
  { events, signOn }: { events: EventsModule; signOn: Pick<SignOnModule, 'events'> },
  overrides: { limits?: Partial<AsrLimits> } = {},
) {
  return {
    family: 'asr' as const,
    routes(server: HttpServer) {
      const gateway = new AsrGateway({
        engines,
        events: events.recorder,
        metrics,
        log,
        limits: overrides.limits,
      })
      signOn.events.onSessionEnded(({ sessionId }) => gateway.endSession(sessionId))
      server.addHook('preClose', async () => gateway.close())
      asrSocketRoutes(server, gateway)
    },
  }
}
