import { DO_NOT_RECORD_AUDIO, NO_FILTER, STATS_LINK_LEAD_MS } from './constants'
import type { LauncherMode } from './launcher'

/** The console's addresses, as the documents give them to the letter. */
export const routes = {
  login: '/login',
  launcher: '/',
  live: '/live/:meeting_id?/:record_audio?',
  liveAsr: '/live_asr/:meeting_id?',
  past: '/past/:meeting_id',
  pastLocal: '/past-local',
  pastTrainable: '/past_trainable/:trainable_meeting_id',
  pastStats: '/past-stats/:meeting_id/:meeting_start_date/:meeting_end_date?',
  audioLedgersStats: '/audio-ledgers-stats/:meeting_id',
  pastTrain: '/past-train/:client_region',
  userLiveMeetings: '/user/live/meetings',
  userPastMeetings:
    '/user/past/meetings/:meeting_date_from_filter?/:meeting_date_to_filter?/:meeting_records_amount?',
  webexMeeting: '/webex_meeting/:meeting_id',
  /** Ours: all meetings that one may see; the filters are in the query. */
  library: '/meetings',
  filteredMeetings: '/meetings/:meeting_number/:meeting_start_date?/:meeting_end_date?',
  vendorTags: '/vendor_tags',
  clusterCapacities: '/discovery_worker_cluster_capacities',
  trainableShard: '/trainable_shard/:shard_id',
  perSiteUsage: '/per_site_usage_stats/:client_region/:start_date?/:end_date?',
  manuscripts:
    '/manuscripts/id/:manuscript_id?/vendor/:manuscript_vendor?/language/:manuscript_language?/status/:manuscript_status?',
  manuscriptCreate: '/manuscripts/project/create',
  manuscriptView: '/manuscripts/project/view/:manuscript_id',
  logs: '/logs',
  /** Ours: who has an account, and what it may. */
  accounts: '/accounts',
  /** Ours: one's own sessions and keys. */
  account: '/account',
  /** Ours: where one sets a password by a one-time link; opened without being signed in. */
  invitation: '/invitation',
  /** Ours: words over all meetings; `searchPath` fills it. */
  search: '/search',
  /** Ours: who did what. */
  audit: '/audit',
  /** Ours: how the installation is doing. */
  system: '/system',
  /** Ours: what the wire is. */
  docs: '/docs',
  /** Ours: what a link shares, on a reader's page without the console around it. */
  shared: '/shared/:token',
} as const

/** What a one-time link opens: the token behind the `#` is seen by no server and no log. */
export const accountLinkPath = (token: string): string => `${routes.invitation}#${token}`

export type RouteName = keyof typeof routes
/** The screens behind the sign-in. */
export type ScreenName = Exclude<RouteName, 'login' | 'shared' | 'invitation'>
export type RoutePattern = (typeof routes)[RouteName]

type Segments<Path extends string> = Path extends `${infer Head}/${infer Tail}` ? Head | Segments<Tail> : Path
type RequiredName<S> = S extends `:${string}?` ? never : S extends `:${infer Name}` ? Name : never
type OptionalName<S> = S extends `:${infer Name}?` ? Name : never
type Value = string | number

export type RouteParams<Path extends string> = { [Name in RequiredName<Segments<Path>>]: Value } & {
  [Name in OptionalName<Segments<Path>>]?: Value
}

/** A route was asked for without a value that its pattern requires. */
export class RouteParamError extends Error {
  readonly reason = 'missing_param'
  constructor(
    readonly pattern: string,
    readonly param: string,
  ) {
    super(`${pattern} needs ${param}`)
  }
}

/**
 * Fills a pattern with URL-encoded values. An optional segment without a value is left out together with the
 * optional segments directly behind it, because a later one would otherwise move into its place.
 */
export function fillRoute<Path extends RoutePattern>(pattern: Path, params: RouteParams<Path>): string {
  const values = params as Record<string, Value | undefined>
  const filled: string[] = []
  let skipping = false
  for (const segment of pattern.split('/').slice(1)) {
    if (!segment.startsWith(':')) {
      skipping = false
      filled.push(segment)
      continue
    }
    const optional = segment.endsWith('?')
    const name = segment.slice(1, optional ? -1 : undefined)
    const value = values[name]
    if (value === undefined || value === '') {
      if (!optional) throw new RouteParamError(pattern, name)
      skipping = true
    } else if (!skipping) {
      filled.push(encodeURIComponent(value))
    }
  }
  return `/${filled.join('/')}`
}

/** The launcher with a mode chosen. */
export const launcherPath = (mode: LauncherMode): string => `${routes.launcher}?mode=${mode}`

export interface ManuscriptFilters {
  manuscript_id?: string
  manuscript_vendor?: string
  manuscript_language?: string
  manuscript_status?: string
  manuscript_name?: string
}

/** The manuscripts list: an empty filter becomes the literal none; the name travels as a query. */
export function manuscriptsPath(filters: ManuscriptFilters = {}): string {
  const path = fillRoute(routes.manuscripts, {
    manuscript_id: filters.manuscript_id || NO_FILTER,
    manuscript_vendor: filters.manuscript_vendor || NO_FILTER,
    manuscript_language: filters.manuscript_language || NO_FILTER,
    manuscript_status: filters.manuscript_status || NO_FILTER,
  })
  const name = filters.manuscript_name
  return name && name !== NO_FILTER ? `${path}?name=${encodeURIComponent(name)}` : path
}

/** Words over all meetings; without a mode the server chooses. */
export const searchPath = (q: string, mode?: string): string =>
  `${routes.search}?q=${encodeURIComponent(q)}${mode ? `&mode=${mode}` : ''}`

/** The filters of the log explorer, all in its address. */
export type LogFilters = Partial<
  Record<'meeting' | 'metric' | 'service' | 'severity' | 'pod' | 'text' | 'from' | 'to', string | undefined>
>

export function logsPath(filters: LogFilters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value)
  return query.size > 0 ? `${routes.logs}?${query}` : routes.logs
}

/** What the logs and the ledger know of one meeting: its statistics, its ledger and its log entries. */
export function diagnosticPaths(meetingId: string, startMs: number | null | undefined) {
  return {
    stats:
      startMs === null || startMs === undefined
        ? undefined
        : fillRoute(routes.pastStats, {
            meeting_id: meetingId,
            meeting_start_date: startMs - STATS_LINK_LEAD_MS,
          }),
    ledger: fillRoute(routes.audioLedgersStats, { meeting_id: meetingId }),
    logs: logsPath({ meeting: meetingId }),
  }
}

/** Opening a meeting: its past view with an id, the local one without. */
export const openMeetingPath = (meetingId?: string): string =>
  meetingId ? fillRoute(routes.past, { meeting_id: meetingId }) : routes.pastLocal

/** A running meeting without a microphone: people who follow a link listen first. */
export const listeningPath = (meetingId: string): string =>
  fillRoute(routes.live, { meeting_id: meetingId, record_audio: DO_NOT_RECORD_AUDIO })
