import { z } from 'zod'
import { ledgerEvents } from './ledger'
import { metrics, unwrittenMetrics } from './metrics'

interface Property {
  type?: string
  format?: string
  enum?: string[]
}

function typeOf({ type, format, enum: values }: Property): string {
  if (values) return values.map(value => `"${value}"`).join(', ')
  return format ?? type ?? 'any'
}

function fieldsOf(schema: z.ZodObject): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' }) as {
    properties?: Record<string, Property>
    required?: string[]
  }
  return Object.entries(properties)
    .map(([name, property]) => `\`${name}\`${required.includes(name) ? '' : '?'} (${typeOf(property)})`)
    .join('<br>')
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

/** docs/EVENTS.md, from the catalogue. */
export const eventsDocument =
  () => `<!-- Made from packages/contract/src/events by: npx vitest run packages/contract/src/events/events-document.test.ts -u -->

# Events

What happens in an installation is recorded as it happens, and the diagnostic screens read nothing else. The catalogue in
\`packages/contract/src/events\` names every event there is; the recorder refuses any other name and any other field.

## Log entries

An entry has a meeting (where it belongs to one), a time, a service, a \`pod\` (the process: its host's name and a short id, the
same as in the worker registry and on the live node), a severity, a message and its fields. Entries are written in batches beside
the work they tell of: a process that is killed loses those of its last second at most, and what a recording's stages write is written
with the stage itself. While the database is away up to 20,000 wait in memory; what does not fit is counted
(\`livetap_events_dropped_total\`, and "log loss" on the system page). No entry holds a text of a meeting, a token or a password. Entries
are kept by UTC day for \`LIVETAP_LOG_DAYS\` (30); an entry whose own time is outside of the kept days (the start of an old recording)
goes that many days after it was recorded.

${table(
  ['Name', 'Service', 'Fields', 'Written when'],
  Object.values(metrics).map(({ name, service, fields, happens }) => [
    `\`${name}\``,
    service,
    fieldsOf(fields),
    happens,
  ]),
)}

### Never written

${table(
  ['Name', 'Why'],
  Object.values(unwrittenMetrics).map(({ name, reason }) => [`\`${name}\``, reason]),
)}

## Ledger events

Each has \`timestamp\`, the time of the event, beside the fields below. What was created has \`created_at\`.

${table(
  ['Name', 'Fields', 'Written when'],
  Object.values(ledgerEvents).map(({ name, fields, happens }) => [`\`${name}\``, fieldsOf(fields), happens]),
)}
`
