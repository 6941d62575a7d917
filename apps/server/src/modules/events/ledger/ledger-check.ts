import { digestOf, GENESIS, hashOf, type LedgerSeal, type Person } from './ledger-hash'

export interface StoredEvent {
  id: number
  meeting: string
  number: number | null
  hash: Buffer | null
  name: string
  time: Date
  fields: Record<string, unknown>
  people: Record<string, string>
}

export interface StoredLedger {
  meeting: string
  /** In the order of their numbers, those without one last. */
  events: readonly StoredEvent[]
  people: readonly (Person & { number: number })[]
  head: { number: number; hash: Buffer; seal: string } | undefined
}

export interface LedgerBreak {
  /** The number of the event; 0 for the head. */
  number: number
  problem: string
}

/** Where a ledger is not what was written; nothing for a ledger that is whole. */
export function checkLedger(
  { meeting, events, people, head }: StoredLedger,
  seal: LedgerSeal,
): LedgerBreak[] {
  const breaks: LedgerBreak[] = []
  const found = (number: number, problem: string) => void breaks.push({ number, problem })
  const named = new Map(people.map(person => [`${person.number}/${person.field}`, person]))
  let expected = 1
  // Unknown behind a gap: what the next event follows went with the missing one.
  let previous: Buffer | undefined = GENESIS
  for (const event of events) {
    const { number, hash } = event
    if (number === null || hash === null) {
      found(0, `an event ${event.name} is not part of the chain`)
      continue
    }
    for (; expected < number; expected++) {
      found(expected, 'removed')
      previous = undefined
    }
    if (previous && !hashOf(previous, { ...event, number }).equals(hash)) found(number, 'altered')
    for (const [field, digest] of Object.entries(event.people)) {
      const person = named.get(`${number}/${field}`)
      if (person && digestOf(person.salt, person.value) !== digest)
        found(number, `name of "${field}" altered`)
    }
    previous = hash
    expected = number + 1
  }
  if (!head) {
    if (events.length > 0) found(0, 'its head was removed')
    return breaks
  }
  if (!seal.isHead(meeting, head.number, head.hash, head.seal)) found(0, 'its head was altered')
  for (; expected <= head.number; expected++) found(expected, 'removed')
  const last = events.findLast(({ number }) => number !== null)
  if (last && last.number! > head.number) found(last.number!, 'added behind the head')
  else if (last?.number === head.number && !last.hash?.equals(head.hash))
    found(head.number, 'does not fit the head')
  return breaks
}
