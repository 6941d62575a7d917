import {
  audioLedgers,
  ledgerChain,
  logHistogram,
  meetingStats,
  meetingStatsUrl,
  perSiteUsage,
  searchLogs,
} from '@livetap/contract/calls/diagnostics'
import type { CallOf } from '@livetap/contract/wire/endpoint'
import type { HttpServer } from '../../platform/http/create-http-server'
import { invalid, unavailable } from '../../platform/http/errors'
import { route } from '../../platform/http/route'
import { CloudLoggingError } from '../events'
import type { DiagnosticsService } from './diagnostics.service'
import type { MetricQuery } from './log-query'

type StatsCall = Pick<CallOf<typeof meetingStats>, 'params' | 'query'>

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

export function diagnosticsRoutes(server: HttpServer, diagnostics: DiagnosticsService): void {
  const queryOf = ({ params, query }: StatsCall): MetricQuery => ({
    meeting: params.id,
    metric: query.metricName,
    pod: query.podName ?? query.pod_name,
    from: dateOf(query.startTime ?? query.start_time) ?? diagnostics.defaultStart(),
    to: dateOf(query.endTime ?? query.end_time) ?? new Date(),
  })

  route(server, meetingStats, async call => {
    const fields = call.query.searchFields?.split(',').map(field => field.trim())
    return diagnostics.stats(queryOf(call), fields?.filter(Boolean)).catch(cloudUnavailable)
  })

  route(server, meetingStatsUrl, async call => {
    return { url: diagnostics.statsUrl(queryOf(call)) }
  })

  route(server, audioLedgers, async ({ params }) => ({ ledger_events: await diagnostics.ledger(params.id) }))

  route(server, ledgerChain, async ({ params }) => diagnostics.ledgerChain(params.id))

  route(server, perSiteUsage, async ({ query, principal }) => ({
    per_site_stats: await diagnostics.usage(principal, query.client_region, query.start_date, query.end_date),
  }))

  route(server, searchLogs, async ({ query: { from, to, before, ...filter }, principal }) =>
    diagnostics.search(principal, {
      ...filter,
      from: dateOf(from) ?? diagnostics.defaultStart(),
      to: dateOf(to) ?? new Date(),
      before: before === undefined ? undefined : cursorOf(before),
    }),
  )

  route(server, logHistogram, async ({ query: { from, to, ...filter }, principal }) =>
    diagnostics.histogram(principal, {
      ...filter,
      from: dateOf(from) ?? diagnostics.defaultStart(),
      to: dateOf(to) ?? new Date(),
    }),
  )
}

function cloudUnavailable(error: unknown): never {
  throw error instanceof CloudLoggingError ? unavailable(error.message) : error
}

function cursorOf(text: string): { time: Date; id: number } {
  const [, time, id] = /^(\d{1,15})_(\d{1,15})$/.exec(text) ?? []
  if (time === undefined || id === undefined) throw invalid('before', 'is no cursor of this list')
  return { time: new Date(Number(time)), id: Number(id) }
}
