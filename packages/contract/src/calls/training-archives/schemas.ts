import { z } from 'zod'
import { text } from '../../wire/text'
import { shardFilterFields } from '../trainable/filter'
import { MAX_SYNC_KEY_LENGTH } from '../trainable/sync-key'

/** Archives of shards: a filter, a job that packs what it finds, and a link to the zip. */

const ARCHIVE_STATUSES = ['zip-processing', 'zip-completed', 'zip-failed', 'zip-cancelled'] as const
export const archiveStatusSchema = z.enum(ARCHIVE_STATUSES)

/** Why an archive cannot be downloaded: it was never packed, or was removed later. */
export const ARCHIVE_FAILURES = ['packing_failed', 'meeting_removed', 'expired'] as const

/** A field that was left empty is the same as one that was left out. */
const dropEmpty = (value: unknown) => (value === '' || value === null ? undefined : value)
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(dropEmpty, schema.optional())

const flag = optional(z.union([z.boolean(), z.stringbool()]))
const name = optional(text(200).trim())
const millis = optional(z.coerce.number().int().nonnegative())
const moment = optional(z.iso.datetime({ offset: true }))

/** The documents' filter. What is absent filters nothing. */
export const archiveFilterSchema = z.object({
  /** Begins behind the shard that the key names; an invalid key is ignored. */
  sync_key: optional(text(MAX_SYNC_KEY_LENGTH)),
  ...shardFilterFields({ flag, name, length: millis, moment }),
  /** Ends before the shard that would make all of them longer than this. */
  max_total_shards_ms: millis,
})

export const archiveEstimateBodySchema = archiveFilterSchema.extend({
  client_region: text(100).trim().min(1),
})

/** POST /trainable-worker/audio; the request id is the client's own. */
export const archiveRequestSchema = archiveEstimateBodySchema.extend({
  request_id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'must be 1 to 100 letters, digits, - or _'),
})

export const archiveEstimateSchema = z.object({
  count: z.int().nonnegative(),
  length_ms: z.number().nonnegative(),
  bytes: z.number().nonnegative(),
})

/** The answer of a request, and of each question about it. */
export const archiveInfoSchema = z.object({
  client_region: z.string(),
  request_id: z.string(),
  status: archiveStatusSchema,
  /** Signed, of this origin, until `url_expires_at`; null while there is nothing to download. */
  url: z.string().nullable().default(null),
  /** Ours from here on; the answers of another service have none of them. */
  url_expires_at: z.iso.datetime().nullable().default(null),
  filter: archiveFilterSchema.default({}),
  requested_by: z.string().default(''),
  created_at: z.iso.datetime().optional(),
  finished_at: z.iso.datetime().nullable().default(null),
  /** Shards that are packed, of all that will be. */
  count: z.int().nonnegative().default(0),
  total: z.int().nonnegative().default(0),
  length_ms: z.number().nonnegative().default(0),
  bytes: z.number().nonnegative().default(0),
  /** Of `zip-failed`: the kind of failure, and what happened in words. */
  reason: z.enum(ARCHIVE_FAILURES).nullable().default(null),
  error: z.string().nullable().default(null),
})

export const archiveListSchema = z.object({ archives: z.array(archiveInfoSchema) })

export type ArchiveStatus = z.infer<typeof archiveStatusSchema>
export type ArchiveFailure = (typeof ARCHIVE_FAILURES)[number]
export type ArchiveFilter = z.infer<typeof archiveFilterSchema>
export type ArchiveEstimate = z.infer<typeof archiveEstimateSchema>
export type ArchiveInfo = z.infer<typeof archiveInfoSchema>
