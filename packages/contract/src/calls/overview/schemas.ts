import { z } from 'zod'

/** GET /web/overview. */
export const overviewAnswerSchema = z.object({
  /** Meetings that run now. */
  live: z.int().min(0),
  /** Recordings that wait or are processed. */
  transcribing: z.int().min(0),
  /** Meetings that failed in the last 24 hours. */
  failed_today: z.int().min(0),
  /** Errors of the log in the last 24 hours, counted up to `MAX_COUNTED_ERRORS`. */
  errors_today: z.int().min(0),
  /** The nodes that are there and take no new work. */
  draining: z.array(z.string()),
})
export type OverviewAnswer = z.infer<typeof overviewAnswerSchema>

/** More are as bad as these, and counting them would take long. */
export const MAX_COUNTED_ERRORS = 1_000
