import { z } from 'zod'

/** A tag of vendors' transcripts as it is spelled there. */
export const vendorTagSchema = z.object({
  tag: z.string(),
  count: z.number().int(),
  /** How often, by the file it is in. */
  files: z.record(z.string(), z.number().int()),
  /** Ours: the first texts around it. */
  examples: z.array(z.object({ file: z.string(), text: z.string() })).optional(),
})

/** POST /trainable-worker/tags */
export const vendorTagsAnswerSchema = z.object({
  /** The most frequent first. */
  tags: z.array(vendorTagSchema),
  /** Ours: how many entries of the zip were transcripts, and which were not. */
  files_read: z.number().int().optional(),
  files_skipped: z.number().int().optional(),
  /** The first names of those. */
  skipped: z.array(z.string()).optional(),
})

export type VendorTag = z.infer<typeof vendorTagSchema>
export type VendorTagsAnswer = z.infer<typeof vendorTagsAnswerSchema>
