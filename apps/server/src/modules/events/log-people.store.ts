import { type MetricDefinition, metrics } from '@livetap/contract'
import { sql } from 'kysely'
import { Store } from '../../platform/db/store'

/** Replaces the name of a person. */
const ANONYMOUS = 'somebody'
/** In the place of a person, but no person. */
const NOT_A_PERSON = new Set(['retention', ''])
const EMAIL = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}.-]+/gu

const definitions = new Map(Object.values<MetricDefinition>(metrics).map(metric => [metric.name, metric]))
const naming = [...definitions.values()].filter(({ people }) => people).map(({ name }) => name)

type Entry = { metric: string; message: string; fields: Record<string, unknown> }

/** Takes people out of log entries. */
export class LogPeopleStore extends Store {
  /** Of one meeting, everywhere: fields that name a person, and e-mail addresses in any text. */
  async forget(meeting: string): Promise<void> {
    const rows = await this.db
      .selectFrom('log_event')
      .select(['id', 'time', 'metric', 'message', 'fields'])
      .where('meeting', '=', meeting)
      .where(where =>
        where.or([
          where('metric', 'in', naming),
          where('message', 'like', '%@%'),
          where(sql`fields::text`, 'like', '%@%'),
        ]),
      )
      .execute()
    for (const row of rows) {
      const { message, fields } = withoutPeople(row)
      await this.db
        .updateTable('log_event')
        .set({ message, fields: JSON.stringify(fields) })
        .where('id', '=', row.id)
        .where('time', '=', row.time)
        .execute()
    }
  }
}

/** The message follows from the fields; one of an earlier catalogue loses its addresses. */
function withoutPeople({ metric, message, fields }: Entry): Pick<Entry, 'message' | 'fields'> {
  const definition = definitions.get(metric)
  const people: readonly string[] = definition?.people ?? []
  const blank = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      people.includes(name) && !NOT_A_PERSON.has(String(value)) ? ANONYMOUS : withoutAddresses(value),
    ]),
  )
  const read = definition?.fields.safeParse(blank)
  return {
    message: read?.success ? definition!.message(read.data) : withoutAddresses(message),
    fields: blank,
  }
}

function withoutAddresses<T>(value: T): T {
  if (typeof value === 'string') return value.replace(EMAIL, ANONYMOUS) as T
  if (typeof value !== 'object' || value === null) return value
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' ? inner.replace(EMAIL, ANONYMOUS) : inner,
  ) as T
}
