import { z } from 'zod'
import { SEVERITIES } from '../../events/event-definition'

/** Entries of one metric of one meeting: the asked fields of each, newest last. */
export const statsAnswerSchema = z.object({
  /** The sum of the entries' own counts, 1 where an entry has none. */
  count: z.number().min(0),
  values: z.array(z.looseObject({ timestamp: z.iso.datetime() })),
})
/** An upstream need not say its times in UTC. */
const upstreamInstant = z.iso.datetime({ offset: true })
export const statsReading = statsAnswerSchema.extend({
  values: z.array(z.looseObject({ timestamp: upstreamInstant })),
})
export type StatsAnswer = z.infer<typeof statsReading>

export const ledgerEventSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  eventFields: z.array(z.object({ id: z.string(), name: z.string(), value: z.string() })),
})
export type LedgerEventWire = z.infer<typeof ledgerEventSchema>

export const ledgerAnswerSchema = z.object({ ledger_events: z.array(ledgerEventSchema) })
/** The documents name the fields and not what their values are. */
export const ledgerReading = z.object({
  ledger_events: z.array(
    ledgerEventSchema.extend({
      createdAt: upstreamInstant,
      eventFields: z.array(z.object({ id: z.coerce.string(), name: z.string(), value: z.coerce.string() })),
    }),
  ),
})

/** Whether a ledger is what was written: `breaks` says where it is not. */
export const ledgerChainSchema = z.object({
  events: z.int().min(0),
  breaks: z.array(z.object({ number: z.int().min(0), problem: z.string() })),
  /** What is left of a ledger that was removed when its time was over. */
  tombstone: z
    .object({ events: z.int(), removed_at: z.iso.datetime(), reason: z.string(), genuine: z.boolean() })
    .nullable(),
})
export type LedgerChain = z.infer<typeof ledgerChainSchema>

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

/**
 * How many entries of each severity lie in each stretch from the first that was found to the last; stretches without any
 * are left out.
 */
export const logHistogramSchema = z.object({
  step_ms: z.int().min(1),
  buckets: z.array(z.object({ time: z.iso.datetime(), severity: z.enum(SEVERITIES), count: z.int() })),
})
export type LogHistogram = z.infer<typeof logHistogramSchema>

const healthCheckSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  detail: z.string(),
  /** Not configured, so that it cannot fail. */
  off: z.boolean().optional(),
})

export const systemNodeSchema = z.object({
  pod: z.string(),
  id: z.string(),
  role: z.string(),
  cluster: z.string(),
  region: z.string(),
  host: z.string(),
  version: z.string(),
  capacity: z.int(),
  recordings: z.int(),
  calls: z.int(),
  draining: z.boolean(),
  started_at: z.iso.datetime(),
  /** How long it has not been heard of. */
  silent_ms: z.int(),
  /** Entries that this process could not keep, and those that wait. */
  log_loss: z.object({ log: z.int(), ledger: z.int(), waiting: z.int() }),
})
export type SystemNode = z.infer<typeof systemNodeSchema>

export const systemAnswerSchema = z.object({
  version: z.string(),
  checks: z.array(healthCheckSchema),
  engines: z.array(
    z.object({
      name: z.string(),
      available: z.boolean(),
      reason: z.string(),
      /** How it works here; empty where there is nothing to say. */
      note: z.string(),
    }),
  ),
  disk: z.array(z.object({ folder: z.string(), free_bytes: z.number(), total_bytes: z.number() })),
  /** Recordings that wait for a worker. */
  queue: z.int(),
  nodes: z.array(systemNodeSchema),
  errors: z.array(logEntrySchema),
})
export type SystemAnswer = z.infer<typeof systemAnswerSchema>

/** How a process did in one minute. */
export const systemSampleSchema = z.object({
  pod: z.string(),
  time: z.iso.datetime(),
  /** Recordings that waited for a worker, of the whole installation. */
  queue: z.int().min(0),
  /** Sound over the time its recognition took, of calls and recordings that were recognised in this minute; null without any. */
  speed: z.number().nullable(),
  errors: z.int().min(0),
  memory_bytes: z.number().min(0),
})
export type SystemSample = z.infer<typeof systemSampleSchema>

/** The last six hours, oldest first; a minute in which a process said nothing has no sample. */
export const systemHistorySchema = z.object({ step_ms: z.int().min(1), samples: z.array(systemSampleSchema) })
export type SystemHistory = z.infer<typeof systemHistorySchema>
