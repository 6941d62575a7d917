import { readdirSync } from 'node:fs'
import { usageOf } from '@livetap/server/testing'
import pg from 'pg'
import type { FleetNode, MixedFleet } from '../mixed-fleet'
import type { Sample } from './growth'

/** What is kept of each meeting and of what people did: these grow with the meetings that are not deleted. */
const RECORDS = new Set([
  ...['meeting', 'deleted_meeting', 'upload_session', 'job', 'pipeline_stage'],
  ...['utterance', 'utterance_version', 'speaker_name', 'highlight', 'shard'],
  ...['live_meeting', 'live_stream', 'live_event', 'live_period'],
  ...['log_event', 'ledger_event', 'ledger_head', 'ledger_person', 'audit_entry', 'audit_person'],
  // Words come ever more seldom: a language has so many.
  ...['search_row', 'search_word', 'search_meaning', 'search_passage'],
])
/** They grow for seconds, minutes or hours, and then lose as much as they get. */
const BY_TIME = new Set(['node_sample', 'used_ticket', 'search_pending'])

export type TableKind = 'record' | 'by time' | 'flat'
export const kindOf = (table: string): TableKind =>
  RECORDS.has(table) ? 'record' : BY_TIME.has(table) ? 'by time' : 'flat'

export const memoryOf = (node: FleetNode) => `${node.name}: heap, MB`
export const descriptorsOf = (node: FleetNode) => `${node.name}: descriptors`
export const rowsOf = (table: string) => `rows of ${table}`

const MEGABYTE = 1024 * 1024

/** Looks into the fleet's processes and its database. */
export class FleetCensus {
  private constructor(
    private readonly nodes: readonly FleetNode[],
    private readonly client: pg.Client,
    readonly tables: readonly string[],
  ) {}

  static async open(fleet: MixedFleet): Promise<FleetCensus> {
    const client = new pg.Client({ connectionString: fleet.database.url, query_timeout: 60_000 })
    client.on('error', () => undefined)
    await client.connect()
    // A partition is counted with its table.
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname = 'public' and relkind in ('r', 'p') and not relispartition order by relname`,
    )
    return new FleetCensus(
      fleet.nodes,
      client,
      rows.map(({ name }) => name),
    )
  }

  /** Meetings that are under way, and work that is not done. */
  async unfinished(): Promise<{ meetings: number; jobs: number }> {
    const { rows } = await this.client.query<{ meetings: number; jobs: number }>(
      `select (select count(*) from meeting where status not in ('CallEnded', 'failed'))::int as meetings,
        (select count(*) from job where state in ('queued', 'running'))::int as jobs`,
    )
    return rows[0]!
  }

  async failed(): Promise<string[]> {
    const { rows } = await this.client.query<{ id: string; error: string }>(
      `select id, error from meeting where status = 'failed' limit 5`,
    )
    return rows.map(({ id, error }) => `${id}: ${error}`)
  }

  async sample(lives: number): Promise<Sample> {
    const values = new Map<string, number>()
    for (const node of this.nodes) {
      const { heapBytes } = await usageOf(node.server.child, 'collect')
      values.set(memoryOf(node), heapBytes / MEGABYTE)
      values.set(descriptorsOf(node), openDescriptors(node.server.child.pid!))
    }
    for (const table of this.tables) {
      const { rows } = await this.client.query<{ count: number }>(`select count(*)::int from "${table}"`)
      values.set(rowsOf(table), rows[0]!.count)
    }
    return { lives, values }
  }

  close(): Promise<void> {
    return this.client.end()
  }
}

/** Linux alone tells; elsewhere none. */
function openDescriptors(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}
