import type { AuditWriter } from '../audit/audit-entry'
import type { Config } from '../config/config'
import type { Platform } from '../create-platform'
import { healthRoutes } from '../health/health.routes'
import { metricsRoutes } from '../metrics/metrics.routes'
import { closeHttpServer } from './close-http-server'
import { shareRequestCounts } from './connections/share-request-counts'
import { createHttpServer, type HttpLimits, type HttpServer } from './create-http-server'
import type { EntryCheckers } from './entry/entry-guard'
import type { OnAnswer } from './observe-answers'
import { OwnAddresses } from './own-addresses'

/** For tests. */
export interface ServerOverrides {
  /** Undefined: calls leave no entries in the audit log. */
  audit?: AuditWriter
  limits?: Partial<HttpLimits>
  onAnswer?: OnAnswer
}

export type Callers = Pick<EntryCheckers, 'authenticator' | 'principalOf' | 'onSessionEnded' | 'access'>

/** The process's HTTP server. It answers health and metrics; modules add their routes before it listens. */
export async function openServer(
  platform: Platform,
  callers: Callers,
  { audit, limits, onAnswer }: ServerOverrides = {},
): Promise<HttpServer> {
  const { origin, log, scope, signedUrls, tickets, config, tracing, metrics } = platform
  const refusedTokens = metrics.counter(
    'livetap_refused_tokens_total',
    'Tokens, keys, links, tickets and signed addresses that opened nothing',
    ['kind', 'problem'],
  )
  const server = await createHttpServer({
    log,
    https: origin.startsWith('https:'),
    addresses: new OwnAddresses(config),
    trustedProxies: trustedProxiesOf(config),
    nodePath: config.nodeUrl && new URL(config.nodeUrl).pathname,
    families: platform.families,
    ...callers,
    signedUrls,
    tickets,
    metricsToken: config.metricsToken,
    tracing,
    audit,
    onRefusedToken: ({ kind, problem }) => refusedTokens.inc({ kind, problem }),
    limits,
    onAnswer,
  })
  scope.own('http', server, server => closeHttpServer(server))
  scope.own('request counts', shareRequestCounts(server.requestCounts, platform.bus), stop => stop())
  healthRoutes(server, platform.health)
  metricsRoutes(server, platform.metrics)
  return server
}

/** A server with a public address and no named proxy is behind one on its own machine, or behind none. */
function trustedProxiesOf({ trustedProxies, publicUrl }: Config): readonly string[] {
  return trustedProxies ?? (publicUrl === undefined ? [] : ['loopback'])
}
