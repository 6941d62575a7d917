import { z } from 'zod'
import {
  MANUSCRIPT_STATUSES,
  NO_FILTER,
  PROGRESS_GREEN_PERCENT,
  PROGRESS_ORANGE_PERCENT,
  SHARD_MAX_LENGTH_MS,
  SHARD_MIN_LENGTH_MS,
  VENDORS,
} from '../../product/constants'
import { manuscriptTexts } from '../../product/texts/review'
import { text } from '../../wire/text'
import { documentedFields } from '../../wire/upstream'

/** Labelling projects of the vendors. Hours travel as milliseconds. */

export type ManuscriptVendor = keyof typeof VENDORS
export const manuscriptVendors = Object.keys(VENDORS) as [ManuscriptVendor, ...ManuscriptVendor[]]

export type ManuscriptStatus = Exclude<(typeof MANUSCRIPT_STATUSES)[number], typeof NO_FILTER>
export const manuscriptStatuses = MANUSCRIPT_STATUSES.filter(
  (status): status is ManuscriptStatus => status !== NO_FILTER,
)
const manuscriptStatusSchema = z.enum(manuscriptStatuses)

export const MANUSCRIPT_SORT_FIELDS = [
  'name',
  'language',
  'vendor',
  'status',
  'start_datetime',
  'end_datetime',
] as const
export type ManuscriptSortField = (typeof MANUSCRIPT_SORT_FIELDS)[number]

/** Longer than any labelling project; keeps sums far from the end of exact numbers. */
export const MAX_REQUIRED_MS = 1_000_000 * 3_600_000
export const MAX_SHARD_LENGTH_MS = 3_600_000

const ms = z.number().int().min(0)
const required = ms.max(MAX_REQUIRED_MS)
const length = z.number().int().min(1).max(MAX_SHARD_LENGTH_MS)
const moment = z.iso.datetime({ offset: true })

export const manuscriptProjectSchema = z.object({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  vendor: z.string(),
  status: manuscriptStatusSchema,
  site_name: z.string(),
  start_datetime: z.string().nullish(),
  end_datetime: z.string().nullish(),
  train_ms_required: ms,
  train_ms_sent: ms,
  train_ms_received: ms,
  eval_ms_required: ms,
  eval_ms_sent: ms,
  eval_ms_received: ms,
  has_global_participant_id: z.boolean(),
  has_participant_id: z.boolean(),
  max_length_ms: z.number().int(),
  min_length_ms: z.number().int(),
  /** Grows with every change a user makes; an update may carry the one it was made on. */
  version: z.number().int().default(0),
  created_at: z.string().optional(),
  created_by: z.string().optional(),
  /** Who made the last change, and when. */
  changed_at: z.string().optional(),
  changed_by: z.string().optional(),
})

/** Of another service a missing version is not known, which is not the first. */
const projectFromAnywhere = manuscriptProjectSchema.extend({ version: z.number().int() })
export const manuscriptProjectReading = documentedFields(projectFromAnywhere, [
  'id',
  'name',
  'language',
  'vendor',
  'status',
  'site_name',
  'start_datetime',
  'end_datetime',
  'train_ms_required',
  'train_ms_sent',
  'train_ms_received',
  'eval_ms_required',
  'eval_ms_sent',
  'eval_ms_received',
  'has_global_participant_id',
  'has_participant_id',
  'max_length_ms',
  'min_length_ms',
])
export type ManuscriptProjectWire = z.output<typeof manuscriptProjectSchema>
/** A project as the console gets it, from any deployment. */
export type ManuscriptProject = z.output<typeof manuscriptProjectReading>

const projectFields = {
  name: text(200).trim().min(1),
  site_name: text(200).trim().default(''),
  language: text(35).min(1),
  has_global_participant_id: z.boolean().default(true),
  has_participant_id: z.boolean().default(true),
  train_ms_required: required,
  eval_ms_required: required,
  max_length_ms: length.default(SHARD_MAX_LENGTH_MS),
  min_length_ms: length.default(SHARD_MIN_LENGTH_MS),
  vendor: z.enum(manuscriptVendors),
  start_datetime: moment.nullish(),
  end_datetime: moment.nullish(),
}

interface Ruled {
  train_ms_required: number
  eval_ms_required: number
  min_length_ms: number
  max_length_ms: number
  start_datetime?: string | null
  end_datetime?: string | null
}

const hasHours = (project: Ruled) => project.train_ms_required + project.eval_ms_required > 0
const hoursRule = { path: ['train_ms_required'], message: manuscriptTexts.hoursSumRule }
const lengthsFit = (project: Ruled) => project.min_length_ms <= project.max_length_ms
const lengthRule = { path: ['max_length_ms'], message: 'must not be below min_length_ms' }
const datesFit = ({ start_datetime: start, end_datetime: end }: Ruled) =>
  !start || !end || Date.parse(start) <= Date.parse(end)
const dateRule = { path: ['end_datetime'], message: 'must not be before start_datetime' }

/** POST /projects. */
export const newManuscriptSchema = z
  .object(projectFields)
  .refine(hasHours, hoursRule)
  .refine(lengthsFit, lengthRule)
  .refine(datesFit, dateRule)
export type NewManuscript = z.output<typeof newManuscriptSchema>

const version = z.number().int().min(0)

/** PUT /projects/{id}: everything that the create form asks for, as it shall be. */
export const manuscriptEditSchema = z
  .object({ ...projectFields, version: version.optional() })
  .refine(hasHours, hoursRule)
  .refine(lengthsFit, lengthRule)
  .refine(datesFit, dateRule)
export type ManuscriptEdit = z.output<typeof manuscriptEditSchema>

/** PATCH /projects for one. */
export const manuscriptUpdateSchema = z.object({
  id: text(40),
  status: manuscriptStatusSchema,
  version: version.optional(),
})

const MAX_BULK_PROJECTS = 1_000

/** PATCH /projects for several. */
export const manuscriptBulkUpdateSchema = z.object({
  manuscript_projects_ids: z.array(text(40)).min(1).max(MAX_BULK_PROJECTS),
  status: manuscriptStatusSchema,
  versions: z.record(text(40), version).optional(),
})

export const manuscriptBulkAnswerSchema = z.object({
  updated: z.array(manuscriptProjectSchema),
  failed: z.array(z.object({ id: z.string(), description: z.string() })),
})
export type ManuscriptBulkAnswer = z.output<typeof manuscriptBulkAnswerSchema>
/** The documents show no answer: one that says nothing has updated all. */
export const manuscriptUpdateReading = z.catch(
  documentedFields(projectFromAnywhere, []).extend({
    updated: z.array(documentedFields(projectFromAnywhere, ['id'])).optional(),
    failed: manuscriptBulkAnswerSchema.shape.failed.optional(),
  }),
  {},
)

/** Of a project that was created or deleted: the documents show no answer. */
export const manuscriptChangeReading = z.catch(documentedFields(projectFromAnywhere, []), {})

export const manuscriptListAnswerSchema = z.object({
  projects: z.array(manuscriptProjectSchema),
  /** How many the filters let through, on all pages. */
  total: z.number().int(),
  /** Asks for the page behind this one; null on the last. */
  next: z.string().nullable(),
})
export type ManuscriptListWire = z.output<typeof manuscriptListAnswerSchema>
export const manuscriptListReading = documentedFields(
  manuscriptListAnswerSchema.extend({ projects: z.array(manuscriptProjectReading) }),
  ['projects'],
)
export type ManuscriptList = z.output<typeof manuscriptListReading>

/** What the projects that the filters let through add up to, per vendor. */
export const manuscriptTotalsAnswerSchema = z.object({
  vendors: z.array(
    z.object({
      vendor: z.string(),
      projects: z.number().int(),
      ms_required: ms,
      ms_sent: ms,
      ms_received: ms,
    }),
  ),
})
export type ManuscriptTotals = z.output<typeof manuscriptTotalsAnswerSchema>

const matchingSchema = z.object({ shards: z.number().int(), length_ms: ms })

/** The shards that a project would be filled from now: none that is unusable or in another open project. */
export const matchingShardsSchema = z.object({ train: matchingSchema, evaluation: matchingSchema })
export type MatchingShards = z.output<typeof matchingShardsSchema>

/** What a project asks of its shards, as a query. */
export const matchingShardsQuerySchema = z.object({
  language: text(35).min(1),
  site_name: text(200).trim().optional(),
  min_length_ms: z.coerce.number().pipe(length),
  max_length_ms: z.coerce.number().pipe(length),
  has_participant_id: z.stringbool(),
  has_global_participant_id: z.stringbool(),
})
export type MatchingShardsQuery = z.output<typeof matchingShardsQuerySchema>

/** A zip of transcripts that a vendor sent back. */
export const manuscriptReturnSchema = z.object({
  /** As it was called by who took it in. */
  file: z.string(),
  returned_at: z.iso.datetime(),
  returned_by: z.string(),
  /** Transcripts that shards of the project now have. */
  received: z.number().int(),
  /** Files that were not used, the first hundred by name. */
  unmatched: z.array(z.object({ name: z.string(), reason: z.string() })),
  unmatched_total: z.number().int(),
})
export type ManuscriptReturn = z.output<typeof manuscriptReturnSchema>

/** What happened in a project: by day, what came back, and who changed it. */
export const manuscriptActivitySchema = z.object({
  /** UTC days on which anything was sent or received, in their order. */
  days: z.array(z.object({ day: z.iso.date(), sent_ms: ms, received_ms: ms })),
  returns: z.array(manuscriptReturnSchema),
  changes: z.array(
    z.object({ version, changed_at: z.iso.datetime(), changed_by: z.string(), what: z.string() }),
  ),
})
export type ManuscriptActivity = z.output<typeof manuscriptActivitySchema>

/** Shards of a project, the last sent first. */
export const manuscriptShardsSchema = z.object({
  shards: z.array(
    z.object({
      id: z.string(),
      meeting_id: z.string(),
      length_ms: ms,
      evaluation: z.boolean(),
      sent_at: z.iso.datetime(),
      received_at: z.iso.datetime().nullable(),
    }),
  ),
  total: z.number().int(),
  next: z.string().nullable(),
})
export type ManuscriptShards = z.output<typeof manuscriptShardsSchema>

/** Rounded and not capped: a vendor may return more than was asked for. */
export function manuscriptPercent(project: ManuscriptHours): number {
  const asked = project.train_ms_required + project.eval_ms_required
  if (asked === 0) return 0
  return Math.round(((project.train_ms_received + project.eval_ms_received) / asked) * 100)
}

export type ManuscriptHours = Pick<
  ManuscriptProject,
  'train_ms_required' | 'eval_ms_required' | 'train_ms_received' | 'eval_ms_received'
>

export const progressColor = (percent: number): 'red' | 'orange' | 'green' =>
  percent < PROGRESS_ORANGE_PERCENT ? 'red' : percent < PROGRESS_GREEN_PERCENT ? 'orange' : 'green'

/** The actions that are offered; an update may set any status. */
export const isActivatable = (status: ManuscriptStatus): boolean => status === 'pending'
export const isCompletable = (status: ManuscriptStatus): boolean =>
  status !== 'completed' && status !== 'closed'
