import { z } from 'zod'
import { families } from './families'

/** GET /discovery_worker_cluster_capacities: by cluster. */
export const clusterCapacitiesPath = `${families.backend}/discovery_worker_cluster_capacities` as const

export const capacitiesAnswerSchema = z.record(
  z.string(),
  z.object({
    callsAvailability: z.number().int().nonnegative(),
    callsCount: z.number().int().nonnegative(),
    region: z.string(),
  }),
)
export type CapacitiesAnswer = z.infer<typeof capacitiesAnswerSchema>
