import { type LedgerEventWire, ledgerEvents } from '@livetap/contract'
import { expect, test } from 'vitest'
import {
  isLedgerDate,
  isLedgerFailure,
  ledgerKinds,
  ledgerPlaceAt,
  ledgerSummary,
  nextLedgerPlace,
} from './ledger-events'

const event = (name: string, second: number, fields: Record<string, string> = {}): LedgerEventWire => ({
  id: String(second),
  name,
  createdAt: new Date(1_000_000_000_000 + second * 1000).toISOString(),
  eventFields: Object.entries(fields).map(([field, value]) => ({
    id: `${second}-${field}`,
    name: field,
    value,
  })),
})
const ended = ledgerEvents.meetingEnded.name

test('LED-02 the fields of a ledger that hold a moment follow the reader’s zone, and no others', () => {
  const fields = Object.values(ledgerEvents).flatMap(({ fields }) => Object.keys(fields.shape))
  const moments = new Set(fields.filter(isLedgerDate))
  expect([...moments].sort()).toEqual(['created_at', 'shardStart_at'])
  expect(isLedgerDate('timestamp')).toBe(true)
  for (const name of ['start_millis', 'duration_ms', 'reason', 'by']) expect(isLedgerDate(name)).toBe(false)
})

test('what failed is red: by its name, or an end after which nothing can be read', () => {
  expect(isLedgerFailure(event(ledgerEvents.recognitionFailed.name, 0, { reason: 'busy' }))).toBe(true)
  expect(isLedgerFailure(event(ledgerEvents.audioMixFailed.name, 0))).toBe(true)
  for (const reason of ['failed', 'worker lost', 'upload expired'])
    expect(isLedgerFailure(event(ended, 0, { reason })), reason).toBe(true)
  for (const reason of ['dropped', 'completed', 'deleted', 'cancelled'])
    expect(isLedgerFailure(event(ended, 0, { reason })), reason).toBe(false)
  expect(isLedgerFailure(event(ledgerEvents.clientLeft.name, 0, { reason: 'failed' }))).toBe(false)
})

test('kinds are counted, a line says its fields, and events are found by kind and by time', () => {
  const events = [
    event('created', 0, { timestamp: '2026-03-04T05:06:07.000Z', by: 'Ada', region: 'us' }),
    event('joined', 5),
    event('left', 9),
    event('joined', 20),
    event(ended, 30, { reason: 'failed' }),
  ]
  expect(ledgerKinds(events)).toEqual([
    { name: 'created', count: 1, isFailure: false },
    { name: 'joined', count: 2, isFailure: false },
    { name: 'left', count: 1, isFailure: false },
    { name: ended, count: 1, isFailure: true },
  ])
  expect(ledgerSummary(events[0]!)).toBe('by Ada · region us')
  const joined = ({ name }: LedgerEventWire) => name === 'joined'
  expect(nextLedgerPlace(events, joined, { after: -1, step: 1 })).toBe(1)
  expect(nextLedgerPlace(events, joined, { after: 1, step: 1 })).toBe(3)
  expect(nextLedgerPlace(events, joined, { after: 3, step: 1 })).toBe(1)
  expect(nextLedgerPlace(events, joined, { after: 1, step: -1 })).toBe(3)
  expect(nextLedgerPlace(events, () => false, { after: 0, step: 1 })).toBeUndefined()
  expect(ledgerPlaceAt(events, Date.parse(events[2]!.createdAt) - 1)).toBe(2)
  expect(ledgerPlaceAt(events, Number.MAX_SAFE_INTEGER)).toBe(4)
})
