import { z } from 'zod'

/** By cluster. */
export const capacitiesAnswerSchema = z.record(
  z.string(),
  z.object({
    callsAvailability: z.number().int().nonnegative(),
    callsCount: z.number().int().nonnegative(),
    region: z.string(),
  }),
)
export type CapacitiesAnswer = z.infer<typeof capacitiesAnswerSchema>
