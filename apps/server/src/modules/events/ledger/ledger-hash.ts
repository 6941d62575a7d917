import { createHash, createHmac, randomBytes } from 'node:crypto'
import { PERSONAL_LEDGER_FIELDS } from '@livetap/contract'
import { sign, verify } from '../../../platform/signing/signature'

/** What the first event of a meeting follows. */
export const GENESIS = Buffer.alloc(32)

/** An event as its hash covers it: people by their digests alone. */
export interface HashedEvent {
  meeting: string
  number: number
  name: string
  time: Date
  fields: Record<string, unknown>
  people: Record<string, string>
}

export type WaitingEvent = Omit<HashedEvent, 'number'>

export interface Person {
  field: string
  salt: Buffer
  value: string
}

/** The database keeps no order of keys, so the hash knows none. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([key, inner]) => [key, canonical(inner)])
}

const contentOf = ({ name, time, fields, people }: Omit<WaitingEvent, 'meeting'>) => [
  name,
  time.toISOString(),
  canonical(fields),
  canonical(people),
]

export function hashOf(
  previous: Buffer,
  { meeting, number, name, time, fields, people }: HashedEvent,
): Buffer {
  const text = JSON.stringify([meeting, number, ...contentOf({ name, time, fields, people })])
  return createHash('sha256').update(previous).update(text).digest()
}

export const digestOf = (salt: Buffer, value: string) =>
  createHash('sha256').update(salt).update(value).digest('base64url')

/** Takes the names of people out of an event's fields; the event keeps a salted digest of each. */
export function withoutPeople(given: Record<string, unknown>, personal = PERSONAL_LEDGER_FIELDS) {
  const fields: Record<string, unknown> = {}
  const digests: Record<string, string> = {}
  const people: Person[] = []
  for (const [field, value] of Object.entries(given)) {
    if (!personal.has(field) || typeof value !== 'string') {
      fields[field] = value
      continue
    }
    const salt = randomBytes(16)
    digests[field] = digestOf(salt, value)
    people.push({ field, salt, value })
  }
  return { fields, digests, people }
}

/** Seals heads and tombstones: without the secret no one can make one that fits a shortened ledger. */
export class LedgerSeal {
  readonly #key: Buffer

  constructor(secret: string, purpose: 'audio ledger' | 'audit log' = 'audio ledger') {
    this.#key = createHmac('sha256', secret).update(purpose).digest()
  }

  /** Of an event that has no number yet, another one each time: who has no secret can add none, change none, and say none twice. */
  waiting(event: WaitingEvent): string {
    const nonce = randomBytes(9).toString('base64url')
    return `${nonce}.${sign(this.#key, waitingText(event, nonce))}`
  }

  isWaiting(event: WaitingEvent, seal: string): boolean {
    const [nonce = '', signature = ''] = seal.split('.')
    return verify(this.#key, waitingText(event, nonce), signature)
  }

  head(meeting: string, number: number, hash: Buffer): string {
    return sign(this.#key, headText(meeting, number, hash))
  }

  isHead(meeting: string, number: number, hash: Buffer, seal: string): boolean {
    return verify(this.#key, headText(meeting, number, hash), seal)
  }

  tombstone(stone: Tombstone): string {
    return sign(this.#key, stoneText(stone))
  }

  isTombstone(stone: Tombstone & { seal: string }): boolean {
    return verify(this.#key, stoneText(stone), stone.seal)
  }
}

/** What is left of a ledger that was removed whole. */
export interface Tombstone {
  meeting: string
  /** How many events it had, and the hash of the last. */
  number: number
  hash: Buffer
  removed_at: Date
  reason: string
}

const waitingText = (event: WaitingEvent, nonce: string) =>
  JSON.stringify(['waiting', nonce, event.meeting, ...contentOf(event)])
const headText = (meeting: string, number: number, hash: Buffer) =>
  JSON.stringify(['head', meeting, number, hash.toString('hex')])
const stoneText = ({ meeting, number, hash, removed_at, reason }: Tombstone) =>
  JSON.stringify(['tombstone', meeting, number, hash.toString('hex'), removed_at.toISOString(), reason])
