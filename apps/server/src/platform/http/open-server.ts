import type { Config } from '../config/config'
import type { Platform } from '../create-platform'
import { healthRoutes } from '../health/health.routes'
import { metricsRoutes } from '../metrics/metrics.routes'
import { closeHttpServer } from './close-http-server'
import { createHttpServer, type HttpLimits, type HttpServer } from './create-http-server'
import type { EntryCheckers } from './entry/entry-guard'
import type { OnAnswer } from './observe-answers'
import { OwnAddresses } from './own-addresses'

/** For tests. */
export interface ServerOverrides {
  limits?: Partial<HttpLimits>
  onAnswer?: OnAnswer
}

export type Callers = Pick<EntryCheckers, 'authenticator' | 'isSessionLive' | 'onSessionEnded'>

/** The process's HTTP server. It answers health and metrics; modules add their routes before it listens. */
export async function openServer(
  platform: Platform,
  callers: Callers,
  { limits, onAnswer }: ServerOverrides = {},
): Promise<HttpServer> {
  const { origin, log, scope, signedUrls, tickets, config } = platform
  const server = await createHttpServer({
    log,
    https: origin.startsWith('https:'),
    addresses: new OwnAddresses(config),
    trustedProxies: trustedProxiesOf(config),
    families: platform.families,
    ...callers,
    signedUrls,
    tickets,
    metricsToken: config.metricsToken,
    limits,
    onAnswer,
  })
  scope.own('http', server, server => closeHttpServer(server))
  healthRoutes(server, platform.health)
  metricsRoutes(server, platform.metrics)
  return server
}

/** A server with a public address and no named proxy is behind one on its own machine, or behind none. */
function trustedProxiesOf({ trustedProxies, publicUrl }: Config): readonly string[] {
  return trustedProxies ?? (publicUrl === undefined ? [] : ['loopback'])
}
