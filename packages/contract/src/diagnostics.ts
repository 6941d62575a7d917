import { z } from 'zod'
import { SEVERITIES } from './events/event-definition'

/** Entries of one metric of one meeting: the asked fields of each, newest last. */
export const statsAnswerSchema = z.object({
  /** The sum of the entries' own counts, 1 where an entry has none. */
  count: z.number().min(0),
  values: z.array(z.looseObject({ timestamp: z.iso.datetime() })),
})
export type StatsAnswer = z.infer<typeof statsAnswerSchema>

export const ledgerEventSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  eventFields: z.array(z.object({ id: z.string(), name: z.string(), value: z.string() })),
})
export type LedgerEventWire = z.infer<typeof ledgerEventSchema>

export const ledgerAnswerSchema = z.object({ ledger_events: z.array(ledgerEventSchema) })

export const siteUsageSchema = z.object({
  /** A UTC day. */
  date: z.iso.date(),
  webex_site_name: z.string(),
  count: z.int().min(1),
})
export type SiteUsage = z.infer<typeof siteUsageSchema>

export const siteUsageAnswerSchema = z.object({ per_site_stats: z.array(siteUsageSchema) })

export const logEntrySchema = z.object({
  id: z.string(),
  time: z.iso.datetime(),
  severity: z.enum(SEVERITIES),
  service: z.string(),
  metric: z.string(),
  pod: z.string(),
  meeting: z.string().nullable(),
  message: z.string(),
  fields: z.record(z.string(), z.unknown()),
})
export type LogEntryWire = z.infer<typeof logEntrySchema>

/** Newest first; `next` is the cursor of the older ones. */
export const logsAnswerSchema = z.object({ entries: z.array(logEntrySchema), next: z.string().nullable() })
