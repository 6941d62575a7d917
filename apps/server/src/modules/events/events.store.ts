import type { Severity } from '@livetap/contract'
import { type Generated, type JSONColumnType, type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/db/schema'

type Fields = Record<string, unknown>

declare module '../../platform/db/schema' {
  interface DB {
    log_event: {
      id: Generated<number>
      meeting: string | null
      metric: string
      service: string
      pod: string
      time: Date
      recorded_at: Generated<Date>
      severity: Severity
      message: string
      fields: JSONColumnType<Fields>
    }
  }
}

export interface LogRow {
  meeting: string | null
  metric: string
  service: string
  pod: string
  time: Date
  severity: Severity
  message: string
  fields: Fields
}

export interface LedgerRow {
  meeting: string
  name: string
  time: Date
  fields: Fields
}

export interface EventsStore {
  insertLogs(rows: readonly LogRow[]): Promise<void>
  logsOf(meeting: string): Promise<(LogRow & { id: number })[]>
}

/** PostgreSQL's texts hold no NUL character: it is left out rather than losing the event. */
const withoutNul = (text: string) => text.replaceAll('\0', '')
const json = (fields: Fields) => JSON.stringify(fields).replaceAll('\\u0000', '')

export function createEventsStore(kysely: Kysely<DB>): EventsStore {
  return {
    async insertLogs(rows) {
      // One array per column: the statement is the same for every batch, and half the work of a list of rows.
      await sql`
        insert into log_event (meeting, metric, service, pod, time, severity, message, fields)
        select * from unnest(
          ${rows.map(row => row.meeting)}::text[], ${rows.map(row => row.metric)}::text[],
          ${rows.map(row => row.service)}::text[], ${rows.map(row => row.pod)}::text[],
          ${rows.map(row => row.time.toISOString())}::timestamptz[], ${rows.map(row => row.severity)}::text[],
          ${rows.map(row => withoutNul(row.message))}::text[], ${rows.map(row => json(row.fields))}::jsonb[]
        )
      `.execute(kysely)
    },
    logsOf: meeting =>
      kysely
        .selectFrom('log_event')
        .selectAll()
        .where('meeting', '=', meeting)
        .orderBy(sql`time, id`)
        .execute(),
  }
}
