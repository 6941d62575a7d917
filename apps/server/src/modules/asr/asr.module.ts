import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { EventsModule } from '../events'
import type { SignOnModule } from '../sign-on'
import { asrSocketRoutes, enginesRoutes } from './asr.routes'
import { AsrGateway } from './asr.service'
import type { AsrLimits } from './asr-limits'

export function asrModule(
  { config, speech, metrics, log }: Platform,
  { events, signOn }: { events: EventsModule; signOn: Pick<SignOnModule, 'events'> },
  overrides: { limits?: Partial<AsrLimits> | undefined } = {},
) {
  const { engines } = speech
  return {
    routes(server: HttpServer) {
      // A family is answered here or forwarded, never both.
      if (!config.upstreams.partner) enginesRoutes(server, engines)
      if (config.upstreams.asr) return
      const gateway = new AsrGateway({
        engines,
        events: events.recorder,
        metrics,
        log,
        ...(overrides.limits && { limits: overrides.limits }),
      })
      signOn.events.onSessionEnded(({ sessionId }) => gateway.endSession(sessionId))
      server.addHook('preClose', async () => gateway.close())
      asrSocketRoutes(server, gateway)
    },
  }
}
