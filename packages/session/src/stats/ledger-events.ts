import { LEDGER_WINDOW_MS, type LedgerEventWire, ledgerEvents } from '@livetap/contract'

const dateFields: ReadonlySet<string> = new Set(['timestamp', 'created_at', 'shardStart_at'])

/** Fields whose value is a moment, shown in the zone that the reader chose. */
export const isLedgerDate = (name: string): boolean => dateFields.has(name)

/** Oldest first; events of one moment stay in the order they were written. */
export const sortLedger = (events: readonly LedgerEventWire[]): LedgerEventWire[] =>
  events.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))

/** The day either side of the ledger's creation, as the address of the statistics takes it. */
export function ledgerWindow(
  events: readonly LedgerEventWire[],
): { start_ms: string; end_ms: string } | undefined {
  const created = events[0] && Date.parse(events[0].createdAt)
  if (created === undefined || Number.isNaN(created)) return undefined
  return { start_ms: String(created - LEDGER_WINDOW_MS), end_ms: String(created + LEDGER_WINDOW_MS) }
}

/** By the event's name, or by a name or value of its fields. */
export function matchesLedger({ name, eventFields }: LedgerEventWire, wanted: string): boolean {
  const text = wanted.trim().toLowerCase()
  if (text === '') return true
  const has = (part: string) => part.toLowerCase().includes(text)
  return has(name) || eventFields.some(field => has(field.name) || has(field.value))
}

const FAILED_ENDS: ReadonlySet<string> = new Set(['failed', 'worker lost', 'upload expired'])

/** Something went wrong: by its own name, or an end after which there is nothing to read. */
export function isLedgerFailure({ name, eventFields }: LedgerEventWire): boolean {
  if (/(^|_)(failed|failure|error)(_|$)/i.test(name)) return true
  const reason = eventFields.find(field => field.name === 'reason')?.value
  return name === ledgerEvents.meetingEnded.name && reason !== undefined && FAILED_ENDS.has(reason)
}

interface LedgerKind {
  readonly name: string
  readonly count: number
  readonly isFailure: boolean
}

/** The kinds of events with their counts, in the order in which each is there first. */
export function ledgerKinds(events: readonly LedgerEventWire[]): LedgerKind[] {
  const kinds = new Map<string, LedgerKind>()
  for (const event of events) {
    const { name } = event
    const { count = 0, isFailure = false } = kinds.get(name) ?? {}
    kinds.set(name, { name, count: count + 1, isFailure: isFailure || isLedgerFailure(event) })
  }
  return [...kinds.values()]
}

/** What one line says of an event: its fields but for the moments, which the line has itself. */
export const ledgerSummary = ({ eventFields }: LedgerEventWire): string =>
  eventFields
    .filter(({ name }) => !isLedgerDate(name))
    .map(({ name, value }) => `${name} ${value}`)
    .join(' · ')

/** The place of the next event of a kind behind one, from the start again after the last. */
export function nextLedgerPlace(
  events: readonly LedgerEventWire[],
  isWanted: (event: LedgerEventWire) => boolean,
  { after, step }: { after: number; step: 1 | -1 },
): number | undefined {
  const count = events.length
  for (let n = 1; n <= count; n++) {
    const place = (((after + n * step) % count) + count) % count
    if (isWanted(events[place]!)) return place
  }
  return undefined
}

/** The place of the first event at or after a moment; the last one where all are before it. */
export function ledgerPlaceAt(events: readonly LedgerEventWire[], ms: number): number {
  const place = events.findIndex(({ createdAt }) => Date.parse(createdAt) >= ms)
  return place < 0 ? events.length - 1 : place
}
