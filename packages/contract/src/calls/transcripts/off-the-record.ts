import { z } from 'zod'

/** The longest time that one command takes a meeting off the record. */
export const OFF_THE_RECORD_MAX_MS = 600_000

/**
 * How far a command reaches back from the moment at which it arrives: as long as a click may take over a slow network.
 * What a client asked for while its connection was broken or stalled counts from the click, up to `HOTWORD_RESUME_MS`
 * earlier. What was kept before that stays.
 */
export const OFF_THE_RECORD_REACH_MS = 5_000

/** A stretch of the meeting's clock of which nothing is kept. */
export const offTheRecordSchema = z.object({
  from_millis: z.number(),
  until_millis: z.number(),
  /** Ours: the name of the user who asked for it. */
  by: z.string().optional(),
})
export type OffTheRecordRange = z.infer<typeof offTheRecordSchema>
export const offTheRecordRangesSchema = z.array(offTheRecordSchema)
