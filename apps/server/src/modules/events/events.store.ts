import type { Severity } from '@livetap/contract'
import { type Generated, type JSONColumnType, sql } from 'kysely'
import { Store } from '../../platform/db/store'
import { type LedgerEntry, type LedgerRow, type LogEntry, type LogRow, ledgerRow, logRow } from './event-rows'
import type { LedgerStore } from './ledger/ledger.store'

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

export interface MeetingEvents {
  logs?: readonly LogEntry[]
  ledger?: readonly LedgerEntry[]
}

export interface EventsStoreOptions {
  ledger: LedgerStore
  /** Which process recorded it. */
  pod: string
  /** Whether log entries are sent to the cloud too: what is committed is, and nothing else. */
  isForwarded?: boolean
}

/** PostgreSQL's texts hold no NUL character: it is left out rather than losing the event. */
const withoutNul = (text: string) => text.replaceAll('\0', '')
const json = (fields: Fields) => JSON.stringify(fields).replaceAll('\\u0000', '')

/** The one way in which log entries and ledger events are written. */
export class EventsStore extends Store<EventsStoreOptions> {
  logRow(entry: LogEntry, meeting: string | null): LogRow {
    return logRow(entry, meeting, this.options.pod)
  }

  /** What happened in a meeting, at its own time where an entry says one. */
  async record(meeting: string, { logs = [], ledger = [] }: MeetingEvents): Promise<void> {
    if (logs.length > 0) await this.insertLogs(logs.map(entry => this.logRow(entry, meeting)))
    // Last, because the meeting's ledger is locked from here on.
    if (ledger.length > 0) await this.appendLedger(ledger.map(entry => ledgerRow(entry, meeting)))
  }

  async insertLogs(rows: readonly LogRow[]): Promise<void> {
    // One array per column: the statement is the same for every batch, and half the work of a list of rows.
    const insert = sql`
      insert into log_event (meeting, metric, service, pod, time, severity, message, fields)
      select * from unnest(
        ${rows.map(row => row.meeting)}::text[], ${rows.map(row => row.metric)}::text[],
        ${rows.map(row => row.service)}::text[], ${rows.map(row => row.pod)}::text[],
        ${rows.map(row => row.time.toISOString())}::timestamptz[], ${rows.map(row => row.severity)}::text[],
        ${rows.map(row => withoutNul(row.message))}::text[], ${rows.map(row => json(row.fields))}::jsonb[]
      )
    `
    const statement = this.options.isForwarded
      ? sql`
          with inserted as (${insert} returning time, id)
          insert into cloud_outbox (log_time, log_id) select time, id from inserted order by id
        `
      : insert
    await statement.execute(this.db)
  }

  async appendLedger(rows: readonly LedgerRow[]): Promise<void> {
    await this.options.ledger.within(this.db).append(rows)
  }

  logsOf(meeting: string): Promise<(LogRow & { id: number })[]> {
    return this.db
      .selectFrom('log_event')
      .selectAll()
      .where('meeting', '=', meeting)
      .orderBy(sql`time, id`)
      .execute()
  }
}
