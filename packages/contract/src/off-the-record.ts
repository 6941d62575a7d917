import { z } from 'zod'

/** A stretch of the meeting's clock of which nothing is kept. */
export const offTheRecordSchema = z.object({ from_millis: z.number(), until_millis: z.number() })
export type OffTheRecordRange = z.infer<typeof offTheRecordSchema>
export const offTheRecordRangesSchema = z.array(offTheRecordSchema)
