import { z } from 'zod'
import { SHARDERS } from '../../product/constants'
import { text } from '../../wire/text'

export const RECORDING_SIZE_HEADER = 'x-recording-size'
export const RECORDING_TYPE_HEADER = 'x-recording-type'

/** POST /web/recordings/meetings/upload. */
export const uploadCreateBodySchema = z.object({
  start_at_utc: z.iso.datetime(),
  source: text(200).min(1),
  enable_ensemble: z.boolean().default(true),
  sharder: z.enum(SHARDERS).default('vadmarker'),
  trainable_shard_percent: z.number().min(0).max(100).default(0),
  language: text(50).min(2).optional(),
  site_name: text(200).optional(),
  client_region: text().min(1),
  file_size: z.number().int().positive(),
  file_type: text(200),
  file_name: text(500).optional(),
})
export type UploadCreateBody = z.input<typeof uploadCreateBodySchema>

/** Both ends inclusive. */
const byteRangeSchema = z.object({
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
})

export const uploadSessionSchema = z.object({
  meeting_id: z.string(),
  upload_url: z.string(),
  next_byte_range: byteRangeSchema.optional(),
})
export type UploadSession = z.infer<typeof uploadSessionSchema>

export interface UploadedMeeting {
  meeting_id: string
  file_name: string
  uploaded: boolean
}

/** Whole percent of a file that is stored, counting what is under way. */
export const uploadPercent = (chunkStart: number, loaded: number, total: number): number =>
  Math.round(((chunkStart + loaded) / total) * 100)
