import type { ColumnType, Generated } from 'kysely'
import type { Role } from '../../platform/config/config'
import type {} from '../../platform/db/schema'

/** What a process says about itself. */
export interface NodeReport {
  logLoss: { log: number; ledger: number; waiting: number }
}

/** The registry of migration 0040: one row for each process that serves the installation. */
export interface NodeTables {
  node: {
    pod: string
    id: string
    role: Role
    cluster: string
    region: string
    host: string
    /** Of its sockets. */
    url: string | null
    capacity: number
    recordings: Generated<number>
    calls: Generated<number>
    started_at: Generated<Date>
    heartbeat_at: Generated<Date>
    draining: Generated<boolean>
    version: Generated<string>
    report: ColumnType<NodeReport | Record<string, never>, string | undefined, string>
  }
}

/** Migration 0201: one row a minute for each process. */
export interface NodeSampleTables {
  node_sample: {
    pod: string
    at: Date
    memory_bytes: ColumnType<string, number, never>
    /** Recordings that waited for a worker, of the whole installation. */
    queue: number
    live_sound_ms: ColumnType<string, number, never>
    live_work_ms: ColumnType<string, number, never>
  }
}

declare module '../../platform/db/schema' {
  interface DB extends NodeTables, NodeSampleTables {}
}
