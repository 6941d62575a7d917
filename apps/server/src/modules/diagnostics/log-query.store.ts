import { sql } from 'kysely'
import { Store } from '../../platform/db/store'
import { ofVisibleLog, type Viewer } from '../access'
import type { LogRow } from '../events'
import type { LogFilter, LogRange, MetricQuery } from './log-query'

export type StoredLog = LogRow & { id: number }

/** Entries of one metric that one answer holds; beyond it the oldest are left out of the values, not of the count. */
const MAX_VALUES = 1000
/** Entries that are found by their words and then sorted; of more frequent words the newest are found by going back in time. */
const MAX_RARE = 2000

const columns = [
  'id',
  'meeting',
  'metric',
  'service',
  'pod',
  'time',
  'severity',
  'message',
  'fields',
] as const

const newestFirst = sql`time desc, id desc`

/** Reads what the event recorder wrote. */
export class LogQueryStore extends Store {
  async countOf(query: MetricQuery): Promise<number> {
    const { sum } = await this.#entriesOf(query)
      .select(sql<number>`coalesce(sum(coalesce((fields->>'count')::numeric, 1)), 0)::float8`.as('sum'))
      .executeTakeFirstOrThrow()
    return sum
  }

  /** Newest last. */
  async entriesOf(query: MetricQuery): Promise<StoredLog[]> {
    const newest = await this.#entriesOf(query)
      .select(columns)
      .orderBy(newestFirst)
      .limit(MAX_VALUES)
      .execute()
    return newest.reverse()
  }

  /** Newest first. */
  async search(viewer: Viewer, filter: LogFilter): Promise<StoredLog[]> {
    const rare = filter.text ? await this.#rareMatches(viewer, filter) : undefined
    if (rare) return rare
    return await this.#matching(viewer, filter)
      .select(columns)
      .orderBy(newestFirst)
      .limit(filter.limit)
      .execute()
  }

  /**
   * By the index of words alone, undefined where too many match. The planner takes any beginning of a word for a
   * frequent one and would read the day from its end, which is right for those and takes seconds for the others.
   */
  async #rareMatches(viewer: Viewer, filter: LogFilter): Promise<StoredLog[] | undefined> {
    const rows = await this.db
      .with(
        query => query('found').materialized(),
        () =>
          this.#matching(viewer, filter)
            .select(columns)
            .limit(MAX_RARE + 1),
      )
      .selectFrom('found')
      .select([...columns, sql<number>`(count(*) over ())::int`.as('total')])
      .orderBy(newestFirst)
      .limit(filter.limit)
      .execute()
    return (rows[0]?.total ?? 0) > MAX_RARE ? undefined : rows.map(({ total, ...row }) => row)
  }

  /** Stops counting at `atMost`. */
  async count(viewer: Viewer, range: LogRange, atMost: number): Promise<number> {
    const { count } = await this.db
      .selectFrom(this.#within(viewer, range).select('id').limit(atMost).as('found'))
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  #matching(viewer: Viewer, { before, limit, ...range }: LogFilter) {
    const query = this.#within(viewer, range)
    return before ? query.where(sql<boolean>`(time, id) < (${before.time}, ${before.id})`) : query
  }

  /** From the first entry to the last. */
  async spanMs(viewer: Viewer, range: LogRange): Promise<number> {
    const { first, last } = await this.#within(viewer, range)
      .select(({ fn }) => [fn.min<Date | null>('time').as('first'), fn.max<Date | null>('time').as('last')])
      .executeTakeFirstOrThrow()
    return first && last ? last.getTime() - first.getTime() : 0
  }

  /** By stretches of `stepMs` since 1970, oldest first. */
  async histogram(viewer: Viewer, range: LogRange, stepMs: number) {
    const bucket = sql<Date>`date_bin(${stepMs} * interval '1 millisecond', time, 'epoch'::timestamptz)`
    return await this.#within(viewer, range)
      .select([bucket.as('time'), 'severity', sql<number>`count(*)::int`.as('count')])
      .groupBy(sql`1, 2`)
      .orderBy(sql`1, 2`)
      .execute()
  }

  #within(viewer: Viewer, { from, to, text, ...equal }: LogRange) {
    let query = this.db
      .selectFrom('log_event')
      .where('time', '>=', from)
      .where('time', '<=', to)
      .where(ofVisibleLog(viewer, sql.ref('log_event.meeting')))
    for (const [column, value] of Object.entries(equal))
      if (value !== undefined) query = query.where(column as keyof typeof equal, '=', value)
    return text ? query.where(containsWords(text)) : query
  }

  #entriesOf({ meeting, metric, pod, from, to }: MetricQuery) {
    const query = this.db
      .selectFrom('log_event')
      .where('meeting', '=', meeting)
      .where('metric', '=', metric)
      .where('time', '>=', from)
      .where('time', '<=', to)
    return pod ? query.where('pod', '=', pod) : query
  }
}

/** The expression of the index `log_event_text`: the message and the values of the fields. */
const words = sql`(to_tsvector('simple'::regconfig, message) || jsonb_to_tsvector('simple'::regconfig, fields, '["string", "numeric"]'))`

/** Every word asked for begins a word of the entry, in any case and order. */
function containsWords(text: string) {
  const terms = text.split(/\s+/).filter(Boolean)
  const quoted = terms.map(term => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`)
  return sql<boolean>`${words} @@ to_tsquery('simple'::regconfig, ${quoted.join(' & ')})`
}
