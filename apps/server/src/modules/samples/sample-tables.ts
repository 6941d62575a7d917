import type { Generated } from 'kysely'
import type {} from '../../platform/db/schema'

/** The tables of migration 0021. */
export interface SampleTables {
  sample_meeting: { name: string; meeting_id: string; made_at: Generated<Date> }
  /** Holds a row once the samples are in, or were found not to be wanted. */
  samples_settled: { single: Generated<boolean>; settled_at: Generated<Date> }
}

declare module '../../platform/db/schema' {
  interface DB extends SampleTables {}
}
