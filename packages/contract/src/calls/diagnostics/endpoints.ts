import { z } from 'zod'
import { SERVICES, SEVERITIES } from '../../events/event-definition'
import { meetingInPath } from '../../wire/actions'
import { defineEndpoint } from '../../wire/endpoint'
import {
  ledgerAnswerSchema,
  ledgerChainSchema,
  ledgerReading,
  logHistogramSchema,
  logsAnswerSchema,
  siteUsageAnswerSchema,
  statsAnswerSchema,
  statsReading,
} from './schemas'

/** What the logs and the ledger know: of one meeting, and of all of them. */

const backend = { family: 'backend', entry: 'bearer', method: 'GET' } as const
const name = z.string().min(1).max(200)

/** Any date text that names one moment: ISO 8601, or the form of HTTP dates. */
const moment = z
  .string()
  .max(100)
  .refine(text => !Number.isNaN(Date.parse(text)), 'is no date')
  .optional()

/** Pod queries spell their names with underscores; both spellings mean the same. */
const statsQuery = z.object({
  metricName: name,
  /** Separated by commas; absent: every field. */
  searchFields: z.string().max(1000).optional(),
  startTime: moment,
  start_time: moment,
  endTime: moment,
  end_time: moment,
  podName: name.optional(),
  pod_name: name.optional(),
})

export const meetingStats = defineEndpoint({
  ...backend,
  name: 'meetingStats',
  action: 'meeting.inspect',
  on: meetingInPath,
  summary: 'Log entries of one metric of a meeting; nothing found is a count of 0',
  path: '/meeting/:id/stats',
  query: statsQuery,
  answer: statsAnswerSchema,
  reading: statsReading,
})

export const meetingStatsUrl = defineEndpoint({
  ...backend,
  name: 'meetingStatsUrl',
  action: 'meeting.inspect',
  on: meetingInPath,
  summary: 'Where the same log entries can be looked at',
  path: '/meeting/:id/stats/url',
  query: statsQuery,
  answer: z.object({ url: z.string() }),
})

export const audioLedgers = defineEndpoint({
  ...backend,
  name: 'audioLedgers',
  action: 'meeting.inspect',
  on: meetingInPath,
  summary: 'The audio ledger of a meeting, oldest event first',
  path: '/meeting/:id/audio_ledgers',
  answer: ledgerAnswerSchema,
  reading: ledgerReading,
})

export const ledgerChain = defineEndpoint({
  ...backend,
  name: 'ledgerChain',
  action: 'meeting.inspect',
  on: meetingInPath,
  summary: 'Whether the audio ledger of a meeting is what was written, by its hash chain and its sealed head',
  path: '/meeting/:id/audio_ledgers/chain',
  answer: ledgerChainSchema,
})

const day = z.iso.date('must be a date such as 2026-03-01').optional()

export const perSiteUsage = defineEndpoint({
  ...backend,
  name: 'perSiteUsage',
  action: 'usage.read',
  summary: 'Meetings per site and UTC day, deleted ones included; both days belong to the range',
  path: '/per_site_usage',
  query: z.object({ client_region: name, start_date: day, end_date: day }),
  answer: siteUsageAnswerSchema,
})

const logFilter = {
  meeting: name.optional(),
  metric: name.optional(),
  service: z.enum(SERVICES).optional(),
  severity: z.enum(SEVERITIES).optional(),
  pod: name.optional(),
  /** Each of its words begins a word of the message or of a field, in any case. */
  text: name.optional(),
  from: moment,
  to: moment,
}

export const searchLogs = defineEndpoint({
  ...backend,
  name: 'searchLogs',
  action: 'logs.read',
  summary: 'Log entries, newest first',
  path: '/logs',
  query: z.object({
    ...logFilter,
    limit: z.coerce.number().int().min(1).max(500).default(200),
    /** `next` of the answer before. */
    before: z.string().max(60).optional(),
  }),
  answer: logsAnswerSchema,
})

export const logHistogram = defineEndpoint({
  ...backend,
  name: 'logHistogram',
  action: 'logs.read',
  summary: 'How many log entries the same filters find over time',
  path: '/logs/histogram',
  query: z.object(logFilter),
  answer: logHistogramSchema,
})
