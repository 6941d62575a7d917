import { LEDGER_WINDOW_MS, type LedgerEventWire } from '@livetap/contract'

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
